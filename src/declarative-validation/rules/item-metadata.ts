import type { LocatedTag } from "../generator/validations.ts";

/** A value by which an item is chosen. */
export interface ItemKey {
  readonly name: string;
  readonly value: string | bigint | boolean;
}

/** An item tag: the item that it chooses, and the tag for it. */
export interface ItemTag {
  readonly keys: readonly ItemKey[];
  readonly tag: LocatedTag;
}
