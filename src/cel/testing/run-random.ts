import { estimateCost } from "../cost/estimator.ts";
import { CompileError, type Env } from "../env/env.ts";
import { ProgramError } from "../interpreter/planned.ts";
import { Program } from "../program.ts";
import { dynType } from "../types/type.ts";
import { HashMap } from "../values/hash-map.ts";
import { ArrayList, type Value } from "../values/value.ts";
import { randomExpr, seededDraw } from "./random-expr.ts";

const self = new HashMap([
  ["items", new ArrayList([1, 2, 3, "a", null])],
  ["name", "web-1"],
  ["map", new HashMap([["a", 1], ["b", "c"]])],
]);
const activation: ReadonlyMap<string, Value> = new Map<string, Value>([["self", self], ["x", 3]]);

/** How evaluations of random expressions ended. */
export interface RandomOutcomes {
  compiled: number;
  refused: number;
  exceeded: number;
  /** Expressions that went beyond the limit by more than one unit or a hundredth. */
  readonly overrun: string[];
}

export const costLimit = 20_000;

function runOne(text: string, env: Env, outcomes: RandomOutcomes): void {
  try {
    const checked = env.compile(text);
    estimateCost(checked, () => undefined);
    const { exceededLimit, cost } = new Program(checked, env, { costLimit }).evaluate(activation);
    outcomes.compiled++;
    if (exceededLimit) outcomes.exceeded++;
    if (exceededLimit && cost > costLimit * 1.01) outcomes.overrun.push(text);
  } catch (error) {
    if (!(error instanceof CompileError || error instanceof ProgramError)) throw new Error(`crashed: ${JSON.stringify(text)}`, { cause: error });
    outcomes.refused++;
  }
}

/** Compiles and runs so many random expressions; throws for anything that is not an answer. */
export function runRandom(base: Env, seed: number, count: number): RandomOutcomes {
  const env = base.extend({ variables: [["self", dynType], ["x", dynType]] });
  const draw = seededDraw(seed);
  const outcomes: RandomOutcomes = { compiled: 0, refused: 0, exceeded: 0, overrun: [] };
  for (let i = 0; i < count; i++) runOne(randomExpr(draw), env, outcomes);
  return outcomes;
}
