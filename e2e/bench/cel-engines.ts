import { celEnv, parse, plan } from "@bufbuild/cel";
import { Environment } from "@marcbachmann/cel-js";
import { isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";
import { estimateCost } from "../../src/cel/cost/estimator.ts";
import type { Env } from "../../src/cel/env/env.ts";
import { createEnvSet, perCallLimit } from "../../src/cel/env/kubernetes.ts";
import { re2Engine } from "../../src/cel/library/re2-engine.ts";
import { installRegexEngine } from "../../src/cel/library/regex-engine.ts";
import { Program } from "../../src/cel/program.ts";
import { dynType, mapOf, stringType } from "../../src/cel/types/type.ts";
import { jsonValue } from "../../src/cel/values/json.ts";
import type { Value } from "../../src/cel/values/value.ts";

/** Something that evaluates rules. */
export interface Engine {
  readonly name: string;
  /** A rule made ready to be evaluated as often as one likes; gives its answer. */
  prepare(expr: string, variables: JsonObject): () => unknown;
}

installRegexEngine(re2Engine);
const base = createEnvSet().newExpressions;

function environmentOf(variables: JsonObject): Env {
  return base.extend({ variables: Object.keys(variables).map((name) => [name, mapOf(stringType, dynType)] as const) });
}

const activationOf = (variables: JsonObject): ReadonlyMap<string, Value> =>
  new Map(Object.entries(variables).map(([name, json]) => [name, jsonValue(json)] as const));

/** This engine, keeping account of what evaluations cost. */
export const withCost: Engine = {
  name: "cel with cost",
  prepare(expr, variables) {
    const env = environmentOf(variables);
    const program = new Program(env.compile(expr), env, { costLimit: perCallLimit });
    const activation = activationOf(variables);
    return () => program.evaluate(activation).value;
  },
};

/** This engine, not keeping account. */
export const withoutCost: Engine = {
  name: "cel without cost",
  prepare(expr, variables) {
    const env = environmentOf(variables);
    const program = new Program(env.compile(expr), env, { trackCost: false });
    const activation = activationOf(variables);
    return () => program.evaluate(activation).value;
  },
};

/** The same JSON for engines to which an integer is a bigint. */
function withBigInts(json: JsonValue): unknown {
  if (typeof json === "number" && Number.isInteger(json)) return BigInt(json);
  if (Array.isArray(json)) return json.map(withBigInts);
  return isObject(json)
    ? Object.fromEntries(Object.entries(json).map(([name, member]) => [name, withBigInts(member)]))
    : json;
}

const bindings = (variables: JsonObject): Record<string, object> => withBigInts(variables) as Record<string, object>;

export const celJs: Engine = {
  name: "@marcbachmann/cel-js",
  prepare(expr, variables) {
    const environment = new Environment();
    for (const name of Object.keys(variables)) environment.registerVariable(name, "map<string, dyn>");
    const evaluate = environment.parse(expr);
    const context = bindings(variables);
    return () => evaluate(context);
  },
};

export const celEs: Engine = {
  name: "@bufbuild/cel",
  prepare(expr, variables) {
    const evaluate = plan(celEnv(), parse(expr));
    const context = bindings(variables);
    return () => evaluate(context as Parameters<typeof evaluate>[0]);
  },
};

/** Parses, checks, plans and estimates the cost: everything before the first evaluation. */
export function compiling(expr: string, variables: JsonObject): () => unknown {
  const env = environmentOf(variables);
  return () => {
    const checked = env.compile(expr);
    return [estimateCost(checked, () => undefined), new Program(checked, env, { costLimit: perCallLimit })];
  };
}

/** What the other engines do to a text before they know what its names mean. */
export const parsing: readonly Engine[] = [
  { name: `${celEs.name}'s parse`, prepare: (expr) => () => parse(expr) },
  {
    name: `${celJs.name}'s parse`,
    prepare: (expr) => {
      const environment = new Environment({ unlistedVariablesAreDyn: true });
      return () => environment.parse(expr);
    },
  },
];
