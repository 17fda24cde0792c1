import type { CheckedExpr } from "./checker/checked-expr.ts";
import type { Env } from "./env/env.ts";
import { EvalRecord } from "./interpreter/eval-record.ts";
import { Frame, type Activation } from "./interpreter/frame.ts";
import type { Plan } from "./interpreter/planned.ts";
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

const noOptions: EvalOptions = {};

/** A planned expression, ready to be evaluated any number of times. */
export class Program {
  readonly checked: CheckedExpr;
  readonly #env: Env;
  readonly #plan: Plan;
  readonly #costLimit: number;
  /** Absent while an evaluation uses it: variables may be computed by another evaluation of the same program. */
  #idle: Frame | undefined;
  #explaining: Plan | undefined;

  constructor(checked: CheckedExpr, env: Env, { costLimit = Infinity, trackCost = true }: ProgramOptions = {}) {
    this.checked = checked;
    this.#env = env;
    this.#costLimit = costLimit;
    this.#plan = planExpr(checked, env, trackCost ? "cost" : "none");
  }

  evaluate(variables: Activation, options: EvalOptions = noOptions): EvalResult {
    const frame = this.#idle ?? frameOf(this.#plan);
    this.#idle = undefined;
    frame.start(variables, options.costLimit ?? this.#costLimit, options.isInterrupted);
    const result = runPlan(this.#plan, frame);
    frame.finish();
    this.#idle = frame;
    return result;
  }

  /** Evaluates once and tells what every node did. */
  explain(
    variables: Activation,
    { costLimit = this.#costLimit, isInterrupted }: EvalOptions = {},
  ): EvalResult & { readonly record: EvalRecord } {
    this.#explaining ??= planExpr(this.checked, this.#env, "everything");
    const frame = frameOf(this.#explaining);
    const record = new EvalRecord();
    frame.start(variables, costLimit, isInterrupted);
    frame.record = record;
    return { ...runPlan(this.#explaining, frame), record };
  }
}

const frameOf = (plan: Plan): Frame => new Frame(plan.slots);

function runPlan({ step }: Plan, frame: Frame): EvalResult {
  try {
    return { value: step(frame), cost: frame.cost, exceededLimit: false };
  } catch (error) {
    if (!(error instanceof EvalAbort)) throw error;
    return { value: new EvalError(error.message), cost: frame.cost, exceededLimit: frame.cost > frame.limit };
  }
}
