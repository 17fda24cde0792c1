import { call, runWalk, type Walk } from "../../apimachinery/walk.ts";
import { Double, type JsonNumber, type JsonValue } from "../../apimachinery/json/value.ts";

/** A JSON scalar. */
export type JsonScalar = null | boolean | string | JsonNumber;

/**
 * A scalar with its spelling in the document, for values that Go would format differently (`1.0`, `1e2`, `"\u00e9"`).
 */
export class Spelling {
  readonly text: string;
  readonly value: JsonScalar;
  constructor(text: string, value: JsonScalar) {
    this.text = text;
    this.value = value;
  }
}

/** The leaves of trees. */
export type Leaf = JsonScalar | Spelling;

/** A JSON value with a given type of scalars: `Tree<JsonScalar>` is a JsonValue, `Tree<Leaf>` can contain spellings. */
export type Tree<L extends Leaf> = L | readonly Tree<L>[] | TreeObject<L>;
export type TreeObject<L extends Leaf> = { readonly [name: string]: Tree<L> };
export type Container<L extends Leaf> = readonly Tree<L>[] | TreeObject<L>;

export function isList(node: JsonValue | undefined): node is readonly JsonValue[];
export function isList<L extends Leaf>(node: Tree<L> | undefined): node is readonly Tree<L>[];
export function isList(node: unknown): boolean {
  return Array.isArray(node);
}

/** Reports whether a node is a JSON object, and not a list or a scalar represented by an object. */
export const isObject = <L extends Leaf>(node: Tree<L> | undefined): node is TreeObject<L> =>
  typeof node === "object" &&
  node !== null &&
  !Array.isArray(node) &&
  !(node instanceof Double) &&
  !(node instanceof Spelling);

/** Replaces spellings by their values. Parts without spellings are returned unchanged. */
export const plainValue = (node: Tree<Leaf>): JsonValue => runWalk(withoutSpellings(node));

function* withoutSpellings(node: Tree<Leaf>): Walk<JsonValue> {
  if (node instanceof Spelling) return node.value;
  if (isList(node)) return yield* plainList(node);
  return isObject(node) ? yield* plainObject(node) : node;
}

function* plainList(list: readonly Tree<Leaf>[]): Walk<readonly JsonValue[]> {
  const plain: JsonValue[] = [];
  for (const item of list) plain.push(yield* call(withoutSpellings(item)));
  // every part is plain
  return plain.every((item, i) => item === list[i]) ? (list as readonly JsonValue[]) : plain;
}

function* plainObject(object: TreeObject<Leaf>): Walk<JsonValue> {
  const plain: [name: string, value: JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) plain.push([name, yield* call(withoutSpellings(value))]);
  const same = plain.every(([name, value]) => value === object[name]);
  return same ? (object as JsonValue) : Object.fromEntries(plain); // every part is plain
}
