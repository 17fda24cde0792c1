import { copyEmptied, isEmptied } from "../apimachinery/json/emptied-members.ts";
import { isList, Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { memberOf, setMember } from "../apimachinery/json/members.ts";
import { isMap } from "./value.ts";

/**
 * Returns the value with every part that equals the part of `other` at the same path replaced by that instance, so that
 * unchanged parts can be found by identity. Returns `other` itself if nothing differs. Numbers are equal if they have
 * the same printed form.
 */
export function shareParts(value: JsonValue, other: JsonValue | undefined): JsonValue {
  if (typeof value !== "object" || value === null || value === other || typeof other !== "object" || other === null)
    return value;
  if (isList(value)) return isList(other) ? shareItems(value, other) : value;
  if (isMap(value)) return isMap(other) ? shareMembers(value, other) : value;
  return value instanceof Double && other instanceof Double && Object.is(value.value, other.value) ? other : value;
}

function shareItems(items: readonly JsonValue[], others: readonly JsonValue[]): readonly JsonValue[] {
  let copy: JsonValue[] | undefined;
  let alike = items.length === others.length;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] ?? null;
    const shared = shareParts(item, others[i]);
    alike &&= shared === others[i];
    if (shared === item) continue;
    copy ??= [...items];
    copy[i] = shared;
  }
  return alike ? others : (copy ?? items);
}

function shareMembers(members: JsonObject, others: JsonObject): JsonObject {
  let copy: Record<string, JsonValue> | undefined;
  let [alike, count] = [true, 0];
  for (const name in members) {
    const member = members[name];
    if (member === undefined) continue;
    count++;
    const other = memberOf(others, name);
    const shared = shareParts(member, other);
    alike &&= shared === other;
    if (shared === member) continue;
    copy ??= copyEmptied(members, { ...members });
    setMember(copy, name, shared);
  }
  return alike && count === countOf(others) && !isEmptied(members) ? others : (copy ?? members);
}

function countOf(members: JsonObject): number {
  let count = 0;
  for (const name in members) if (members[name] !== undefined) count++;
  return count;
}
