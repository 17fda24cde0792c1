import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { keptValue, runningWork } from "../component-base/work.ts";
import type { FieldSet, SetEntry } from "./field-set.ts";
import { formOf } from "./form.ts";
import { itemElement, itemKey, type ItemKey } from "./list-items.ts";
import { forEachItem, forEachName } from "./long-values.ts";
import { isFlat, memberAtom, memberElement, noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { lastSets, shareSet } from "./shared-sets.ts";
import { asList, asMap } from "./value.ts";

/**
 * The paths that a new value adds: always the value's own path, and the paths below it (`children`) where the value is
 * granular.
 */
export interface Addition {
  readonly children: FieldSet | undefined;
}

const leaf: Addition = { children: undefined };

/**
 * Returns the paths added by a value that did not exist before (typed.Comparison.Added of no value and this one);
 * undefined if the type has no form for the value.
 */
export function additionOf(value: JsonValue, atom: Atom): Addition | undefined {
  switch (formOf(atom, value)) {
    case "scalar":
      return leaf;
    case "list":
      return atom.list && keptAddition(asList(value), atom.list, itemsAdded);
    case "map":
      return atom.map && keptAddition(asMap(value), atom.map, membersAdded);
    case "none":
      return undefined;
  }
}

/** Returns what a container adds; in a large request it is found once, however often that pauses afterwards. */
const keptAddition = <Value, Type>(value: Value, type: Type, added: (value: Value, type: Type) => Addition): Addition =>
  runningWork() === undefined ? added(value, type) : keptValue(() => added(value, type));

function membersAdded(members: JsonObject | undefined, map: MapAtom): Addition {
  if (map.atomic || members === undefined) return leaf;
  const last = lastSets(map);
  if (isFlat(map)) for (const known of last) if (isNamedLike(known, members)) return { children: known };
  const like = last[0];
  const { entries, known } = forEachName(members, newEntries, (found, name) => {
    const value = members[name];
    const addition = value === undefined ? undefined : additionOf(value, memberAtom(map, name) ?? noAtom);
    if (!addition) return;
    const entry = like?.field(name);
    const same = entry !== undefined && entry.member && entry.children === addition.children;
    found.entries.push(same ? entry : { element: memberElement(map, name), member: true, children: addition.children });
    found.known &&= same;
  });
  if (entries.length === 0) return leaf;
  return { children: known && like?.entries.length === entries.length ? like : shareSet(map, entries) };
}

/** Entries that are found, and whether all of them are those of a known set. */
const newEntries = (): { readonly entries: SetEntry[]; known: boolean } => ({ entries: [], known: true });

/** Reports whether the set names exactly these members of a map of scalars, in the same order. */
function isNamedLike({ entries }: FieldSet, members: JsonObject): boolean {
  let at = 0;
  for (const name in members) {
    const entry = entries[at++];
    if (
      entry?.element.kind !== "field" ||
      entry.element.name !== name ||
      !entry.member ||
      entry.children !== undefined ||
      members[name] === undefined
    )
      return false;
  }
  return at === entries.length && at > 0;
}

/** Duplicate items are added as a single leaf. */
function itemsAdded(items: readonly JsonValue[] | undefined, list: ListAtom): Addition {
  if (list.atomic || items === undefined || items.length === 0) return leaf;
  const byKey = forEachItem(items, newEntriesByKey, (found, item) => {
    const key = itemKey(list, item);
    const known = found.get(key);
    const addition = known ? leaf : additionOf(item, list.items);
    if (addition)
      found.set(key, { element: known?.element ?? itemElement(list, item), member: true, children: addition.children });
  });
  return byKey.size === 0 ? leaf : { children: shareSet(list, [...byKey.values()]) };
}

const newEntriesByKey = (): Map<ItemKey, SetEntry> => new Map();
