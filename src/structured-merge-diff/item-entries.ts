import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import { setMember } from "../apimachinery/json/members.ts";
import type { FieldSet, SetEntry } from "./field-set.ts";
import { itemKey, keyOf, type ItemKey } from "./list-items.ts";
import type { PathElement } from "./path-element.ts";
import type { ListAtom } from "./schema.ts";
import { isMap } from "./value.ts";

/** Sets of up to this many entries are searched linearly. */
const few = 8;
/** Entries of longer sets, indexed by item key. */
const indexes = new WeakMap<FieldSet, ReadonlyMap<ItemKey, SetEntry>>();

/** Returns the entry of an item without `itemError`. It may miss an entry whose keys contain a Double or a bigint. */
export function entryOfItem(set: FieldSet, list: ListAtom, item: JsonValue): SetEntry | undefined {
  if (set.entries.length > few) {
    const found = indexOf(set, list).get(itemKey(list, item));
    return found && isElementOf(list, item, found.element) ? found : undefined;
  }
  for (const entry of set.entries) if (isElementOf(list, item, entry.element)) return entry;
  return undefined;
}

function isElementOf(list: ListAtom, item: JsonValue, element: PathElement): boolean {
  if (element.kind === "value") return list.keys.length === 0 && isSame(element.value, item);
  if (element.kind !== "key" || !isMap(item)) return false;
  let named = 0;
  for (const name of list.keys) if (keyOf(list, item, name) !== undefined) named++;
  if (named !== element.fields.length) return false;
  for (const { name, value } of element.fields)
    if (!list.keys.includes(name) || !isSame(value, keyOf(list, item, name))) return false;
  return true;
}

/** Compares numbers by value: sets that were decoded hold them as floats. */
const isSame = (held: JsonValue, value: JsonValue | undefined): boolean =>
  held === value || (held instanceof Double && held.value === value);

function indexOf(set: FieldSet, list: ListAtom): ReadonlyMap<ItemKey, SetEntry> {
  const known = indexes.get(set);
  if (known) return known;
  const index = new Map<ItemKey, SetEntry>();
  for (const entry of set.entries) {
    const item = itemLike(entry.element);
    if (item !== undefined) index.set(itemKey(list, item), entry);
  }
  indexes.set(set, index);
  return index;
}

/** Returns an item that consists only of the element's keys or value. */
function itemLike(element: PathElement): JsonValue | undefined {
  if (element.kind === "value") return element.value;
  if (element.kind !== "key") return undefined;
  const item: Record<string, JsonValue> = {};
  for (const { name, value } of element.fields)
    setMember(item, name, value instanceof Double && Number.isSafeInteger(value.value) ? value.value + 0 : value);
  return item;
}
