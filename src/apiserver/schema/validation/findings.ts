import {
  invalid,
  notSupported,
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

/** One problem in OpenAPI's words; `toFieldError` says it as a field error at a path. */
export interface Finding {
  /** Equal messages count once. */
  readonly message: string;
  /** Whose problem it is; undefined for those about alternatives, which name no field. */
  readonly name: string | undefined;
  toFieldError(path: FieldPath): FieldError;
}

/**
 * What a validation found, and how much it found right (validate.Result): the alternative that fits best is the one
 * that is reported.
 */
export class Findings {
  #problems: Finding[] | undefined;
  matches = 0;

  get valid(): boolean {
    return this.#problems === undefined;
  }

  get problems(): readonly Finding[] {
    return this.#problems ?? [];
  }

  add(problem: Finding): void {
    const problems = (this.#problems ??= []);
    if (!problems.some(({ message }) => message === problem.message)) problems.push(problem);
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    if (other.#problems !== undefined) for (const problem of other.#problems) this.add(problem);
  }

  /** Forgets the problems, not the matches. */
  forgive(): void {
    this.#problems = undefined;
  }
}

/** The problems as field errors below a path (kubeOpenAPIResultToFieldErrors). */
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

/** A value of which something is wrong that only words can say. */
export const invalidValue = (name: string, value: JsonValue, message: string): Finding =>
  about(name, message, (path) => invalid(path, value, `${name} in body ${message}`));

/** A value of another type or format; `actual` is what the message quotes. */
export function wrongType(name: string, expected: string, actual: string): Finding {
  const message = `must be of type ${expected}: ${quoteGo(actual)}`;
  return about(name, message, (path) => typeInvalid(path, actual, `${name} in body ${message}`));
}

export const missing = (name: string): Finding => about(name, "is required", (path) => required(path));

export const notInEnum = (name: string, value: JsonValue, allowed: readonly string[]): Finding =>
  about(name, "should be one of the allowed values", (path) => notSupported(path, value, allowed));

export const tooLongText = (name: string, max: number): Finding =>
  about(name, `should be at most ${max} chars long`, (path) => tooLong(path, max));

export const tooManyItems = (name: string, actual: number, max: number): Finding =>
  about(name, `should have at most ${max} items`, (path) => tooMany(path, actual, max));

export const tooManyProperties = (name: string, actual: number, max: number): Finding =>
  about(name, `should have at most ${max} properties`, (path) => tooMany(path, actual, max));

/** A problem about a whole construct: it names no field. */
export const ofAlternatives = (message: string): Finding => ({
  name: undefined,
  message,
  toFieldError: (path) => invalid(path, "", message),
});

/** A factor that nothing can be a multiple of. */
export function factorNotPositive(name: string, factor: number): Finding {
  const message = `factor MultipleOf declared for ${name} must be positive: ${formatGoFloat(factor)}`;
  return { name, message, toFieldError: (path) => invalid(path, factor, message) };
}
