import { isEmpty } from "../json/node-codec.ts";
import type { FieldPlan } from "../json/field-plan.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";

/**
 * Builds an object from values by field index, as the JSON decoder represents it: with Go's order, omissions and zero
 * values. `undefined` means that the field was absent.
 */
export function holdFields(plans: readonly FieldPlan[], values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (let i = 0; i < plans.length; i++) {
    const plan = plans[i];
    if (plan === undefined) continue;
    const held = holdField(plan, values[i]);
    if (held !== undefined) object[plan.name] = held;
  }
  return object;
}

/** Builds an object like `holdFields` from known field indexes below 64, given as bits of two words. */
export function holdPlaces(
  plans: readonly FieldPlan[],
  values: readonly unknown[],
  low: number,
  high: number,
): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (let word = low, base = 0; ; word = high, base = 32) {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const place = base + 31 - Math.clz32(rest & -rest);
      const plan = plans[place];
      if (plan === undefined) continue;
      const held = holdField(plan, values[place]);
      if (held !== undefined) object[plan.name] = held;
    }
    if (base === 32) return object;
  }
}

/** The number of field indexes that two words can represent. */
export const bitPlaces = 64;

function holdField(plan: FieldPlan, value: unknown): unknown {
  if (value === undefined) return plan.always ? plan.zero() : undefined;
  if (plan.always) return value === null ? plan.zero() : value;
  return value === null || isEmpty(plan.emptiness, value) ? undefined : value;
}

/** Up to this many keys, insertion sort is faster. */
const few = 16;

function insertInOrder(keys: string[]): void {
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? "";
    let at = i;
    for (; at > 0 && compareUtf8(keys[at - 1] ?? "", key) > 0; at--) keys[at] = keys[at - 1] ?? "";
    keys[at] = key;
  }
}

/** Returns the map with sorted keys. Maps are small and mostly sorted already. */
export function sortedMap<T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const keys = Object.keys(map);
  if (keys.length <= few) insertInOrder(keys);
  else keys.sort(compareUtf8);
  const inOrder: Record<string, T> = {};
  for (const key of keys) {
    const value = map[key];
    if (value !== undefined) setMember(inOrder, key, value);
  }
  return inOrder;
}

/** Builds a map sorted by the bytes of its keys. */
export function holdMap<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  const map: Record<string, T> = {};
  let last = "";
  let sorted = true;
  for (const [key, value] of entries) {
    sorted &&= last <= key;
    last = key;
    setMember(map, key, value);
  }
  if (sorted) return map;
  const inOrder: Record<string, T> = {};
  for (const [key, value] of [...entries].sort(([a], [b]) => compareUtf8(a, b))) setMember(inOrder, key, value);
  return inOrder;
}
