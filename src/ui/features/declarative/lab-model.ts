import { errorBody } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import {
  generateValidators,
  type DeclarativeValidators,
  type ValidationRequest,
} from "../../../declarative-validation/generate.ts";
import type { Release } from "../../../declarative-validation/generator/context.ts";
import { GenerationError } from "../../../declarative-validation/generator/generation-error.ts";
import type { TagSource } from "../../../declarative-validation/generator/validations.ts";
import { GoPanic } from "../../../declarative-validation/validate/go-panic.ts";
import { JsonDecodeError } from "../../../declarative-validation/validate/json-value.ts";
import type { Problem } from "../../texts/problem.ts";

/** What the generator makes of a source. */
export interface Generated {
  readonly validators: DeclarativeValidators | undefined;
  readonly problems: readonly Problem[];
}

const stages = {
  generate: "validation-gen refuses this",
  panic: "validation-gen panics on this",
  compile: "Go does not build this",
} as const;

/** Generates the validators of a source; faults and warnings are problems at their lines. */
export function generated(source: string, release: Release): Generated {
  try {
    const validators = generateValidators(source, release);
    const problems = validators.warnings.map(({ text, line }): Problem => ({
      tone: "warning",
      field: "",
      message: text,
      line: line - 1,
      steps: [],
    }));
    return { validators, problems };
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    const { stage, message, line = 1 } = error;
    const problem: Problem = {
      tone: "error",
      field: "",
      message: `${stages[stage]}: ${message}`,
      line: line - 1,
      steps: [],
    };
    return { validators: undefined, problems: [problem] };
  }
}

/** An error of a fixture, with the tags that it comes from. */
export interface FixtureError {
  readonly field: string;
  readonly message: string;
  readonly sources: readonly TagSource[];
}

/** A fixture with its errors; `problem` says why it could not be validated. */
export interface FixtureResult {
  readonly name: string;
  readonly operation: "create" | "update";
  readonly errors: readonly FixtureError[];
  readonly problem?: string;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Reads a fixture of the list. Returns why it cannot be read, as a text. */
function readFixture(value: unknown, fallbackType: string): (ValidationRequest & { readonly name: string }) | string {
  if (!isRecord(value)) return "a fixture is a mapping with name, operation and object";
  const { name, type = fallbackType, operation = "create", object, oldObject, options = [], subresource = "/" } = value;
  if (operation !== "create" && operation !== "update") return "operation is create or update";
  if (!isTexts(options)) return "options is a list of names";
  if (typeof subresource !== "string" || typeof type !== "string") return "type and subresource are texts";
  // parsed from YAML
  const json = (part: unknown): JsonValue => (part ?? {}) as JsonValue;
  const old = operation === "update" ? { oldObject: json(oldObject) } : {};
  return { name: String(name ?? "unnamed"), type, operation, object: json(object), ...old, options, subresource };
}

/** Validates the fixtures of a parsed list. */
export function fixtureResults(
  validators: DeclarativeValidators,
  fixtures: unknown,
  type: string,
): readonly FixtureResult[] {
  const list = Array.isArray(fixtures) ? fixtures : fixtures === null || fixtures === undefined ? [] : [fixtures];
  return list.map((value: unknown, index): FixtureResult => {
    const fixture = readFixture(value, type);
    if (typeof fixture === "string")
      return { name: `fixture ${index + 1}`, operation: "create", errors: [], problem: fixture };
    return { name: fixture.name, operation: fixture.operation, ...outcomeOf(validators, fixture) };
  });
}

function outcomeOf(
  validators: DeclarativeValidators,
  request: ValidationRequest,
): Pick<FixtureResult, "errors" | "problem"> {
  if (!validators.allTypes.includes(request.type))
    return { errors: [], problem: `there is no exported type ${request.type}` };
  try {
    const errors = validators.validate(request);
    return {
      errors: errors.map((error) => ({ field: error.field, message: errorBody(error), sources: error.sources ?? [] })),
    };
  } catch (error) {
    if (error instanceof GoPanic) return { errors: [], problem: `the generated code panics: ${error.message}` };
    if (error instanceof JsonDecodeError) return { errors: [], problem: error.message };
    throw error;
  }
}

/** The type that fixtures are of by default: the one that is asked for, or the first with rules. */
export const defaultType = ({ types, allTypes }: DeclarativeValidators, wanted: string | undefined): string =>
  wanted !== undefined && allTypes.includes(wanted) ? wanted : (types[0] ?? allTypes[0] ?? "");
