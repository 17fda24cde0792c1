import {
  invalid,
  maxFieldErrors,
  moreErrors,
  notSupported,
  notSupportedString,
  required,
  rootPath,
  type SupportedValues,
  tooLong,
  tooMany,
  typeInvalid,
  type FieldError,
  type FieldErrorType,
  type FieldPath,
  addError,
} from "../../../apimachinery/field-error.ts";
import { formatGoFloat, quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Place } from "./place.ts";

/**
 * A validation failure in the wording of OpenAPI validation. Its texts are made when it is told, since most findings
 * about alternatives never are; `name` is the name of its place.
 */
export interface Finding {
  readonly type: FieldErrorType;
  readonly place: Place;
  /** Whether the finding is about alternatives, which do not name a field. */
  readonly unnamed?: boolean;
  /** Findings with equal messages are reported once. */
  message(name: string): string;
  toFieldError(path: FieldPath, name: string): FieldError;
}

const none: readonly Finding[] = [];

/**
 * The findings of a validation and its number of matches (validate.Result). Of several failed alternatives, the one
 * with the most matches is reported. Findings beyond those that are told are counted, but for the first of each type,
 * which decides whether rules are evaluated.
 */
export class Findings {
  #problems: Finding[] | undefined;
  /** The types of what is told, once there is enough of it. */
  #told: Set<FieldErrorType> | undefined;
  #more = 0;
  matches = 0;

  get valid(): boolean {
    return this.#problems === undefined;
  }

  get problems(): readonly Finding[] {
    return this.#problems ?? none;
  }

  /** The number of findings that are only counted. */
  get more(): number {
    return this.#more;
  }

  add(problem: Finding): void {
    const problems = (this.#problems ??= []);
    if (problems.length < maxFieldErrors || this.#isFirstOf(problem.type, problems)) problems.push(problem);
    else this.#more++;
  }

  #isFirstOf(type: FieldErrorType, problems: readonly Finding[]): boolean {
    const told = (this.#told ??= new Set(problems.map((problem) => problem.type)));
    if (told.has(type)) return false;
    told.add(type);
    return true;
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    this.#more += other.#more;
    if (other.#problems !== undefined) for (const problem of other.#problems) this.add(problem);
  }

  /** Drops the findings but keeps the number of matches. */
  forgive(): void {
    this.#problems = undefined;
    this.#told = undefined;
    this.#more = 0;
  }
}

/** Converts findings to field errors relative to a path (kubeOpenAPIResultToFieldErrors). */
export function toFieldErrors({ problems, more }: Findings, path: FieldPath = rootPath): readonly FieldError[] {
  const told = new Set<string>();
  const errors: FieldError[] = [];
  for (const problem of problems) {
    const name = problem.place.toString();
    const message = problem.message(name);
    if (told.has(message)) continue;
    told.add(message);
    addError(errors, problem.toFieldError(problem.unnamed === true ? path : pathOf(name, path), name));
  }
  if (more > 0) addError(errors, moreErrors(more));
  return errors;
}

function pathOf(name: string, path: FieldPath): FieldPath {
  if (name === "" || name === ".") return path;
  return path.child(name.startsWith(".") ? name.slice(1) : name);
}

const about = (
  type: FieldErrorType,
  place: Place,
  message: string,
  toFieldError: (path: FieldPath, text: string) => FieldError,
): Finding => {
  const text = (name: string): string => `${name} in body ${message}`;
  return { type, place, message: text, toFieldError: (path, name) => toFieldError(path, text(name)) };
};

/** Returns the finding for an invalid value with a custom message. */
export const invalidValue = (place: Place, value: JsonValue, message: string): Finding =>
  about("FieldValueInvalid", place, message, (path, text) => invalid(path, value, text));

/** Returns the finding for a property that the schema does not allow. */
export const forbiddenProperty = (place: Place, property: string): Finding => {
  const message = (name: string): string => `${name}.${property} in body is a forbidden property`;
  return {
    type: "FieldValueInvalid",
    place,
    message,
    toFieldError: (path, name) => invalid(path, property, message(name)),
  };
};

/** Returns the finding for a wrong type or format; `actual` is quoted in the message. */
export const wrongType = (place: Place, expected: string, actual: string): Finding =>
  about("FieldValueTypeInvalid", place, `must be of type ${expected}: ${quoteGo(actual)}`, (path, text) =>
    typeInvalid(path, actual, text),
  );

/** Returns the finding for a required property that is missing. */
export const missing = (place: Place): Finding =>
  about("FieldValueRequired", place, "is required", (path) => required(path));

/** Returns the finding for a value that is not in an enum. */
export const notInEnum = (place: Place, value: JsonValue, allowed: SupportedValues): Finding =>
  about("FieldValueNotSupported", place, "should be one of the allowed values", (path) =>
    typeof value === "string" ? notSupportedString(path, value, allowed) : notSupported(path, value, allowed),
  );

/** Returns the finding for a text of more than `max` characters. */
export const tooLongText = (place: Place, max: number): Finding =>
  about("FieldValueTooLong", place, `should be at most ${max} chars long`, (path) => tooLong(path, max));

/** Returns the finding for a list of more than `max` items. */
export const tooManyItems = (place: Place, actual: number, max: number): Finding =>
  about("FieldValueTooMany", place, `should have at most ${max} items`, (path) => tooMany(path, actual, max));

/** Returns the finding for an object of more than `max` properties. */
export const tooManyProperties = (place: Place, actual: number, max: number): Finding =>
  about("FieldValueTooMany", place, `should have at most ${max} properties`, (path) => tooMany(path, actual, max));

/** Returns a finding about a junctor, which does not name a field. */
export const ofAlternatives = (place: Place, what: string): Finding => {
  const message = (name: string): string => `${quoteGo(name)} must ${what}`;
  return {
    type: "FieldValueInvalid",
    place,
    unnamed: true,
    message,
    toFieldError: (path, name) => invalid(path, "", message(name)),
  };
};

/** Returns the finding for a multipleOf that is not positive. */
export const factorNotPositive = (place: Place, factor: number): Finding => {
  const message = (name: string): string =>
    `factor MultipleOf declared for ${name} must be positive: ${formatGoFloat(factor)}`;
  return {
    type: "FieldValueInvalid",
    place,
    message,
    toFieldError: (path, name) => invalid(path, factor, message(name)),
  };
};
