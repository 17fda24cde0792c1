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

/** The leading `"metadata":{...}` of an object's text, closed. */
function metadataOf(tail: string): string {
  let depth = 0;
  for (let i = tail.indexOf("{"); i < tail.length; i++) {
    const code = tail.charCodeAt(i);
    if (code === quote) i = endOfString(tail, i);
    else if (code === open) depth++;
    else if (code === close && --depth === 0) return `${tail.slice(0, i + 1)}}`;
  }
  return tail;
}

const quote = 0x22;
const backslash = 0x5c;
const open = 0x7b;
const close = 0x7d;

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === backslash) i++;
    else if (code === quote) return i;
  }
  return text.length;
}
