import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { operators } from "../operators.ts";
import { JsonMap, ownMember } from "../values/json.ts";
import { chargeUnits, type Frame, type Step } from "./frame.ts";
import { simpleCost } from "./operator-steps.ts";
import { fieldNames, memberOf } from "./path.ts";
import type { Planned } from "./planned.ts";

/** A field of a variable, or a field of such a field: the most frequent operands of comparisons in rules. */
interface Member {
  readonly slot: number;
  readonly root: Step;
  readonly first: string;
  readonly second: string | undefined;
  /** The cost of reading it. */
  readonly units: number;
}

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function memberOfVariable(planned: Planned | undefined): Member | undefined {
  if (planned?.kind !== "attribute" || planned.attribute.slot === 0 || planned.attribute.ownCost !== 1)
    return undefined;
  const { slot, root, qualifiers } = planned.attribute;
  const names = fieldNames(qualifiers);
  const [first, second] = names ?? [];
  return first === undefined || qualifiers.length > 2
    ? undefined
    : { slot, root, first, second, units: qualifiers.length + 1 };
}

/** Reads a member's JSON without conversion; undefined where the general step is required. */
function read(frame: Frame, { slot, root, first, second }: Member): JsonValue | undefined {
  const start = frame.slots[slot] ?? root(frame);
  if (!(start instanceof JsonMap)) return undefined;
  const member = start.members[first];
  return second === undefined ? member : memberOf(member, second);
}

type Order = "<" | "<=" | ">" | ">=";

const orders: Readonly<Record<string, Order>> = {
  [operators.less]: "<",
  [operators.lessEquals]: "<=",
  [operators.greater]: ">",
  [operators.greaterEquals]: ">=",
};

function holds(order: Order, a: number, b: number): boolean {
  switch (order) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

/** Fuses `self.a <= self.b` or `self.a <= 5` on numbers. All other cases use the general step. */
export function fusedComparison(
  name: string,
  left: Planned | undefined,
  right: Planned | undefined,
  general: Step,
  tracked: boolean,
): Step {
  const order = orders[name];
  const a = memberOfVariable(left);
  if (order === undefined || a === undefined) return general;
  const b = memberOfVariable(right);
  if (b !== undefined) {
    const units = a.units + b.units + 1;
    return (frame) => {
      const x = read(frame, a);
      const y = read(frame, b);
      if (typeof x !== "number" || typeof y !== "number") return general(frame);
      if (tracked) chargeUnits(frame, units);
      return holds(order, x, y);
    };
  }
  if (right?.kind !== "constant" || typeof right.value !== "number") return general;
  const { value } = right;
  return (frame) => {
    const x = read(frame, a);
    if (typeof x !== "number") return general(frame);
    if (tracked) chargeUnits(frame, a.units + 1);
    return holds(order, x, value);
  };
}

/**
 * Fuses `self.a == self.b` or `self.a == 'x'` on scalars, or `!=` if `equal` is false. All other cases use
 * the general step.
 */
export function fusedEquality(
  left: Planned | undefined,
  right: Planned | undefined,
  equal: boolean,
  general: Step,
  tracked: boolean,
): Step {
  const a = memberOfVariable(left);
  if (a === undefined) return general;
  const b = memberOfVariable(right);
  if (b !== undefined) {
    return (frame) => {
      const x = read(frame, a);
      const y = read(frame, b);
      if (!isScalar(x) || typeof x !== typeof y) return general(frame);
      return !tracked || charged(frame, a.units + b.units, x, y) ? (x === y) === equal : general(frame);
    };
  }
  if (right?.kind !== "constant" || !isScalar(right.value)) return general;
  const { value } = right;
  return (frame) => {
    const x = read(frame, a);
    if (typeof x !== typeof value) return general(frame);
    return !tracked || charged(frame, a.units, x, value) ? (x === value) === equal : general(frame);
  };
}

/** Fuses `'x' in self.a` on an object. All other cases use the general step. */
export function fusedMembership(
  key: Planned | undefined,
  container: Planned | undefined,
  general: Step,
  tracked: boolean,
): Step {
  const holder = memberOfVariable(container);
  if (holder === undefined || key?.kind !== "constant" || typeof key.value !== "string") return general;
  const { value } = key;
  return (frame) => {
    const members = read(frame, holder);
    if (!isObject(members)) return general(frame);
    if (tracked) chargeUnits(frame, holder.units + 1);
    return ownMember(members, value) !== undefined;
  };
}

/**
 * Charges for two operands and their comparison. Returns false, without charging, if the cost depends on their sizes.
 */
function charged(frame: Frame, units: number, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const cost = isScalar(a) && isScalar(b) ? simpleCost(a, b) : undefined;
  if (cost !== undefined) chargeUnits(frame, units + cost);
  return cost !== undefined;
}
