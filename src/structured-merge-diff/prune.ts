import { FieldSet, type SetEntry } from "./field-set.ts";
import type { ManagerSets, VersionedSet } from "./managers.ts";
import { removeItems } from "./remove-items.ts";
import { toFieldSet } from "./to-field-set.ts";
import { convertIfServed, wrapError, type Converter, type TypedValue } from "./typed-value.ts";
import type { PathElement } from "./path-element.ts";
import { noAtom, type Atom } from "./schema.ts";

/** Returns the type of the value that a path element selects. */
function atomBelow(atom: Atom, element: PathElement): Atom {
  if (element.kind === "field" && atom.map)
    return atom.map.fields.get(element.name)?.type ?? atom.map.elements ?? noAtom;
  return element.kind === "key" ? (atom.list?.items ?? noAtom) : noAtom;
}

/**
 * Adds every struct field that has members below it: with `a.b.c`, `a` becomes a member if it is a struct field, but
 * not if it is a map key (Set.EnsureNamedFieldsAreMembers).
 */
function ensureNamedFieldsAreMembers(set: FieldSet, atom: Atom): FieldSet {
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

/**
 * Removes the fields that the manager applied last time, does not apply now and that no other manager owns
 * (merge.Updater.prune). `filled`: an empty container in the applied configuration has content in the merged value.
 */
export function pruneFields(
  converter: Converter,
  merged: TypedValue,
  managers: ManagerSets,
  self: string,
  last: VersionedSet | undefined,
  filled: boolean,
): TypedValue {
  const current = managers.get(self);
  if (!last || !current || last.set.isEmpty) return merged;
  if (!filled && areOfVersion(managers, last.apiVersion) && last.set.isSubsetOf(current.set)) return merged;
  const converted = wrapError("failed to convert merged object to last applied version", () =>
    convertIfServed(converter, merged, last.apiVersion),
  );
  if (!converted) return merged;
  const without = removing(converted, ensureNamedFieldsAreMembers(last.set, converted.atom));
  const owned = wrapError("failed add back owned items", () =>
    addBackOwnedItems(converter, converted, without, managers),
  );
  const pruned = wrapError("failed add back dangling items", () =>
    addBackDanglingItems(converter, converted, owned, last),
  );
  return convert(converter, pruned, current.apiVersion);
}

/** Reports whether all managers use this version, so that no conversion is needed, which could fail. */
function areOfVersion(managers: ManagerSets, version: string): boolean {
  for (const { apiVersion } of managers.values()) if (apiVersion !== version) return false;
  return true;
}

const removing = (typed: TypedValue, items: FieldSet): TypedValue => ({
  ...typed,
  value: removeItems(typed.value, items, typed.atom),
});

const convert = (converter: Converter, typed: TypedValue, apiVersion: string): TypedValue =>
  typed.apiVersion === apiVersion ? typed : converter.convert(typed, apiVersion);

const namedSet = ({ value, atom }: TypedValue): FieldSet => ensureNamedFieldsAreMembers(toFieldSet(value, atom), atom);

/**
 * Returns the fields that managers own, by version. The version that is pruned comes first, so that the fields which
 * conversions need are restored before any conversion.
 */
function ownedByVersion(managers: ManagerSets, first: string): readonly (readonly [string, FieldSet])[] {
  const owned = new Map<string, FieldSet>();
  for (const { set, apiVersion } of managers.values())
    owned.set(apiVersion, (owned.get(apiVersion) ?? FieldSet.empty).union(set));
  return [...owned].sort(([a], [b]) => Number(b === first) - Number(a === first));
}

function addBackOwnedItems(
  converter: Converter,
  merged: TypedValue,
  pruned: TypedValue,
  managers: ManagerSets,
): TypedValue {
  let [whole, left] = [merged, pruned];
  for (const [apiVersion, owned] of ownedByVersion(managers, merged.apiVersion)) {
    const versionedWhole = wrapError(`failed to convert merged object at version ${apiVersion}`, () =>
      convertIfServed(converter, whole, apiVersion),
    );
    if (!versionedWhole) continue;
    whole = versionedWhole;
    const versionedLeft = wrapError(`failed to convert pruned object at version ${apiVersion}`, () =>
      convertIfServed(converter, left, apiVersion),
    );
    if (!versionedLeft) continue;
    const kept = namedSet(versionedLeft).union(ensureNamedFieldsAreMembers(owned, whole.atom));
    left = removing(whole, namedSet(whole).difference(kept));
  }
  return left;
}

/** Removes only fields that were applied last time. Restores unowned fields that were removed along with them. */
function addBackDanglingItems(
  converter: Converter,
  merged: TypedValue,
  pruned: TypedValue,
  last: VersionedSet,
): TypedValue {
  const converted = wrapError("failed to convert pruned object to last applied version", () =>
    convertIfServed(converter, pruned, last.apiVersion),
  );
  if (!converted) return merged;
  const gone = namedSet(merged)
    .difference(namedSet(converted))
    .intersection(ensureNamedFieldsAreMembers(last.set, merged.atom));
  return removing(merged, gone);
}
