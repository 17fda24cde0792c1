import { FieldSet, type SetEntry } from "./field-set.ts";
import type { PathElement } from "./path-element.ts";
import type { Atom, ListAtom, MapAtom } from "./schema.ts";

/** Sets that reconciling with a type left unchanged. */
const settled = new WeakMap<FieldSet, WeakSet<Atom>>();

/**
 * Reconciles a set with the current schema: a manager that owned parts of a value that has become atomic owns the whole
 * value (typed.ReconcileFieldSetWithSchema). Nobody owns a whole object: nothing changes where the object itself has
 * become atomic. Returns the same instance if nothing changes.
 */
export function reconcileWithSchema(set: FieldSet, atom: Atom): FieldSet {
  const known = settled.get(set);
  if (known?.has(atom)) return set;
  const reconciled = isAtomicNow(atom) ? set : reconcileBelow(set, atom);
  if (reconciled === set) settled.set(set, (known ?? new WeakSet()).add(atom));
  return reconciled;
}

function reconcileBelow(set: FieldSet, atom: Atom): FieldSet {
  switch (atom.fallback) {
    case "map":
      return atom.map && !atom.map.deduced
        ? mapEntries(set, (entry) => reconcileEntry(entry, memberType(atom.map, entry.element)))
        : set;
    case "list":
      return mapEntries(set, (entry) => reconcileEntry(entry, atom.list?.items));
    default:
      return set;
  }
}

function memberType(map: MapAtom | undefined, element: PathElement): Atom | undefined {
  return (element.kind === "field" ? map?.fields.get(element.name)?.type : undefined) ?? map?.elements;
}

function mapEntries(set: FieldSet, change: (entry: SetEntry) => SetEntry): FieldSet {
  const entries = set.entries.map(change);
  return entries.every((entry, i) => entry === set.entries[i]) ? set : FieldSet.of(entries);
}

function reconcileEntry(entry: SetEntry, atom: Atom | undefined): SetEntry {
  if (!atom || (entry.member && !entry.children)) return entry;
  if (isAtomicNow(atom)) return { element: entry.element, member: true, children: undefined };
  const children = entry.children && reconcileBelow(entry.children, atom);
  return children === entry.children ? entry : { element: entry.element, member: entry.member, children };
}

function isAtomicNow({ fallback, map, list }: Atom): boolean {
  if (fallback === "map") return isAtomic(map) && map?.deduced !== true;
  return fallback === "list" && isAtomic(list);
}

const isAtomic = (type: ListAtom | MapAtom | undefined): boolean => type?.atomic === true;
