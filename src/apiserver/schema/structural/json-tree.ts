import { setMember } from "../../../apimachinery/json/members.ts";
import { type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { keysOf } from "../../../component-base/long-map-keys.ts";
import { runningWork, type LoopState, type Work } from "../../../component-base/work.ts";
import type { Schema, Slot } from "../schema.ts";

/** Returns the slot of an object's member: a declared field, or else additional properties. */
export function memberSlot(schema: Schema, name: string): Slot | undefined {
  if (schema.kind === "map") return schema.values;
  const members = schema.kind === "object" ? schema : schema.others?.members;
  return members && (members.field(name) ?? members.additionalProperties);
}

/** Returns the slot of a list's items. */
export const itemSlot = (schema: Schema): Slot | undefined =>
  schema.kind === "list" ? schema.items : schema.others?.items;

/**
 * Maps the members of an object. Returns the object itself if none changed; a result of undefined removes the member.
 */
export function mapMembers(object: JsonObject, change: MemberChange): JsonObject {
  const work = runningWork();
  const names = keysOf(object);
  if (work !== undefined && names.length >= longMap) return longMapMembers(work, object, names, change);
  const changed: ChangedMembers = {};
  for (let i = 0; i < names.length; i++) changeMember(changed, object, names, i, change);
  return changed.copy ?? object;
}

/** From this number of members on, work pauses between them. */
const longMap = 256;

type MemberChange = (value: JsonValue, name: string) => JsonValue | undefined;

/** The first members of an object after their change; no copy as long as none changed. */
interface ChangedMembers extends LoopState {
  copy?: Record<string, JsonValue>;
}

function changeMember(
  changed: ChangedMembers,
  object: JsonObject,
  names: readonly string[],
  i: number,
  change: MemberChange,
): void {
  const name = names[i] ?? "";
  const before = object[name] ?? null;
  const after = change(before, name);
  if (changed.copy === undefined && after === before) return;
  changed.copy ??= firstMembers(object, names, i);
  if (after !== undefined) setMember(changed.copy, name, after);
}

function longMapMembers(work: Work, object: JsonObject, names: readonly string[], change: MemberChange): JsonObject {
  const changed = work.loop(
    names.length,
    (): ChangedMembers & { readonly change: MemberChange } => ({ change }),
    (state, i) => changeMember(state, object, names, i, state.change),
  );
  return changed.copy ?? object;
}

function firstMembers(object: JsonObject, names: readonly string[], count: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (let i = 0; i < count; i++) {
    const name = names[i] ?? "";
    setMember(copy, name, object[name] ?? null);
  }
  return copy;
}

/** Maps the items of a list. Returns the list itself if none changed. */
export function mapItems(
  items: readonly JsonValue[],
  change: (value: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const work = runningWork();
  if (work !== undefined && items.length > 0) return mapItemsInSlices(work, items, change);
  const changed = items.map(change);
  return changed.some((item, i) => item !== items[i]) ? changed : items;
}

type ItemChange = (value: JsonValue, index: number) => JsonValue;

/** The items of a list after their change; no copy as long as none changed. */
interface ChangedItems extends LoopState {
  readonly change: ItemChange;
  copy?: JsonValue[];
}

function mapItemsInSlices(work: Work, items: readonly JsonValue[], change: ItemChange): readonly JsonValue[] {
  const changed = work.loop(
    items.length,
    (): ChangedItems => ({ change }),
    (state, i) => {
      const before = items[i] ?? null;
      const after = state.change(before, i);
      if (after === before) return;
      state.copy ??= [...items];
      state.copy[i] = after;
    },
  );
  return changed.copy ?? items;
}
