import type { CheckedExpr } from "./checker/checked-expr.ts";
import type { Env } from "./env/env.ts";
import { EvalRecord } from "./interpreter/eval-record.ts";
import { Frame, type Activation, type Step } from "./interpreter/frame.ts";
import { planExpr } from "./interpreter/planner.ts";
import { EvalAbort, EvalError } from "./values/eval-error.ts";
import type { Value } from "./values/value.ts";

/** How one evaluation is bounded. */
export interface EvalOptions {
  /** The most it may cost; without one the program's limit applies. */
  readonly costLimit?: number;
  /** Asked once a round of every comprehension. */
  readonly isInterrupted?: () => boolean;
}

export interface EvalResult {
  /** The value, which is an EvalError where the evaluation failed. */
  readonly value: Value;
  readonly cost: number;
  /** True if the evaluation was ended because of its cost. */
  readonly exceededLimit: boolean;
}

export interface ProgramOptions {
  /** The most an evaluation may cost unless it says otherwise. */
  readonly costLimit?: number;
  /** False saves the time that keeping account of the cost takes. */
  readonly trackCost?: boolean;
}

/** A planned expression, ready to be evaluated any number of times. */
export class Program {
  readonly checked: CheckedExpr;
  readonly #env: Env;
  readonly #step: Step;
  readonly #costLimit: number;
  #explaining: Step | undefined;

  constructor(checked: CheckedExpr, env: Env, { costLimit = Infinity, trackCost = true }: ProgramOptions = {}) {
    this.checked = checked;
    this.#env = env;
    this.#costLimit = costLimit;
    this.#step = planExpr(checked, env, trackCost ? "cost" : "none");
  }

  evaluate(variables: Activation, { costLimit = this.#costLimit, isInterrupted }: EvalOptions = {}): EvalResult {
    return runStep(this.#step, new Frame(variables, costLimit, undefined, isInterrupted));
  }

  /** Evaluates once and tells what every node did. */
  explain(variables: Activation, { costLimit = this.#costLimit, isInterrupted }: EvalOptions = {}): EvalResult & { readonly record: EvalRecord } {
    this.#explaining ??= planExpr(this.checked, this.#env, "everything");
    const record = new EvalRecord();
    return { ...runStep(this.#explaining, new Frame(variables, costLimit, record, isInterrupted)), record };
  }
}

function runStep(step: Step, frame: Frame): EvalResult {
  try {
    return { value: step(frame), cost: frame.cost, exceededLimit: false };
  } catch (error) {
    if (!(error instanceof EvalAbort)) throw error;
    return { value: new EvalError(error.message), cost: frame.cost, exceededLimit: frame.cost > frame.limit };
  }
}
