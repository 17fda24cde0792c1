import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { formOf } from "./form.ts";
import { itemElement, itemKey } from "./list-items.ts";
import { noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { asList, asMap, isEmptyMap, isMap } from "./value.ts";

/** What a value mentions of itself. */
interface Mention {
  readonly member: boolean;
  readonly children: FieldSet | undefined;
}

const leaf: Mention = { member: true, children: undefined };
const nothing: Mention = { member: false, children: undefined };

/** Every field and item that a value mentions (TypedValue.ToFieldSet). */
export const toFieldSet = (value: JsonValue, atom: Atom): FieldSet => mention(value, atom).children ?? FieldSet.empty;

function mention(value: JsonValue, atom: Atom): Mention {
  switch (formOf(atom, value)) {
    case "scalar":
      return leaf;
    case "list":
      return atom.list ? mentionItems(asList(value), atom.list) : nothing;
    case "map":
      return atom.map ? mentionMembers(asMap(value), atom.map) : nothing;
    case "none":
      return nothing;
  }
}

const mentionOf = (entries: SetEntry[]): Mention => (entries.length === 0 ? nothing : { member: false, children: FieldSet.of(entries) });

function mentionMembers(members: JsonObject | undefined, map: MapAtom): Mention {
  if (map.atomic) return leaf;
  const entries: SetEntry[] = [];
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    const field = map.fields.get(name);
    const { member, children } = mention(value, field?.type ?? map.elements ?? noAtom);
    const owned = member || !field || value === null || (isMap(value) && isEmptyMap(value));
    if (owned || children) entries.push({ element: field?.element ?? { kind: "field", name }, member: owned, children });
  }
  return mentionOf(entries);
}

/** An item that stands there twice is one leaf. */
function mentionItems(items: readonly JsonValue[] | undefined, list: ListAtom): Mention {
  if (list.atomic) return leaf;
  const byKey = new Map<string, SetEntry>();
  for (const item of items ?? []) {
    const key = itemKey(list, item);
    const known = byKey.get(key);
    const element = known?.element ?? itemElement(list, item);
    byKey.set(key, { element, member: true, children: known ? undefined : mention(item, list.items).children });
  }
  return mentionOf([...byKey.values()]);
}
