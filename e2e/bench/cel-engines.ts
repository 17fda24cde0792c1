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

/** A CEL engine. */
export interface Engine {
  readonly name: string;
  /** Prepares a rule and returns a function that evaluates it. */
  prepare(expr: string, variables: JsonObject): () => unknown;
}

installRegexEngine(re2Engine);
const base = createEnvSet().newExpressions;

function environmentOf(variables: JsonObject): Env {
  return base.extend({ variables: Object.keys(variables).map((name) => [name, mapOf(stringType, dynType)] as const) });
}

const activationOf = (variables: JsonObject): ReadonlyMap<string, Value> =>
  new Map(Object.entries(variables).map(([name, json]) => [name, jsonValue(json)] as const));

/** This project's engine with cost tracking. */
export const withCost: Engine = {
  name: "cel with cost",
  prepare(expr, variables) {
    const env = environmentOf(variables);
    const program = new Program(env.compile(expr), env, { costLimit: perCallLimit });
    const activation = activationOf(variables);
    return () => program.evaluate(activation).value;
  },
};

/** This project's engine without cost tracking. */
export const withoutCost: Engine = {
  name: "cel without cost",
  prepare(expr, variables) {
    const env = environmentOf(variables);
    const program = new Program(env.compile(expr), env, { trackCost: false });
    const activation = activationOf(variables);
    return () => program.evaluate(activation).value;
  },
};

/** Converts JSON for engines that represent integers as bigint. */
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

/** Prepares a full compilation: parsing, type checking, planning and cost estimation. */
export function compiling(expr: string, variables: JsonObject): () => unknown {
  const env = environmentOf(variables);
  return () => {
    const checked = env.compile(expr);
    return [estimateCost(checked, () => undefined), new Program(checked, env, { costLimit: perCallLimit })];
  };
}

/** Parsing alone, for engines that do not type-check. */
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
