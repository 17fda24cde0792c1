import { encodeScalar } from "../../apimachinery/json/encode.ts";
import { call, runWalk, type Walk } from "../../apimachinery/walk.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import { addedNull, copiedNull } from "./json-patch-nulls.ts";
import { nilDereference } from "./patch-failure.ts";
import type { Tracker } from "./source-texts.ts";
import { isList, isObject, Spelling, type JsonScalar, type Leaf, type Tree, type TreeObject } from "./tree.ts";

/**
 * Reports whether two nodes are equal for the `test` operation: members in any order, scalars by their spelling (1.0 is
 * not equal to 1).
 */
export const nodesEqual = <L extends Leaf>(a: Tree<L>, b: Tree<L>, tracker: Tracker<L>): boolean =>
  runWalk(compareNodes(a, b, tracker));

function* compareNodes<L extends Leaf>(a: Tree<L>, b: Tree<L>, tracker: Tracker<L>): Walk<boolean> {
  if (isList(a)) return isList(b) && (yield* listsEqual(a, b, tracker));
  if (isObject(a)) return isObjectLike(b) && (yield* objectsEqual(a, isObject(b) ? b : {}, tracker));
  if (a === copiedNull) return isObjectLike(b) && (!isObject(b) || Object.keys(b).length === 0);
  return !isList(b) && !isObject(b) && scalarsEqual(a, b);
}

const isObjectLike = (node: Tree<Leaf>): boolean => isObject(node) || node === copiedNull;

/** Upstream panics over null items. */
function* listsEqual<L extends Leaf>(a: readonly Tree<L>[], b: readonly Tree<L>[], tracker: Tracker<L>): Walk<boolean> {
  tracker.open(a);
  if (a.length !== b.length) return false;
  for (const [i, item] of a.entries()) {
    const other = b[i];
    if (item === null || other === null || other === undefined) throw nilDereference();
    if (!(yield* call(compareNodes(item, other, tracker)))) return false;
  }
  return true;
}

function* objectsEqual<L extends Leaf>(a: TreeObject<L>, b: TreeObject<L>, tracker: Tracker<L>): Walk<boolean> {
  tracker.open(a);
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    const [own, other] = [memberOf(a, name), memberOf(b, name)];
    if (own === undefined || other === undefined) return false;
    const same = own === null || other === null ? own === other : yield* call(compareNodes(own, other, tracker));
    if (!same) return false;
  }
  return true;
}

function scalarsEqual(a: Leaf, b: Leaf): boolean {
  if (a === addedNull || b === addedNull) return a === b;
  return a === b || spelled(a) === spelled(b);
}

const spelled = (leaf: Leaf): string | undefined =>
  leaf instanceof Spelling ? leaf.text : encodeScalar(leaf satisfies JsonScalar);
