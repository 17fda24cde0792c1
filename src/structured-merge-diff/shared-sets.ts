import { FieldSet, type SetEntry } from "./field-set.ts";
import { comparePathElements } from "./path-element.ts";
import type { ListAtom, MapAtom } from "./schema.ts";

/** Keyed by type, so that each server has its own. The sets are immutable. */
const setsOfTypes = new WeakMap<MapAtom | ListAtom, FieldSet[]>();
const kept = 8;
const maxEntries = 256;

/**
 * Returns the most recent sets made below maps or lists of this type, newest first. The next set is likely to equal one
 * of them.
 */
export const lastSets = (type: MapAtom | ListAtom): readonly FieldSet[] => setsOfTypes.get(type) ?? [];

/**
 * Returns a set of entries (in any order, each element at most once) below a map or list of this type; a recent set if
 * it is equal. Similar objects are often created and changed in succession. They then share their sets and what is
 * derived from them, such as FieldsV1.
 */
export function shareSet(type: MapAtom | ListAtom, entries: SetEntry[]): FieldSet {
  if (entries.length === 0 || entries.length > maxEntries || entries.some(isLong)) return FieldSet.of(entries);
  const last = setsOfTypes.get(type) ?? [];
  const set = FieldSet.of(entries);
  for (const known of last) if (isSame(known.entries, set.entries)) return known;
  if (last.unshift(set) > kept) last.pop();
  setsOfTypes.set(type, last);
  return set;
}

/** Reports whether there are too many entries somewhere below an entry. */
const isLong = ({ children }: SetEntry): boolean => children !== undefined && children.longest > maxEntries;

function isSame(left: readonly SetEntry[], right: readonly SetEntry[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i], right[i]];
    if (
      !a ||
      !b ||
      a.member !== b.member ||
      a.children !== b.children ||
      comparePathElements(a.element, b.element) !== 0
    )
      return false;
  }
  return true;
}
