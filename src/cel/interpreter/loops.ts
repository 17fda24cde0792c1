import { EvalError, errorOr, noSuchOverload } from "../values/eval-error.ts";
import { JsonList, jsonValue } from "../values/json.ts";
import { ArrayList, ListValue, MapValue, type Value } from "../values/value.ts";
import { interrupted, notIterable } from "./fold.ts";
import { chargeParts, chargeUnits, type Frame, type Step } from "./frame.ts";

/** The elements that a loop with one variable visits. */
type Elements = ListValue | readonly Value[];

interface LoopPlan {
  readonly range: Step;
  readonly iterSlot: number;
  /** Whether to charge the cost of the equivalent comprehension. */
  readonly tracked: boolean;
}

function elementOf(elements: Elements, index: number): Value {
  if (elements instanceof JsonList) return jsonValue(elements.elements[index] ?? null);
  return elements instanceof ListValue ? elements.at(index) : (elements[index] ?? null);
}

type Loop<P> = (frame: Frame, plan: P, elements: Elements, count: number) => Value;

/** Returns a step that runs a loop over the elements of a list or the keys of a map. */
const looping =
  <P extends LoopPlan>(loop: Loop<P>, plan: P): Step =>
  (frame) => {
    const range = plan.range(frame);
    if (range instanceof ListValue) return loop(frame, plan, range, range.size);
    if (!(range instanceof MapValue)) return notIterable(range, 1);
    const keys = range.keys();
    return loop(frame, plan, keys, keys.length);
  };

/** The macros `all` and `exists`; a predicate equal to `decisive` ends the loop. */
export interface QuantifierPlan extends LoopPlan {
  readonly predicate: Step;
  readonly decisive: boolean;
}

/** The cost in units of one iteration of `all` or `exists`, without its predicate. */
const roundUnits = (decisive: boolean): number => (decisive ? 4 : 3);

function quantify(frame: Frame, plan: QuantifierPlan, elements: Elements, count: number): Value {
  const { decisive, predicate, iterSlot, tracked } = plan;
  const { slots } = frame;
  const units = roundUnits(decisive);
  let failure: EvalError | undefined;
  for (let i = 0; i < count; i++) {
    if (tracked) chargeUnits(frame, units);
    slots[iterSlot] = elementOf(elements, i);
    const holds = predicate(frame);
    if (holds === decisive) {
      if (tracked) chargeUnits(frame, i + 1 < count ? units : 1);
      return decisive;
    }
    if (typeof holds !== "boolean") failure ??= errorOr(holds, noSuchOverload);
    if (frame.isInterrupted !== undefined && frame.isInterrupted()) return interrupted;
  }
  if (tracked) chargeUnits(frame, 1);
  return failure ?? !decisive;
}

export const quantifierStep = (plan: QuantifierPlan): Step => looping(quantify, plan);

/** The macro `exists_one`. */
export interface CountPlan extends LoopPlan {
  readonly predicate: Step;
}

function countMatches(
  frame: Frame,
  { predicate, iterSlot, tracked }: CountPlan,
  elements: Elements,
  count: number,
): Value {
  const { slots } = frame;
  let matches = 0;
  let failure: EvalError | undefined;
  for (let i = 0; i < count; i++) {
    slots[iterSlot] = elementOf(elements, i);
    const holds = predicate(frame);
    if (holds === true) {
      if (tracked) chargeUnits(frame, 2);
      matches++;
    } else if (holds !== false) failure = errorOr(holds, noSuchOverload);
    if (frame.isInterrupted !== undefined && frame.isInterrupted()) return interrupted;
  }
  if (tracked) chargeUnits(frame, 2);
  return failure ?? matches === 1;
}

export const existsOneStep = (plan: CountPlan): Step => looping(countMatches, plan);

/** The macros `map` and `filter`: the transformed elements that match the predicate, or all if there is none. */
export interface CollectPlan extends LoopPlan {
  readonly predicate: Step | undefined;
  readonly transform: Step;
  /** The cost of wrapping a transformed element in a list; 0 for a constant. */
  readonly listCost: number;
}

function collect(
  frame: Frame,
  { predicate, transform, listCost, iterSlot, tracked }: CollectPlan,
  elements: Elements,
  count: number,
): Value {
  const { slots } = frame;
  const collected: Value[] = [];
  const addingCosts = [listCost, 1];
  let failure: EvalError | undefined;
  for (let i = 0; i < count; i++) {
    slots[iterSlot] = elementOf(elements, i);
    const holds = predicate === undefined ? true : predicate(frame);
    if (holds === true) {
      if (tracked) chargeUnits(frame, 1);
      const value = transform(frame);
      if (value instanceof EvalError) failure ??= value;
      else collected.push(value);
      if (tracked) chargeParts(frame, listCost + 1, addingCosts);
    } else if (holds !== false) failure = errorOr(holds, noSuchOverload);
    if (frame.isInterrupted !== undefined && frame.isInterrupted()) return interrupted;
  }
  if (tracked) chargeUnits(frame, 1);
  return failure ?? new ArrayList(collected);
}

export const collectStep = (plan: CollectPlan): Step => looping(collect, plan);
