import { locateDifferences, type Difference } from "../../../apimachinery/json/text-parts.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Stored } from "../../storage/interface.ts";
import { tailOf, textHead, type ResourceScope } from "../resource-scope.ts";
import type { Output } from "./output.ts";

/** The texts that an object, a list or an event is made of in the form that was agreed on. */
export interface Representation {
  /** The opening of an object's text. */
  readonly head: string;
  readonly listHead: string;
  /** The opening of an item in a list: native items do not say their kind. */
  readonly itemHead: string;
  /** An object's text behind its head. */
  tail(stored: Stored<KubeObject>): string;
  /** What this form has of a whole object's text, both without heads. */
  shorten(tail: string): string;
  /** The items of a list that has none. */
  readonly noItems: "[]" | "null";
  /** An object's text for the bare kind with nothing but metadata, as bookmarks have it. */
  bareTail(metadata: KubeObject["metadata"]): string;
}

/** Objects as they are, or their metadata alone. */
export const representationOf = (output: Output, scope: ResourceScope): Representation =>
  output.convert === undefined ? wholeObjects(scope) : metadataOnly(scope, output.convert.version);

const wholeObjects = (scope: ResourceScope): Representation => ({
  head: scope.head,
  listHead: scope.listHead,
  itemHead: scope.flavor.typedItems ? scope.head : "{",
  tail: (stored) => tailOf(scope, stored),
  shorten: (tail) => tail,
  noItems: "[]",
  bareTail: (metadata) => scope.codec.encodeTail(scope.codec.decode({ metadata: { ...metadata } } as never)),
});

function metadataOnly(scope: ResourceScope, version: string): Representation {
  const whole = wholeObjects(scope);
  const head = textHead({ group: "meta.k8s.io", version, kind: "PartialObjectMetadata" });
  return {
    head,
    listHead: textHead({ group: "meta.k8s.io", version, kind: "PartialObjectMetadataList" }),
    itemHead: head,
    tail: (stored) => metadataOf(whole.tail(stored)),
    shorten: metadataOf,
    noItems: "null",
    bareTail: (metadata) => metadataOf(whole.bareTail(metadata)),
  };
}

const metadata: readonly Difference[] = [{ path: ["metadata"], text: "" }];

/** The `"metadata":{...}` of an object's text, closed: the first member of native kinds, one of many of others. */
function metadataOf(tail: string): string {
  const [part] = locateDifferences(tail, metadata) ?? [];
  return part === undefined ? tail : `"metadata":${tail.slice(part.start, part.end)}}`;
}
