import { GrowingMap } from "../library/comprehensions.ts";
import { EvalError } from "../values/eval-error.ts";
import { GrowingList } from "../values/growing-list.ts";
import { HashMap } from "../values/hash-map.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { goNameOf } from "../values/print.ts";
import type { Frame, Step } from "./frame.ts";

/** The planned parts of a comprehension and the slots of its variables. */
export interface FoldPlan {
  readonly nodeId: number;
  readonly range: Step;
  readonly init: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
  readonly accuSlot: number;
  readonly iterSlot: number;
  /** The slot of the second variable, if any. */
  readonly iterSlot2: number | undefined;
  /**
   * The value that a single element can decide: false for `all`, true for `exists`, undefined for other comprehensions.
   */
  readonly decisive: boolean | undefined;
}

/** The result of an interrupted evaluation. */
export const interrupted = new EvalError("operation interrupted");

/** Returns the initial accumulator. Empty containers are replaced by ones that grow in place. */
function startValue(initial: Value): Value {
  if (initial instanceof ListValue && initial.size === 0) return new GrowingList();
  return initial instanceof MapValue && initial.size === 0 ? new GrowingMap() : initial;
}

/** Reads the accumulator, which is initialized on first access. */
export const accumulatorStep =
  (slot: number, init: Step): Step =>
  (frame) => {
    const known = frame.slots[slot];
    return known === undefined ? (frame.slots[slot] = startValue(init(frame))) : known;
  };

function finish(value: Value): Value {
  if (value instanceof GrowingList) return value.finish();
  return value instanceof GrowingMap
    ? new HashMap(value.keys().map((key) => [key, value.find(key) ?? null] as const))
    : value;
}

/** Runs one iteration; returns false if the comprehension is decided. */
function advance(frame: Frame, plan: FoldPlan): boolean {
  if (plan.condition(frame) === false) return false;
  frame.slots[plan.accuSlot] = plan.step(frame);
  return true;
}

/** Runs the iterations over a range by index; returns false if interrupted. */
function runRounds(frame: Frame, plan: FoldPlan, count: number, setVariables: (index: number) => void): boolean {
  for (let i = 0; i < count; i++) {
    setVariables(i);
    if (!advance(frame, plan)) {
      decide(frame, plan, i - 1, setVariables);
      return true;
    }
    if (frame.isInterrupted?.()) return false;
  }
  if (plan.decisive !== undefined && frame.slots[plan.accuSlot] === plan.decisive)
    decide(frame, plan, count - 1, setVariables);
  return true;
}

function decide(frame: Frame, plan: FoldPlan, index: number, setVariables: (index: number) => void): void {
  if (frame.record === undefined || index < 0) return;
  setVariables(index);
  frame.record.decide(plan.nodeId, index, frame.slots[plan.iterSlot2 ?? plan.iterSlot] ?? null);
}

function fold(frame: Frame, plan: FoldPlan, range: ListValue | MapValue): boolean {
  const { slots } = frame;
  const { iterSlot, iterSlot2 } = plan;
  if (range instanceof ListValue) {
    if (iterSlot2 === undefined) return runRounds(frame, plan, range.size, (i) => (slots[iterSlot] = range.at(i)));
    return runRounds(frame, plan, range.size, (i) => {
      slots[iterSlot] = i;
      slots[iterSlot2] = range.at(i);
    });
  }
  const keys = range.keys();
  return runRounds(frame, plan, keys.length, (i) => {
    const key = keys[i] ?? null;
    slots[iterSlot] = key;
    if (iterSlot2 !== undefined) slots[iterSlot2] = range.find(key) ?? null;
  });
}

/** Returns the error of a comprehension over a value that is not iterable. */
export function notIterable(range: Value, variables: 1 | 2): EvalError {
  if (range instanceof EvalError) return range;
  const name = goNameOf(range);
  return new EvalError(
    variables === 1 ? `got '${name}', expected iterable type` : `unsupported comprehension range type: ${name}`,
  );
}

/** Returns the step of a comprehension. */
export function foldStep(plan: FoldPlan): Step {
  return (frame) => {
    const range = plan.range(frame);
    if (!(range instanceof ListValue) && !(range instanceof MapValue))
      return notIterable(range, plan.iterSlot2 === undefined ? 1 : 2);
    frame.slots[plan.accuSlot] = undefined;
    if (!fold(frame, plan, range)) return interrupted;
    return finish(plan.result(frame));
  };
}
