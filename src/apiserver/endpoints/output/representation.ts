import { locateDifferences, type Difference } from "../../../apimachinery/json/text-parts.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { compileCodec } from "../../codec/json/typed-codec.ts";
import type { Stored } from "../../storage/interface.ts";
import { encodeTail, tailOf, textHead, typedListFrame, type ListFrame, type ResourceScope } from "../resource-scope.ts";
import { heldMetadata } from "./held-metadata.ts";
import type { Output } from "./output.ts";

/** The JSON pieces of an object, a list or an event in the negotiated format. */
export interface Representation {
  /** The start of the JSON of an object. */
  readonly head: string;
  /** What distinguishes this representation from those of other kinds and versions. */
  readonly form: string;
  /** The JSON of a list around its items. */
  listFrame(metadata: string): ListFrame;
  /** The start of a list item; items of built-in kinds do not include their kind. */
  readonly itemHead: string;
  /** The JSON of an object after its head. */
  tail(stored: Stored<KubeObject>): string;
  /** Reduces the JSON of a whole object to this format, both without heads. */
  shorten(tail: string): string;
  /** The items of an empty list. */
  readonly noItems: "[]" | "null";
  /** The JSON of an object with only its kind and metadata, as in bookmarks. */
  bareTail(metadata: KubeObject["metadata"]): string;
}

/** Returns the representation of whole objects or of their metadata only. */
export const representationOf = (output: Output, scope: ResourceScope): Representation =>
  output.convert === undefined ? wholeObjects(scope) : metadataOnly(scope, output.convert.version);

const wholeObjects = (scope: ResourceScope): Representation => ({
  head: scope.head,
  form: textHead(scope.kind),
  listFrame: scope.listFrame,
  itemHead: scope.flavor.typedItems ? scope.head : "{",
  tail: (stored) => tailOf(scope, stored),
  shorten: (tail) => tail,
  noItems: "[]",
  bareTail: (metadata) => encodeTail(scope, scope.codec.decode({ metadata: { ...metadata } } as never)),
});

function metadataOnly(scope: ResourceScope, version: string): Representation {
  const whole = wholeObjects(scope);
  const { ordered, shorten } = scope.unstructured === true ? metadataInTypeOrder(scope) : textOfMetadata(whole);
  const head = textHead({ group: "meta.k8s.io", version, kind: "PartialObjectMetadata" });
  return {
    head,
    form: head,
    listFrame: typedListFrame({ group: "meta.k8s.io", version, kind: "PartialObjectMetadataList" }),
    itemHead: head,
    tail: ordered,
    shorten,
    noItems: "null",
    bareTail: (metadata) => shorten(whole.bareTail(metadata)),
  };
}

/** How the metadata of a stored object and of the JSON of any object are encoded. */
interface MetadataText {
  ordered(stored: Stored<KubeObject>): string;
  shorten(tail: string): string;
}

/** Objects with a Go type have their metadata as it is encoded alone. */
const textOfMetadata = (whole: Representation): MetadataText => ({
  ordered: (stored) => metadataOf(whole.tail(stored)),
  shorten: metadataOf,
});

/** The metadata of objects without a Go type is sorted by name; PartialObjectMetadata has the order of its Go type. */
function metadataInTypeOrder(scope: ResourceScope): MetadataText {
  const type = scope.types.metaKind("PartialObjectMetadata");
  if (type === undefined) throw new Error("PartialObjectMetadata is no known type");
  const codec = compileCodec(type);
  const shorten = (tail: string): string => codec.encodeTail(codec.decodeStored(metadataOf(tail)));
  return {
    ordered: (stored) => codec.encodeTail(heldMetadata(scope, stored.object)),
    shorten,
  };
}

const metadata: readonly Difference[] = [{ path: ["metadata"], text: "" }];

/** The `"metadata":{...}` of an object's text, closed: the first member of native kinds, one of many of others. */
function metadataOf(tail: string): string {
  const [part] = locateDifferences(tail, metadata) ?? [];
  return part === undefined ? tail : `"metadata":${tail.slice(part.start, part.end)}}`;
}
