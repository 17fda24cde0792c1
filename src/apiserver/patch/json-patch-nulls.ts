import { Spelling, type Leaf, type Tree } from "./tree.ts";

/**
 * A null added by a patch. Unlike with a null of the document itself, upstream cannot look inside it, and a missing
 * value does not equal it.
 */
export const addedNull = new Spelling("null", null);

/** A copy of an added null. Upstream treats it as an object without members to which none can be added. */
export const copiedNull = new Spelling("null", null);

/** Reports whether upstream holds a nil map for a node: it has no members and none can be set. */
export const isNilMap = (node: Tree<Leaf>): boolean => node === null || node === copiedNull;

export const isAddedNull = (node: Tree<Leaf>): boolean => node === addedNull;
