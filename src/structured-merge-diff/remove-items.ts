import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { setMember } from "../apimachinery/json/members.ts";
import type { FieldSet, SetEntry } from "./field-set.ts";
import { formOf } from "./form.ts";
import { itemElement, itemError } from "./list-items.ts";
import { memberAtom, memberElement, noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { asList, asMap } from "./value.ts";

/**
 * Returns the value without the fields and items of a set. Containers that lose all of their content become null
 * (TypedValue.RemoveItems).
 */
export function removeItems(value: JsonValue, items: FieldSet, atom: Atom): JsonValue {
  switch (formOf(atom, value)) {
    case "scalar":
      return value;
    case "list":
      return atom.list && !atom.list.atomic ? removeFromList(asList(value) ?? [], items, atom.list) : null;
    case "map":
      return atom.map && !atom.map.atomic ? removeMembers(asMap(value) ?? {}, items, atom.map) : null;
    case "none":
      return null;
  }
}

function entryOf(items: FieldSet, list: ListAtom, item: JsonValue): SetEntry | undefined {
  return itemError(list, item) === undefined ? items.find(itemElement(list, item)) : undefined;
}

function removeFromList(list: readonly JsonValue[], items: FieldSet, atom: ListAtom): JsonValue {
  const kept: JsonValue[] = [];
  let changed = false;
  for (const item of list) {
    const entry = entryOf(items, atom, item);
    const left = entry?.children && !entry.member ? removeItems(item, entry.children, atom.items) : item;
    changed ||= left !== item || entry?.member === true;
    if (!entry?.member) kept.push(left);
  }
  if (kept.length === 0) return null;
  return changed ? kept : list;
}

function removeMembers(members: JsonObject, items: FieldSet, atom: MapAtom): JsonValue {
  const kept: Record<string, JsonValue> = {};
  let [changed, any] = [false, false];
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    const entry = items.find(memberElement(atom, name));
    const left =
      entry?.children && !entry.member ? removeItems(value, entry.children, memberAtom(atom, name) ?? noAtom) : value;
    changed ||= left !== value || entry?.member === true;
    if (entry?.member) continue;
    setMember(kept, name, left);
    any = true;
  }
  if (!any) return null;
  return changed ? kept : members;
}

/** Returns only the fields and items of a set (TypedValue.ExtractItems). */
export function extractItems(value: JsonValue, items: FieldSet, atom: Atom): JsonValue {
  switch (formOf(atom, value)) {
    case "scalar":
      return value;
    case "list":
      return atom.list ? extractFromList(asList(value) ?? [], items, atom.list) : null;
    case "map":
      return atom.map ? extractMembers(asMap(value) ?? {}, items, atom.map) : null;
    case "none":
      return null;
  }
}

/** An item that is itself a member is searched with the whole set once more, as upstream does. */
function extractFromList(list: readonly JsonValue[], items: FieldSet, atom: ListAtom): JsonValue {
  if (list.length === 0) return null;
  if (atom.atomic) return list;
  const kept: JsonValue[] = [];
  for (const item of list) {
    const entry = entryOf(items, atom, item);
    if (entry?.member) kept.push(extractItems(item, items, atom.items));
    if (entry?.children) kept.push(extractItems(item, entry.children, atom.items));
  }
  return kept.length === 0 ? null : kept;
}

function extractMembers(members: JsonObject, items: FieldSet, atom: MapAtom): JsonValue {
  if (atom.atomic) return Object.keys(members).length === 0 ? null : members;
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(members)) {
    const entry = items.find({ kind: "field", name });
    const type = memberAtom(atom, name) ?? noAtom;
    if (entry?.member) setMember(kept, name, extractItems(value, items, type));
    else if (entry?.children) setMember(kept, name, extractItems(value, entry.children, type));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}
