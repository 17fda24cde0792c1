import { errorBody } from "../apimachinery/field-error.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { checkExpectation } from "./check-expectation.ts";
import { StepProblem } from "./bounds.ts";
import type { Step } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { Performed, StepServices } from "./step-services.ts";
import { put, type Variables } from "./variables.ts";

/** What is printed for an object without errors, and for types that the generator takes. */
const valid = "valid";

const stages = {
  generate: "validation-gen refuses this",
  panic: "validation-gen panics on this",
  compile: "Go does not build this",
} as const;

/** Makes validators of Go declarations with tags, as validation-gen does. Its errors and warnings are the answer. */
export async function readTypes(
  step: Step,
  source: string,
  variables: Variables,
  { types }: StepServices,
): Promise<Performed> {
  const [{ generateValidators }, { GenerationError }] = await Promise.all([
    import("../declarative-validation/generate.ts"),
    import("../declarative-validation/generator/generation-error.ts"),
  ]);
  types.validators = undefined;
  try {
    types.validators = generateValidators(
      inPackage(put(source, variables)),
      step.options.release === "1.35" ? "1.35" : "1.34",
    );
    const warnings = types.validators.warnings.map(({ text }) => text);
    return validated(warnings.length === 0 ? [valid] : warnings, warnings.length === 0);
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    return validated(`${stages[error.stage]}: ${error.message}`.split("\n"), false);
  }
}

/** The documentation leaves the package clause out. */
const inPackage = (source: string): string => (/^package\b/m.test(source) ? source : `package v1\n\n${source}`);

/** Validates an object, or with two documents a change of one, as the type that the step names. */
export async function validateObject(
  step: Step,
  text: string,
  variables: Variables,
  { types: { validators } }: StepServices,
): Promise<Performed> {
  const { type, enabled, subresource } = step.options;
  if (validators === undefined) throw new StepProblem("no types were read before: go types");
  if (!validators.allTypes.includes(type)) throw new StepProblem(`there is no exported type ${type}`);
  const [{ parseAllDocuments }, { GoPanic }, { JsonDecodeError }] = await Promise.all([
    import("yaml"),
    import("../declarative-validation/validate/go-panic.ts"),
    import("../declarative-validation/validate/json-value.ts"),
  ]);
  const documents = [...parseAllDocuments(put(text, variables), { version: "1.2", logLevel: "silent" })];
  const [problem] = documents.flatMap(({ errors }) => errors);
  if (problem !== undefined) throw new StepProblem(problem.message.split("\n")[0] ?? "");
  const values = documents.map((document) => document.toJS({ maxAliasCount: 100 }) as JsonValue);
  const [first = {}, second] = values.map((value) => value ?? {});
  const request = {
    type,
    operation: second === undefined ? ("create" as const) : ("update" as const),
    object: second ?? first,
    ...(second !== undefined && { oldObject: first }),
    options: enabled,
    subresource: `/${subresource}`,
  };
  try {
    const errors = validators.validate(request).map((error) => `${error.field}: ${errorBody(error)}`);
    return validated(errors.length === 0 ? [valid] : errors, errors.length === 0);
  } catch (error) {
    if (!(error instanceof GoPanic || error instanceof JsonDecodeError)) throw error;
    return validated([error.message], false);
  }
}

/** Without a word about it, the step is to be fine. */
function validated(lines: readonly string[], fine: boolean): Performed {
  const text = lines.join("\n");
  const observed = { status: 200, headers: [], bytes: new Uint8Array(), text, value: undefined, events: [], audit: [] };
  const judge = ({ expectations, place }: Step, variables: Variables): readonly Finding[] =>
    expectations.length === 0
      ? [{ place, what: "the validation", holds: fine, expected: valid, got: text }]
      : expectations.flatMap((expectation) => checkExpectation(expectation, observed, variables));
  return {
    exchanges: [],
    outputs: [{ text: "", output: `${text}\n`, exitCode: fine ? 0 : 1 }],
    judge,
  };
}
