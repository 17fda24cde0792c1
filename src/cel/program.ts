import type { CheckedExpr } from "./checker/checked-expr.ts";
import type { Env } from "./env/env.ts";
import { EvalRecord } from "./interpreter/eval-record.ts";
import { Frame, type Activation } from "./interpreter/frame.ts";
import type { Plan } from "./interpreter/planned.ts";
import { planExpr } from "./interpreter/planner.ts";
import { EvalAbort, EvalError } from "./values/eval-error.ts";
import type { Value } from "./values/value.ts";

/** Limits of one evaluation. */
export interface EvalOptions {
  /** The cost limit; by default that of the program. */
  readonly costLimit?: number;
  /** Polled in each iteration of every comprehension. */
  readonly isInterrupted?: () => boolean;
}

export interface EvalResult {
  /** The value; an EvalError if the evaluation failed. */
  readonly value: Value;
  readonly cost: number;
  /** The steps that its cost does not count. */
  readonly effort: number;
  /** Whether the evaluation was aborted at the cost limit. */
  readonly exceededLimit: boolean;
}

export interface ProgramOptions {
  /** The default cost limit of an evaluation. */
  readonly costLimit?: number;
  /** If false, evaluation is faster because the cost is not tracked. */
  readonly trackCost?: boolean;
}

const noOptions: EvalOptions = {};

/** A planned expression, which can be evaluated any number of times. */
export class Program {
  readonly checked: CheckedExpr;
  readonly #env: Env;
  readonly #plan: Plan;
  readonly #costLimit: number;
  /** The reusable frame. Undefined while in use, because resolving a variable may evaluate the same program again. */
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

  /** Evaluates the expression once and records every node. */
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
    return { value: step(frame), cost: frame.cost, effort: frame.steps, exceededLimit: false };
  } catch (error) {
    if (!(error instanceof EvalAbort) && !isTooLong(error)) throw error;
    const { cost, steps: effort, limit } = frame;
    return { value: new EvalError(error.message), cost, effort, exceededLimit: cost > limit };
  }
}

/** Whether a string outgrew what the JavaScript engine allows, in the words of V8, SpiderMonkey and JavaScriptCore. */
const isTooLong = (error: unknown): error is Error =>
  error instanceof Error && /string length|allocation size overflow|out of memory/i.test(error.message);
