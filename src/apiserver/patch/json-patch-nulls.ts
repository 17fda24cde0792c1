import { Spelling, type Leaf, type Tree } from "./tree.ts";

/**
 * A null that a patch put somewhere: unlike a null of the document itself, upstream cannot look into it, and a missing
 * value does not equal it.
 */
export const addedNull = new Spelling("null", null);

/** A copy of such a null: upstream takes it for an object without members that takes none. */
export const copiedNull = new Spelling("null", null);

/** A container of upstream's that is nil: nothing is in it and nothing can be put there. */
export const isNilMap = (node: Tree<Leaf>): boolean => node === null || node === copiedNull;

export const isAddedNull = (node: Tree<Leaf>): boolean => node === addedNull;
