import { estimateCost } from "../cost/estimator.ts";
import { CompileError, type Env } from "../env/env.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import { ProgramError } from "../interpreter/planned.ts";
import { Program, type EvalResult } from "../program.ts";
import { dynType } from "../types/type.ts";
import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { EvalError } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { jsonValue } from "../values/json.ts";
import { printValue } from "../values/print.ts";
import { ArrayList, type Value } from "../values/value.ts";
import { seededDraw } from "./draw.ts";
import { randomExpr } from "./random-expr.ts";

const self: JsonValue = {
  many: Array.from({ length: 15 }, (_, i) => i),
  items: [1, 2, 3, "a", null, 1.5],
  name: "web-1",
  map: { a: 1, b: "c" },
  nested: { value: 5, list: [{ a: 1 }, { a: "b" }] },
  ratio: 0.5,
};

/** Converts JSON to maps and lists of values, which the interpreter accesses differently than JSON. */
function builtValue(json: JsonValue): Value {
  if (Array.isArray(json)) return new ArrayList(json.map(builtValue));
  if (isObject(json)) return new HashMap(Object.entries(json).map(([name, member]) => [name, builtValue(member)]));
  return typeof json === "number" && !Number.isInteger(json) ? new Double(json) : jsonValue(json);
}

const ofJson: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["self", jsonValue(self)],
  ["x", 3],
]);
const ofValues: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["self", builtValue(self)],
  ["x", 3],
]);

/** Counts of the outcomes of random evaluations. */
export interface RandomOutcomes {
  compiled: number;
  refused: number;
  exceeded: number;
  /** Expressions whose cost exceeded the limit by more than one percent. */
  readonly overrun: string[];
  /** Expressions whose value or cost depends on the mode of evaluation. */
  readonly unequal: string[];
}

/** The cost limit, high enough that no single call on the test values costs one percent of it. */
const costLimit = 50_000;

/** The cost of flattening to unlimited depth, charged at once because Go's arithmetic overflows. */
const beyondUint64 = 2 ** 63;

const told = ({ value, cost }: EvalResult): string => `${printValue(value)} at ${cost}`;

/** Reports whether an error only occurs in cost tracking. */
const isOfAccount = (value: Value): boolean =>
  value instanceof EvalError && value.message.startsWith("internal error: interface conversion");

/** Reports whether evaluation on JSON, on converted values, with explanation and without cost tracking all agree. */
function isConsistent(checked: CheckedExpr, env: Env, program: Program, result: EvalResult, limit: number): boolean {
  const expected = told(result);
  if (
    told(program.evaluate(ofValues, { costLimit: limit })) !== expected ||
    told(program.explain(ofJson, { costLimit: limit })) !== expected
  )
    return false;
  return (
    result.exceededLimit ||
    isOfAccount(result.value) ||
    printValue(new Program(checked, env, { trackCost: false }).evaluate(ofJson).value) === printValue(result.value)
  );
}

function runOne(text: string, env: Env, outcomes: RandomOutcomes): void {
  try {
    const checked = env.compile(text);
    estimateCost(checked, () => undefined);
    const program = new Program(checked, env, { costLimit });
    const result = program.evaluate(ofJson);
    outcomes.compiled++;
    if (result.exceededLimit) outcomes.exceeded++;
    if (result.exceededLimit && result.cost > costLimit * 1.01 && result.cost < beyondUint64)
      outcomes.overrun.push(text);
    if (!isConsistent(checked, env, program, result, costLimit)) outcomes.unequal.push(text);
    const half = Math.trunc(result.cost / 2);
    if (
      half < costLimit / 2 &&
      !isConsistent(checked, env, program, program.evaluate(ofJson, { costLimit: half }), half)
    )
      outcomes.unequal.push(`${text} // at most ${half}`);
  } catch (error) {
    if (!(error instanceof CompileError || error instanceof ProgramError))
      throw new Error(`crashed: ${JSON.stringify(text)}`, { cause: error });
    outcomes.refused++;
  }
}

/** Compiles and evaluates random expressions. Throws on any unexpected exception. */
export function runRandom(base: Env, seed: number, count: number): RandomOutcomes {
  const env = base.extend({
    variables: [
      ["self", dynType],
      ["x", dynType],
    ],
  });
  const draw = seededDraw(seed);
  const outcomes: RandomOutcomes = { compiled: 0, refused: 0, exceeded: 0, overrun: [], unequal: [] };
  for (let i = 0; i < count; i++) runOne(randomExpr(draw), env, outcomes);
  return outcomes;
}
