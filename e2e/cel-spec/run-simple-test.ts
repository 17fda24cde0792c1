import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import { CompileError, createEnv, type Env } from "../../src/cel/env/env.ts";
import { createEnvSet, librariesUpTo } from "../../src/cel/env/kubernetes.ts";
import { ProgramError } from "../../src/cel/interpreter/planned.ts";
import { re2Engine } from "../../src/cel/library/re2-engine.ts";
import { installRegexEngine } from "../../src/cel/library/regex-engine.ts";
import { Program } from "../../src/cel/program.ts";
import { formatType } from "../../src/cel/types/format.ts";
import { EvalError } from "../../src/cel/values/eval-error.ts";
import { printValue } from "../../src/cel/values/print.ts";
import type { Value } from "../../src/cel/values/value.ts";
import { elements, member, text, type SimpleTest } from "./simple-test.ts";
import { parseSpecType } from "./spec-types.ts";
import { parseSpecValue, sameValue } from "./spec-values.ts";

installRegexEngine(re2Engine);

/** Kubernetes' environment for expressions in storage. */
export const kubernetes = createEnvSet().storedExpressions;

/** The same, but literals may hold values of several types: Kubernetes refuses those beyond what the language does. */
export const withoutLiteralRules = createEnv(librariesUpTo(Infinity).filter(({ name }) => name !== "validators"));

/** How a test ended. */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "different"; readonly message: string };

const passed: Outcome = { kind: "passed" };
const different = (message: string): Outcome => ({ kind: "different", message });

function extended(base: Env, original: JsonObject): Env {
  const variables = elements(original["typeEnv"]).filter((declared) => member(declared, "ident") !== undefined);
  return base.extend({
    variables: variables.map(
      (declared) => [text(member(declared, "name")), parseSpecType(member(member(declared, "ident"), "type"))] as const,
    ),
  });
}

function activationOf({ bindings }: JsonObject): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(bindings ?? {}).map(([name, binding]) => [name, parseSpecValue(member(binding, "value"))]),
  );
}

function compared(original: JsonObject, value: Value): Outcome {
  if (original["evalError"] !== undefined)
    return value instanceof EvalError ? passed : different(`${printValue(value)}, but it should fail`);
  if (value instanceof EvalError) return different(`fails: ${value.message}`);
  const expected = parseSpecValue(
    original["value"] ?? member(original["typedResult"], "result") ?? { boolValue: true },
  );
  return sameValue(value, expected) ? passed : different(`${printValue(value)} instead of ${printValue(expected)}`);
}

function evaluated(base: Env, { expr, original }: SimpleTest): Outcome {
  const env = extended(base, original);
  const checked = env.compile(expr);
  const deduced = member(original["typedResult"], "deducedType");
  const [found, expected] = [formatType(checked.outputType), formatType(parseSpecType(deduced))];
  if (deduced !== undefined && found !== expected) return different(`type ${found} instead of ${expected}`);
  return original["checkOnly"] === true
    ? passed
    : compared(original, new Program(checked, env).evaluate(activationOf(original)).value);
}

/** Runs a test in an environment; where a failure is expected a refusal is one. */
export function runSimpleTest(base: Env, simple: SimpleTest): Outcome {
  try {
    return evaluated(base, simple);
  } catch (error) {
    if (!(error instanceof CompileError || error instanceof ProgramError)) throw error;
    return simple.original["evalError"] === undefined ? { kind: "refused", message: error.message } : passed;
  }
}
