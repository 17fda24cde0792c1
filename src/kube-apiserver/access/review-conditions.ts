import type { JsonObject } from "../../apimachinery/json/value.ts";
import {
  listDeclType as list,
  mapDeclType as map,
  objectDeclType as object,
  textDeclType as text,
} from "../../apiserver/admission/cel/variable-types.ts";
import { declTypeProvider } from "../../apiserver/schema/cel/decl-type-provider.ts";
import { CompileError, type Env } from "../../cel/env/env.ts";
import { createEnvSet, perCallLimit } from "../../cel/env/kubernetes.ts";
import { ProgramError } from "../../cel/interpreter/planned.ts";
import { Program } from "../../cel/program.ts";
import { boolType, isExactType } from "../../cel/types/type.ts";
import { EvalError } from "../../cel/values/eval-error.ts";
import { jsonValue } from "../../cel/values/json.ts";
import { aggregateTexts } from "../../apimachinery/field-error.ts";

const requirement = object("kubernetes.SelectorRequirement", { key: text, operator: text, values: list(text) });
const fieldSelector = object("kubernetes.FieldSelectorAttributes", {
  rawSelector: text,
  requirements: list(requirement),
});
const labelSelector = object("kubernetes.LabelSelectorAttributes", {
  rawSelector: text,
  requirements: list(requirement),
});
const resourceAttributes = object("kubernetes.ResourceAttributes", {
  namespace: text,
  verb: text,
  group: text,
  version: text,
  resource: text,
  subresource: text,
  name: text,
  fieldSelector,
  labelSelector,
});
const nonResourceAttributes = object("kubernetes.NonResourceAttributes", { path: text, verb: text });
const requestType = object("kubernetes.SubjectAccessReviewSpec", {
  resourceAttributes,
  nonResourceAttributes,
  user: text,
  groups: list(text),
  extra: map(list(text)),
  uid: text,
});

/** The environment, made when it is first needed; it is immutable. */
const made: { env?: Env } = {};

const environment = (): Env =>
  (made.env ??= createEnvSet().storedExpressions.extend({
    variables: [["request", requestType.type]],
    provider: declTypeProvider(
      requestType,
      resourceAttributes,
      nonResourceAttributes,
      fieldSelector,
      labelSelector,
      requirement,
    ),
  }));

/** Compiles a condition over the spec of a SubjectAccessReview (authorization/cel.compiler). */
export function compileReviewCondition(
  expression: string,
): { readonly program: Program } | { readonly problem: string } {
  const env = environment();
  try {
    const checked = env.compile(expression);
    if (!isExactType(checked.outputType, boolType))
      return { problem: `must evaluate to bool but got ${String(checked.outputType)}` };
    return { program: new Program(checked, env, { costLimit: perCallLimit }) };
  } catch (error) {
    if (error instanceof CompileError) return { problem: `compilation failed: ${error.message}` };
    if (error instanceof ProgramError) return { problem: `program instantiation failed: ${error.message}` };
    throw error;
  }
}

/**
 * Tells whether conditions hold for the spec of a review: a false one prevails over those that fail, of which the texts
 * are returned (CELMatcher.Eval).
 */
export function matchesReview(programs: readonly Program[], spec: JsonObject): boolean | { readonly problem: string } {
  const request = jsonValue(spec);
  const problems: string[] = [];
  for (const program of programs) {
    const { value } = program.evaluate({ get: (name) => (name === "request" ? request : undefined) });
    if (value === false) return false;
    if (value instanceof EvalError)
      problems.push(`cel evaluation error: expression '${program.checked.text}' resulted in error: ${value.message}`);
  }
  return problems.length === 0 ? true : { problem: aggregateTexts(problems) };
}
