import { encodeScalar } from "../../apimachinery/json/encode.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import { addedNull, copiedNull } from "./json-patch-nulls.ts";
import { nilDereference } from "./patch-failure.ts";
import type { Tracker } from "./source-texts.ts";
import { isList, isObject, Spelling, type JsonScalar, type Leaf, type Tree, type TreeObject } from "./tree.ts";

/**
 * Whether two nodes are the same for a JSON patch's `test`: members in any order, scalars as they are spelled (1.0 is
 * not 1).
 */
export function nodesEqual<L extends Leaf>(a: Tree<L>, b: Tree<L>, tracker: Tracker<L>): boolean {
  if (isList(a)) return isList(b) && listsEqual(a, b, tracker);
  if (isObject(a)) return isObjectLike(b) && objectsEqual(a, isObject(b) ? b : {}, tracker);
  if (a === copiedNull) return isObjectLike(b) && (!isObject(b) || Object.keys(b).length === 0);
  return !isList(b) && !isObject(b) && scalarsEqual(a, b);
}

const isObjectLike = (node: Tree<Leaf>): boolean => isObject(node) || node === copiedNull;

/** Upstream panics over null items. */
function listsEqual<L extends Leaf>(a: readonly Tree<L>[], b: readonly Tree<L>[], tracker: Tracker<L>): boolean {
  tracker.open(a);
  if (a.length !== b.length) return false;
  return a.every((item, i) => {
    const other = b[i];
    if (item === null || other === null || other === undefined) throw nilDereference();
    return nodesEqual(item, other, tracker);
  });
}

function objectsEqual<L extends Leaf>(a: TreeObject<L>, b: TreeObject<L>, tracker: Tracker<L>): boolean {
  tracker.open(a);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => membersEqual(memberOf(a, name), memberOf(b, name), tracker))
  );
}

function membersEqual<L extends Leaf>(a: Tree<L> | undefined, b: Tree<L> | undefined, tracker: Tracker<L>): boolean {
  if (a === undefined || b === undefined) return false;
  return a === null || b === null ? a === b : nodesEqual(a, b, tracker);
}

function scalarsEqual(a: Leaf, b: Leaf): boolean {
  if (a === addedNull || b === addedNull) return a === b;
  return a === b || spelled(a) === spelled(b);
}

const spelled = (leaf: Leaf): string | undefined =>
  leaf instanceof Spelling ? leaf.text : encodeScalar(leaf satisfies JsonScalar);
