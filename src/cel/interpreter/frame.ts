import type { EvalRecord } from "./eval-record.ts";
import { EvalAbort } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";
import { interruption, mostEffort, type Effort } from "../values/effort.ts";

/** Resolves the variables of an evaluation. A Map is an activation. */
export interface Activation {
  get(name: string): Value | undefined;
}

const nothing: Activation = { get: () => undefined };

/** The state of one evaluation. A frame is reused for successive evaluations. */
export class Frame implements Effort {
  activation: Activation = nothing;
  /** The values of comprehension variables and of the environment variables resolved so far, by slot number. */
  readonly slots: (Value | undefined)[];
  limit = Infinity;
  record: EvalRecord | undefined = undefined;
  isInterrupted: (() => boolean) | undefined = undefined;
  cost = 0;
  /** The steps that no cost counts. */
  steps = 0;

  constructor(slots: number) {
    this.slots = Array.from<Value | undefined>({ length: slots });
  }

  /** Resets the frame for a new evaluation. */
  start(activation: Activation, limit: number, isInterrupted: (() => boolean) | undefined): void {
    this.activation = activation;
    this.limit = limit;
    this.isInterrupted = isInterrupted;
    this.cost = 0;
    this.steps = 0;
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > mostEffort) throw interruption();
  }

  /** Releases all references to the values of the evaluation. */
  finish(): void {
    this.activation = nothing;
    this.isInterrupted = undefined;
    const { slots } = this;
    for (let i = 0; i < slots.length; i++) slots[i] = undefined;
  }
}

/** A planned node, which computes its value in a frame. */
export type Step = (frame: Frame) => Value;

const exceeded = "operation cancelled: actual cost limit exceeded";

/** Adds to the cost of an evaluation, and aborts it if the limit is exceeded. */
export type Charge = (frame: Frame, cost: number) => void;

export const charge: Charge = (frame, cost) => {
  frame.cost += cost;
  if (frame.cost > frame.limit) throw new EvalAbort(exceeded);
};

/** Charges a number of single units. If they exceed the limit, the evaluation ends with a cost of one unit above it. */
export const chargeUnits: Charge = (frame, units) => {
  frame.cost += units;
  if (frame.cost > frame.limit) endAtLimit(frame);
};

function endAtLimit(frame: Frame): never {
  frame.cost = frame.limit + 1;
  throw new EvalAbort(exceeded);
}

/** Charges consecutive costs. The evaluation is aborted at the one that exceeds the limit. */
export function chargeParts(frame: Frame, total: number, parts: readonly number[]): void {
  const before = frame.cost;
  frame.cost += total;
  if (frame.cost <= frame.limit) return;
  frame.cost = before;
  for (const part of parts) charge(frame, part);
}

export const chargeNothing: Charge = () => {};
