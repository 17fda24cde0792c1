import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { formOf } from "./form.ts";
import { itemElement, itemKey, type ItemKey } from "./list-items.ts";
import { fieldOf, noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { asList, asMap, isEmptyMap, isMap } from "./value.ts";

/** The paths that a value sets: "whole" if it is owned as a whole, a set of the paths below it, or "nothing". */
type Mention = FieldSet | "whole" | "nothing";

/** Returns every field and item that a value sets (TypedValue.ToFieldSet). */
export function toFieldSet(value: JsonValue, atom: Atom): FieldSet {
  const found = mention(value, atom);
  return typeof found === "string" ? FieldSet.empty : found;
}

function mention(value: JsonValue, atom: Atom): Mention {
  switch (formOf(atom, value)) {
    case "scalar":
      return "whole";
    case "list":
      return atom.list ? mentionItems(asList(value), atom.list) : "nothing";
    case "map":
      return atom.map ? mentionMembers(asMap(value), atom.map) : "nothing";
    case "none":
      return "nothing";
  }
}

const below = (found: Mention): FieldSet | undefined => (typeof found === "string" ? undefined : found);

function mentionMembers(members: JsonObject | undefined, map: MapAtom): Mention {
  if (map.atomic) return "whole";
  const entries: SetEntry[] = [];
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    const field = fieldOf(map, name);
    const found = mention(value, field?.type ?? map.elements ?? noAtom);
    const owned = found === "whole" || !field || value === null || (isMap(value) && isEmptyMap(value));
    if (owned || found !== "nothing")
      entries.push({ element: field?.element ?? { kind: "field", name }, member: owned, children: below(found) });
  }
  return entries.length === 0 ? "nothing" : FieldSet.of(entries);
}

/** Duplicate items are one leaf. */
function mentionItems(items: readonly JsonValue[] | undefined, list: ListAtom): Mention {
  if (list.atomic) return "whole";
  const byKey = new Map<ItemKey, SetEntry>();
  for (const item of items ?? []) {
    const key = itemKey(list, item);
    const known = byKey.get(key);
    const element = known?.element ?? itemElement(list, item);
    byKey.set(key, { element, member: true, children: known ? undefined : below(mention(item, list.items)) });
  }
  return byKey.size === 0 ? "nothing" : FieldSet.of([...byKey.values()]);
}
