import { call, runWalk, type Walk } from "../../apimachinery/walk.ts";
import { Double, type JsonNumber, type JsonValue } from "../../apimachinery/json/value.ts";

/** A JSON value without parts. */
export type JsonScalar = null | boolean | string | JsonNumber;

/**
 * A scalar that remembers how its document spells it, where Go would print its value otherwise (`1.0`, `1e2`,
 * `"\u00e9"`).
 */
export class Spelling {
  readonly text: string;
  readonly value: JsonScalar;
  constructor(text: string, value: JsonScalar) {
    this.text = text;
    this.value = value;
  }
}

/** What trees may end in. */
export type Leaf = JsonScalar | Spelling;

/** A JSON value whose scalars are of one kind: `Tree<JsonScalar>` is a JsonValue, `Tree<Leaf>` may know spellings. */
export type Tree<L extends Leaf> = L | readonly Tree<L>[] | TreeObject<L>;
export type TreeObject<L extends Leaf> = { readonly [name: string]: Tree<L> };
export type Container<L extends Leaf> = readonly Tree<L>[] | TreeObject<L>;

export function isList(node: JsonValue | undefined): node is readonly JsonValue[];
export function isList<L extends Leaf>(node: Tree<L> | undefined): node is readonly Tree<L>[];
export function isList(node: unknown): boolean {
  return Array.isArray(node);
}

/** True for JSON objects, and not for lists or scalars that are kept in objects. */
export const isObject = <L extends Leaf>(node: Tree<L> | undefined): node is TreeObject<L> =>
  typeof node === "object" &&
  node !== null &&
  !Array.isArray(node) &&
  !(node instanceof Double) &&
  !(node instanceof Spelling);

/** The tree without its spellings; parts that have none stay the same objects. */
export const plainValue = (node: Tree<Leaf>): JsonValue => runWalk(withoutSpellings(node));

function* withoutSpellings(node: Tree<Leaf>): Walk<JsonValue> {
  if (node instanceof Spelling) return node.value;
  if (isList(node)) return yield* plainList(node);
  return isObject(node) ? yield* plainObject(node) : node;
}

function* plainList(list: readonly Tree<Leaf>[]): Walk<readonly JsonValue[]> {
  const plain: JsonValue[] = [];
  for (const item of list) plain.push(yield* call(withoutSpellings(item)));
  // every part was found plain
  return plain.every((item, i) => item === list[i]) ? (list as readonly JsonValue[]) : plain;
}

function* plainObject(object: TreeObject<Leaf>): Walk<JsonValue> {
  const plain: [name: string, value: JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) plain.push([name, yield* call(withoutSpellings(value))]);
  const same = plain.every(([name, value]) => value === object[name]);
  return same ? (object as JsonValue) : Object.fromEntries(plain); // every part was found plain
}
