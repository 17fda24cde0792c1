import {
  invalid,
  notSupported,
  notSupportedString,
  required,
  rootPath,
  tooLong,
  tooMany,
  typeInvalid,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { formatGoFloat, quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";

/** A validation failure in the wording of OpenAPI validation; `toFieldError` converts it to a field error. */
export interface Finding {
  /** Findings with equal messages are reported once. */
  readonly message: string;
  /** The name of the field; undefined for findings about alternatives, which do not name a field. */
  readonly name: string | undefined;
  toFieldError(path: FieldPath): FieldError;
}

/**
 * The findings of a validation and its number of matches (validate.Result). Of several failed alternatives, the one
 * with the most matches is reported.
 */
export class Findings {
  /** The problems by their messages, each of which is reported once. */
  #problems: Map<string, Finding> | undefined;
  matches = 0;

  get valid(): boolean {
    return this.#problems === undefined;
  }

  get problems(): readonly Finding[] {
    return this.#problems === undefined ? [] : [...this.#problems.values()];
  }

  add(problem: Finding): void {
    const problems = (this.#problems ??= new Map());
    if (!problems.has(problem.message)) problems.set(problem.message, problem);
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    if (other.#problems !== undefined) for (const problem of other.#problems.values()) this.add(problem);
  }

  /** Drops the findings but keeps the number of matches. */
  forgive(): void {
    this.#problems = undefined;
  }
}

/** Converts findings to field errors relative to a path (kubeOpenAPIResultToFieldErrors). */
export const toFieldErrors = ({ problems }: Findings, path: FieldPath = rootPath): readonly FieldError[] =>
  problems.map((problem) => problem.toFieldError(pathOf(problem, path)));

function pathOf({ name }: Finding, path: FieldPath): FieldPath {
  if (name === undefined || name === "" || name === ".") return path;
  return path.child(name.startsWith(".") ? name.slice(1) : name);
}

const about = (name: string, message: string, toFieldError: Finding["toFieldError"]): Finding => ({
  name,
  message: `${name} in body ${message}`,
  toFieldError,
});

/** Returns the finding for an invalid value with a custom message. */
export const invalidValue = (name: string, value: JsonValue, message: string): Finding =>
  about(name, message, (path) => invalid(path, value, `${name} in body ${message}`));

/** Returns the finding for a property that the schema does not allow. */
export const forbiddenProperty = (name: string, property: string): Finding => {
  const message = `${name}.${property} in body is a forbidden property`;
  return { name, message, toFieldError: (path) => invalid(path, property, message) };
};

/** Returns the finding for a wrong type or format; `actual` is quoted in the message. */
export function wrongType(name: string, expected: string, actual: string): Finding {
  const message = `must be of type ${expected}: ${quoteGo(actual)}`;
  return about(name, message, (path) => typeInvalid(path, actual, `${name} in body ${message}`));
}

export const missing = (name: string): Finding => about(name, "is required", (path) => required(path));

export const notInEnum = (name: string, value: JsonValue, allowed: readonly string[]): Finding =>
  about(name, "should be one of the allowed values", (path) =>
    typeof value === "string" ? notSupportedString(path, value, allowed) : notSupported(path, value, allowed),
  );

export const tooLongText = (name: string, max: number): Finding =>
  about(name, `should be at most ${max} chars long`, (path) => tooLong(path, max));

export const tooManyItems = (name: string, actual: number, max: number): Finding =>
  about(name, `should have at most ${max} items`, (path) => tooMany(path, actual, max));

export const tooManyProperties = (name: string, actual: number, max: number): Finding =>
  about(name, `should have at most ${max} properties`, (path) => tooMany(path, actual, max));

/** Returns a finding about a junctor, which does not name a field. */
export const ofAlternatives = (message: string): Finding => ({
  name: undefined,
  message,
  toFieldError: (path) => invalid(path, "", message),
});

/** Returns the finding for a multipleOf that is not positive. */
export function factorNotPositive(name: string, factor: number): Finding {
  const message = `factor MultipleOf declared for ${name} must be positive: ${formatGoFloat(factor)}`;
  return { name, message, toFieldError: (path) => invalid(path, factor, message) };
}
