import type { EvalRecord } from "./eval-record.ts";
import { EvalAbort } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";

/** Where the variables of an evaluation come from; a Map does. */
export interface Activation {
  get(name: string): Value | undefined;
}

const nothing: Activation = { get: () => undefined };

/** The state of one evaluation; made once and used for one evaluation after the other. */
export class Frame {
  activation: Activation = nothing;
  /**
   * Variables of comprehensions, and those of the environment asked for so far, by the number the planner gave them.
   */
  readonly slots: (Value | undefined)[];
  limit = Infinity;
  record: EvalRecord | undefined = undefined;
  isInterrupted: (() => boolean) | undefined = undefined;
  cost = 0;

  constructor(slots: number) {
    this.slots = Array.from<Value | undefined>({ length: slots });
  }

  /** Makes it ready for the next evaluation. */
  start(activation: Activation, limit: number, isInterrupted: (() => boolean) | undefined): void {
    this.activation = activation;
    this.limit = limit;
    this.isInterrupted = isInterrupted;
    this.cost = 0;
  }

  /** Lets go of everything the evaluation looked at. */
  finish(): void {
    this.activation = nothing;
    this.isInterrupted = undefined;
    const { slots } = this;
    for (let i = 0; i < slots.length; i++) slots[i] = undefined;
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
  if (frame.cost > frame.limit) endAtLimit(frame);
};

function endAtLimit(frame: Frame): never {
  frame.cost = frame.limit + 1;
  throw new EvalAbort(exceeded);
}

/** Adds costs that arise one after the other: the evaluation ends at the one that exceeds the limit. */
export function chargeParts(frame: Frame, total: number, parts: readonly number[]): void {
  const before = frame.cost;
  frame.cost += total;
  if (frame.cost <= frame.limit) return;
  frame.cost = before;
  for (const part of parts) charge(frame, part);
}

export const chargeNothing: Charge = () => {};
