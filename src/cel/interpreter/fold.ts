import { GrowingMap } from "../library/comprehensions.ts";
import { EvalError, errorOr, noSuchOverload } from "../values/eval-error.ts";
import { GrowingList } from "../values/growing-list.ts";
import { HashMap } from "../values/hash-map.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { goNameOf } from "../values/print.ts";
import type { Charge, Frame, Step } from "./frame.ts";

/** The parts of a comprehension, and where its variables live. */
export interface FoldPlan {
  readonly nodeId: number;
  readonly range: Step;
  readonly init: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
  readonly accuSlot: number;
  readonly iterSlot: number;
  /** Where the second variable lives, if there is one. */
  readonly iterSlot2: number | undefined;
}

const interrupted = new EvalError("operation interrupted");

/** The accumulator before the first step: empty containers grow in place from here on. */
function startValue(initial: Value): Value {
  if (initial instanceof ListValue && initial.size === 0) return new GrowingList();
  return initial instanceof MapValue && initial.size === 0 ? new GrowingMap() : initial;
}

/** Reads the accumulator, which is computed when somebody first asks for it. */
export const accumulatorStep =
  (slot: number, init: Step): Step =>
  (frame) => {
    const known = frame.locals[slot];
    return known === undefined ? (frame.locals[slot] = startValue(init(frame))) : known;
  };

function finish(value: Value): Value {
  if (value instanceof GrowingList) return value.finish();
  return value instanceof GrowingMap ? new HashMap(value.keys().map((key) => [key, value.find(key) ?? null] as const)) : value;
}

/** One round; false when the comprehension is decided. */
function advance(frame: Frame, plan: FoldPlan): boolean {
  if (plan.condition(frame) === false) return false;
  frame.locals[plan.accuSlot] = plan.step(frame);
  return true;
}

/** Runs the rounds over elements by index; undefined if it was interrupted. */
function runRounds(frame: Frame, plan: FoldPlan, count: number, setVariables: (index: number) => void): boolean {
  for (let i = 0; i < count; i++) {
    setVariables(i);
    if (!advance(frame, plan)) {
      decide(frame, plan, i - 1, setVariables);
      return true;
    }
    if (frame.isInterrupted?.()) return false;
  }
  return true;
}

function decide(frame: Frame, plan: FoldPlan, index: number, setVariables: (index: number) => void): void {
  if (frame.record === undefined || index < 0) return;
  setVariables(index);
  frame.record.decide(plan.nodeId, index, frame.locals[plan.iterSlot2 ?? plan.iterSlot] ?? null);
}

function fold(frame: Frame, plan: FoldPlan, range: ListValue | MapValue): boolean {
  const { locals } = frame;
  const { iterSlot, iterSlot2 } = plan;
  if (range instanceof ListValue) {
    if (iterSlot2 === undefined) return runRounds(frame, plan, range.size, (i) => (locals[iterSlot] = range.at(i)));
    return runRounds(frame, plan, range.size, (i) => {
      locals[iterSlot] = i;
      locals[iterSlot2] = range.at(i);
    });
  }
  const keys = range.keys();
  return runRounds(frame, plan, keys.length, (i) => {
    const key = keys[i] ?? null;
    locals[iterSlot] = key;
    if (iterSlot2 !== undefined) locals[iterSlot2] = range.find(key) ?? null;
  });
}

function notIterable(range: Value, plan: FoldPlan): EvalError {
  if (range instanceof EvalError) return range;
  const name = goNameOf(range);
  return new EvalError(plan.iterSlot2 === undefined ? `got '${name}', expected iterable type` : `unsupported comprehension range type: ${name}`);
}

/** The step of a comprehension. */
export function foldStep(plan: FoldPlan): Step {
  return (frame) => {
    const range = plan.range(frame);
    if (!(range instanceof ListValue) && !(range instanceof MapValue)) return notIterable(range, plan);
    frame.locals[plan.accuSlot] = undefined;
    if (!fold(frame, plan, range)) return interrupted;
    return finish(plan.result(frame));
  };
}

/** `all` or `exists` with one variable: what its predicate is, and the answer that ends it. */
export interface QuantifierPlan {
  readonly range: Step;
  readonly predicate: Step;
  readonly iterSlot: number;
  readonly decisive: boolean;
  readonly charge: Charge;
}

/** What the rounds of `all` and `exists` cost beside their predicate, in single units. */
const conditionUnits = (decisive: boolean): number => (decisive ? 3 : 2);

function quantify(frame: Frame, plan: QuantifierPlan, elements: ListValue | readonly Value[], count: number): Value {
  const { locals } = frame;
  const { decisive, predicate, iterSlot, charge } = plan;
  const units = conditionUnits(decisive);
  let failure: EvalError | undefined;
  for (let i = 0; i < count; i++) {
    charge(frame, units + 1);
    locals[iterSlot] = elements instanceof ListValue ? elements.at(i) : (elements[i] ?? null);
    const holds = predicate(frame);
    if (holds === decisive) {
      charge(frame, i + 1 < count ? units + 1 : 1);
      return decisive;
    }
    if (typeof holds !== "boolean") failure ??= errorOr(holds, noSuchOverload);
    if (frame.isInterrupted?.()) return interrupted;
  }
  charge(frame, 1);
  return failure ?? !decisive;
}

/** The step of `all` and `exists`, at the cost of the comprehension they stand for. */
export function quantifierStep(plan: QuantifierPlan): Step {
  return (frame) => {
    const range = plan.range(frame);
    if (range instanceof ListValue) return quantify(frame, plan, range, range.size);
    if (!(range instanceof MapValue)) return range instanceof EvalError ? range : new EvalError(`got '${goNameOf(range)}', expected iterable type`);
    const keys = range.keys();
    return quantify(frame, plan, keys, keys.length);
  };
}
