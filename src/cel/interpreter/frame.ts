import type { EvalRecord } from "./eval-record.ts";
import { EvalAbort } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";

/** Where the variables of an evaluation come from; a Map does. */
export interface Activation {
  get(name: string): Value | undefined;
}

/** The state of one evaluation. */
export class Frame {
  readonly activation: Activation;
  /** Variables asked for so far, by the number the planner gave them. */
  readonly variables: (Value | undefined)[] = [];
  /** Variables of comprehensions, likewise. */
  readonly locals: (Value | undefined)[] = [];
  readonly limit: number;
  readonly record: EvalRecord | undefined;
  readonly isInterrupted: (() => boolean) | undefined;
  cost = 0;

  constructor(activation: Activation, limit: number, record?: EvalRecord, isInterrupted?: () => boolean) {
    this.activation = activation;
    this.limit = limit;
    this.record = record;
    this.isInterrupted = isInterrupted;
  }
}

/** Computes the value of a part of an expression. */
export type Step = (frame: Frame) => Value;

const exceeded = "operation cancelled: actual cost limit exceeded";

/** Adds to the cost of an evaluation and ends it beyond the limit. */
export type Charge = (frame: Frame, cost: number) => void;

export const charge: Charge = (frame, cost) => {
  frame.cost += cost;
  if (frame.cost > frame.limit) throw new EvalAbort(exceeded);
};

/** Adds so many single units: the evaluation ends at the very unit that exceeds the limit. */
export const chargeUnits: Charge = (frame, units) => {
  frame.cost += units;
  if (frame.cost <= frame.limit) return;
  frame.cost = frame.limit + 1;
  throw new EvalAbort(exceeded);
};

export const chargeNothing: Charge = () => {};
