import { FieldSet, type SetEntry } from "./field-set.ts";
import type { PathElement } from "./path-element.ts";
import { noAtom, type Atom } from "./schema.ts";

/** The type of what a path element leads to. */
function atomBelow(atom: Atom, element: PathElement): Atom {
  if (element.kind === "field" && atom.map)
    return atom.map.fields.get(element.name)?.type ?? atom.map.elements ?? noAtom;
  return element.kind === "key" ? (atom.list?.items ?? noAtom) : noAtom;
}

/**
 * The set with every named field that something in it is below: `a.b.c` makes `a` a member where it is a field, not
 * where it is a map's key (Set.EnsureNamedFieldsAreMembers).
 */
export function ensureNamedFieldsAreMembers(set: FieldSet, atom: Atom): FieldSet {
  return FieldSet.of(set.entries.map((entry) => ensureEntry(entry, atom)));
}

function ensureEntry(entry: SetEntry, atom: Atom): SetEntry {
  const { element, children } = entry;
  if (!children) return entry;
  const named = element.kind === "field" && atom.map?.fields.has(element.name) === true;
  return {
    element,
    member: entry.member || named,
    children: ensureNamedFieldsAreMembers(children, atomBelow(atom, element)),
  };
}
