import { isEmpty } from "../json/node-codec.ts";
import type { FieldPlan } from "../json/field-plan.ts";
import { setMember } from "../json/members.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";

/** The object that values by place make, as the JSON decoder would hold it: Go's order, its omissions, its zeros. `undefined` is what was not there. */
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

function holdField(plan: FieldPlan, value: unknown): unknown {
  if (value === undefined) return plan.always ? plan.zero() : undefined;
  if (plan.always) return value === null ? plan.zero() : value;
  return value === null || isEmpty(plan.emptiness, value) ? undefined : value;
}

/** A map as it is held: sorted by its keys' bytes. */
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
