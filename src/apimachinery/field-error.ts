import { formatGoFloat, quoteGo, quoteGoInSteps } from "./go-strings.ts";
import { encodeJson } from "./json/encode.ts";
import { Double, type JsonValue } from "./json/value.ts";
import { stepsAtOnce, type Steps } from "./steps.ts";

/** The path of a field, printed as upstream's field.Path: `spec.ports[0].name`, `data[key]`. Immutable. */
export interface FieldPath {
  child(...names: readonly string[]): FieldPath;
  index(index: number): FieldPath;
  key(key: string): FieldPath;
  toString(): string;
}

/** Builds its text on demand: most paths are never printed, because the fields are valid. */
class PathStep implements FieldPath {
  readonly #parent: PathStep | undefined;
  readonly #step: string;
  readonly #key: boolean;
  /** The text, kept if there are paths below this one. */
  #text: string | undefined;

  constructor(parent: PathStep | undefined, step: string, key: boolean) {
    this.#parent = parent;
    this.#step = step;
    this.#key = key;
  }

  /** An empty name is printed as a subscript: `capacity[]` (field.Path.String). */
  child(...names: readonly string[]): FieldPath {
    const last = names[names.length - 1] ?? "";
    if (names.length === 1 || !names.includes(""))
      return new PathStep(this, names.length === 1 ? last : names.join("."), last === "");
    return names.reduce<PathStep>((path, name) => new PathStep(path, name, name === ""), this);
  }

  index(index: number): FieldPath {
    return new PathStep(this, String(index), true);
  }

  key(key: string): FieldPath {
    return new PathStep(this, key, true);
  }

  toString(): string {
    const parent = this.#parent;
    if (parent === undefined) return this.#step;
    const step = this.#key ? `[${this.#step}]` : this.#step;
    if (parent.#parent === undefined) return step;
    const outer = (parent.#text ??= parent.toString());
    return this.#key ? outer + step : `${outer}.${step}`;
  }
}

/** The path of the whole object; prints `<nil>`, as upstream's nil path. */
export const rootPath: FieldPath = new PathStep(undefined, "<nil>", false);

/** Returns a path that starts with the named fields (field.NewPath). */
export const fieldPath = (...names: readonly string[]): FieldPath => rootPath.child(...names);

/** The type of a field error; also the `reason` of a Status cause (field.ErrorType). */
export type FieldErrorType = keyof typeof typeTexts;

const typeTexts = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  InternalError: "Internal error",
  FieldValueTypeInvalid: "Invalid value",
} as const;

/** A value with a given JSON text, e.g. a Go struct, whose members are printed in declaration order, not sorted. */
export class PrintedValue {
  readonly #print: string | ((printing: Printing) => string);

  /** Takes the text, or what makes it when it is told. */
  constructor(print: string | ((printing: Printing) => string)) {
    this.#print = print;
  }

  get text(): string {
    return this.textBy(printAtOnce);
  }

  textBy(printing: Printing): string {
    return typeof this.#print === "string" ? this.#print : this.#print(printing);
  }
}

/** How errors are printed that quote long texts and large values: at once, or in steps. */
export interface Printing extends Steps {
  /** Returns the JSON of a value, as Go prints it. */
  readonly json: (value: JsonValue) => string;
}

export const printAtOnce: Printing = { ...stepsAtOnce, json: encodeJson };

/** Marks a value that the message omits (field.OmitValueType). */
export const omittedValue: unique symbol = Symbol("omitted");

/** The invalid value that a message may quote. */
export type BadValue = JsonValue | PrintedValue | typeof omittedValue;

/** An error of one field (field.Error). */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly badValue: BadValue;
  readonly detail: string;
  /** The rule that an error comes from, such as `minimum`: what errors of declarative validation are matched by. */
  readonly origin?: string;
  /** Whether declarative validation reports the same (field.Error.CoveredByDeclarative). */
  readonly coveredByDeclarative?: boolean;
  /** For how many further errors this one stands, which are counted but not described. */
  readonly more?: number;
}

/** The number of errors that are described; further ones are counted. */
export const maxFieldErrors = 10_000;

/**
 * The characters of errors that are described. Texts quote values, and name fields under keys, of any length, so fewer
 * than 10,000 may be all that an answer and its server can hold.
 */
export const maxErrorsLength = 8 << 20;

/** The room that the texts of errors have. The first one has room whatever its length. */
export class ErrorRoom {
  #taken = 0;

  /** Whether there is room for one more text. */
  get isLeft(): boolean {
    return this.#taken <= maxErrorsLength;
  }

  take(length: number): void {
    this.#taken += length;
  }
}

/** Stands for errors that are counted but not described. */
export const moreErrors = (more: number): FieldError => ({
  type: "FieldValueInvalid",
  field: "",
  badValue: omittedValue,
  detail: moreText(more),
  more,
});

/**
 * Adds an error to a list of them: described, or beyond those that are described only counted in a last one.
 *
 * Lists of errors are plain arrays, which cost nothing while there is no error: nearly always.
 */
export function addError(errors: FieldError[], error: FieldError): void {
  if (errors.length < maxFieldErrors) errors.push(error);
  else errors[maxFieldErrors] = moreErrors((errors[maxFieldErrors]?.more ?? 0) + (error.more ?? 1));
}

/** Adds errors to a list of them, as addError does; also a list to itself. */
export function addErrors(errors: FieldError[], more: readonly FieldError[]): void {
  const { length } = more;
  for (let i = 0; i < length; i++) {
    const error = more[i];
    if (error !== undefined) addError(errors, error);
  }
}

/** Adds an error to a list of them several times. */
export function addRepeated(errors: FieldError[], error: FieldError, times: number): void {
  const described = Math.min(times, Math.max(0, maxFieldErrors - errors.length));
  for (let i = 0; i < described; i++) addError(errors, error);
  if (times > described) addError(errors, moreErrors(times - described));
}

/** Returns how many errors there are, with those that are only counted. */
export const countErrors = (errors: readonly FieldError[]): number =>
  errors.length <= maxFieldErrors ? errors.length : maxFieldErrors + (errors[maxFieldErrors]?.more ?? 0);

/** A place in a list of errors: how many it had, described and only counted. */
export interface ErrorsMark {
  readonly length: number;
  readonly more: number;
}

/** Marks the end of a list of errors. */
export const markErrors = (errors: readonly FieldError[]): ErrorsMark => ({
  length: errors.length,
  more: errors[maxFieldErrors]?.more ?? 0,
});

/** Returns the errors that a list has got since a mark. */
export function errorsSince(errors: readonly FieldError[], { length, more }: ErrorsMark): FieldError[] {
  const added = errors.slice(length, maxFieldErrors);
  const counted = (errors[maxFieldErrors]?.more ?? 0) - more;
  if (counted > 0) added.push(moreErrors(counted));
  return added;
}

/** Removes the errors that a list has got since a mark. */
export function forgetErrors(errors: FieldError[], { length, more }: ErrorsMark): void {
  errors.length = Math.min(errors.length, length);
  if (more > 0) errors[maxFieldErrors] = moreErrors(more);
}

/** Says how many errors are not described. */
export const moreText = (count: number): string => `and ${count} more`;

/** Adds the rule that errors come from (field.ErrorList.WithOrigin). */
export const withOrigin = (error: FieldError, origin: string): FieldError => ({ ...error, origin });

/** Marks an error that declarative validation reports too (field.Error.MarkCoveredByDeclarative). */
export const coveredByDeclarative = (error: FieldError): FieldError => ({ ...error, coveredByDeclarative: true });

const fieldError = (type: FieldErrorType, path: FieldPath, badValue: BadValue, detail: string): FieldError => ({
  type,
  field: path.toString(),
  badValue,
  detail,
});

export const typeInvalid = (path: FieldPath, value: BadValue, detail: string): FieldError =>
  fieldError("FieldValueTypeInvalid", path, value, detail);
export const notFound = (path: FieldPath, value: BadValue): FieldError =>
  fieldError("FieldValueNotFound", path, value, "");
export const required = (path: FieldPath, detail = ""): FieldError =>
  fieldError("FieldValueRequired", path, "", detail);
export const duplicate = (path: FieldPath, value: BadValue): FieldError =>
  fieldError("FieldValueDuplicate", path, value, "");
export const invalid = (path: FieldPath, value: BadValue, detail: string): FieldError =>
  fieldError("FieldValueInvalid", path, value, detail);
export const forbidden = (path: FieldPath, detail = ""): FieldError =>
  fieldError("FieldValueForbidden", path, "", detail);
export const internal = (path: FieldPath, message: string): FieldError =>
  fieldError("InternalError", path, null, message);

/** The values of an enumeration, whose text is made once for all errors that list them. */
export class SupportedValues {
  readonly #values: () => readonly string[];
  #text: string | undefined;

  constructor(values: () => readonly string[]) {
    this.#values = values;
  }

  get text(): string {
    return (this.#text ??= supportedText(this.#values()));
  }
}

/** The texts of enumerations, which are the same lists in all errors. */
const supportedTexts = new WeakMap<readonly string[], string>();

function supportedText(values: readonly string[]): string {
  const known = supportedTexts.get(values);
  if (known !== undefined) return known;
  const text = values.length === 0 ? "" : `supported values: ${values.map(quoteGo).join(", ")}`;
  supportedTexts.set(values, text);
  return text;
}

/**
 * Reports a value outside an enumeration; `validValues` are listed in the given order (field.NotSupported). A text is
 * printed as JSON, with `<`, `>` and `&` escaped: in Go it is of a type of its own, such as core.DNSPolicy.
 */
export const notSupported = (
  path: FieldPath,
  value: BadValue,
  validValues: readonly string[] | SupportedValues,
): FieldError =>
  unsupported(
    path,
    typeof value === "string" ? new PrintedValue((printing) => printing.json(value)) : value,
    validValues,
  );

/** Reports a text outside an enumeration that is a plain string in Go, which is printed as Go quotes it. */
export const notSupportedString = (
  path: FieldPath,
  value: string,
  validValues: readonly string[] | SupportedValues,
): FieldError => unsupported(path, value, validValues);

const unsupported = (path: FieldPath, value: BadValue, values: readonly string[] | SupportedValues): FieldError =>
  fieldError(
    "FieldValueNotSupported",
    path,
    value,
    values instanceof SupportedValues ? values.text : supportedText(values),
  );

/** Reports a value longer than `maxLength` bytes; a negative limit is not printed (field.TooLong). */
export function tooLong(path: FieldPath, maxLength: number): FieldError {
  const detail =
    maxLength < 0 ? "value is too long" : `may not be more than ${maxLength} ${maxLength === 1 ? "byte" : "bytes"}`;
  return fieldError("FieldValueTooLong", path, "<value omitted>", detail);
}

/** Reports a list of more than `max` items; negative numbers are not printed (field.TooMany). */
export function tooMany(path: FieldPath, actual: number, max: number): FieldError {
  const detail = max < 0 ? "has too many items" : `must have at most ${max} ${max === 1 ? "item" : "items"}`;
  return fieldError("FieldValueTooMany", path, actual < 0 ? omittedValue : actual, detail);
}

function printValue(value: BadValue, printing: Printing): string {
  if (value instanceof PrintedValue) return value.textBy(printing);
  if (value === omittedValue) return "";
  if (typeof value === "string") return quoteGoInSteps(value, printing);
  if (value instanceof Double) return formatGoFloat(value.value);
  if (typeof value === "number" && !Number.isSafeInteger(value)) return formatGoFloat(value);
  return printing.json(value);
}

function quotesValue(error: FieldError): boolean {
  switch (error.type) {
    case "FieldValueRequired":
    case "FieldValueForbidden":
    case "FieldValueTooLong":
    case "InternalError":
      return false;
    case "FieldValueInvalid":
    case "FieldValueTypeInvalid":
    case "FieldValueNotSupported":
    case "FieldValueNotFound":
    case "FieldValueDuplicate":
    case "FieldValueTooMany":
      return error.badValue !== omittedValue;
  }
}

/** Returns the message without the field, as in Status causes (field.Error.ErrorBody). */
export function errorBody(error: FieldError, printing = printAtOnce): string {
  const head = typeTexts[error.type];
  const body = quotesValue(error) ? `${head}: ${printValue(error.badValue, printing)}` : head;
  return error.detail === "" ? body : `${body}: ${error.detail}`;
}

/** Returns the whole message: `spec.x: Invalid value: "y": must be z`. */
export const errorMessage = (error: FieldError): string => `${error.field}: ${errorBody(error)}`;

/** Joins messages as Go's aggregate error does: without duplicates, as `[a, b]` if there are several. */
export function aggregateTexts(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(", ")}]`;
}

/** Joins all errors into one line (field.ErrorList.ToAggregate); "" for none. */
export const aggregateMessage = (errors: readonly FieldError[]): string =>
  errors.length === 0 ? "" : aggregateTexts(errors.map(errorMessage));
