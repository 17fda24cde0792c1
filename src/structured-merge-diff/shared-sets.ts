import { FieldSet, type SetEntry } from "./field-set.ts";
import type { PathElement } from "./path-element.ts";
import type { MapAtom } from "./schema.ts";

/** Sets that were last made of maps of one type, newest first. */
const lastSets = new WeakMap<MapAtom, FieldSet[]>();
const kept = 4;
const maxEntries = 256;

/**
 * A set of entries (in any order, each element at most once) below a map of this type. Objects that are alike come in rows and are changed alike:
 * they share their sets, and with them whatever was made of those, such as FieldsV1.
 */
export function shareSet(map: MapAtom, entries: SetEntry[]): FieldSet {
  if (entries.length === 0 || entries.length > maxEntries) return FieldSet.of(entries);
  const last = lastSets.get(map) ?? [];
  const set = FieldSet.of(entries);
  for (const known of last) if (isSame(known.entries, set.entries)) return known;
  if (last.unshift(set) > kept) last.pop();
  lastSets.set(map, last);
  return set;
}

function isSame(left: readonly SetEntry[], right: readonly SetEntry[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i], right[i]];
    if (!a || !b || a.member !== b.member || a.children !== b.children || !isSameField(a.element, b.element)) return false;
  }
  return true;
}

const isSameField = (a: PathElement, b: PathElement): boolean => a === b || (a.kind === "field" && b.kind === "field" && a.name === b.name);
