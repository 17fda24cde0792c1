import { FieldSet, type SetEntry } from "./field-set.ts";
import { comparePathElements } from "./path-element.ts";
import type { ListAtom, MapAtom } from "./schema.ts";

/** Goes with the types, which a server owns; sets are immutable. */
const setsOfTypes = new WeakMap<MapAtom | ListAtom, FieldSet[]>();
const kept = 8;
const maxEntries = 256;

/**
 * The sets that were last made below maps or lists of one type, newest first: the next one probably is like one of
 * them.
 */
export const lastSets = (type: MapAtom | ListAtom): readonly FieldSet[] => setsOfTypes.get(type) ?? [];

/**
 * A set of entries (in any order, each element at most once) below a map or list of this type. Objects that are alike
 * come in rows and are changed alike:
 * they share their sets, and with them whatever was made of those, such as FieldsV1.
 */
export function shareSet(type: MapAtom | ListAtom, entries: SetEntry[]): FieldSet {
  if (entries.length === 0 || entries.length > maxEntries) return FieldSet.of(entries);
  const last = setsOfTypes.get(type) ?? [];
  const set = FieldSet.of(entries);
  for (const known of last) if (isSame(known.entries, set.entries)) return known;
  if (last.unshift(set) > kept) last.pop();
  setsOfTypes.set(type, last);
  return set;
}

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
