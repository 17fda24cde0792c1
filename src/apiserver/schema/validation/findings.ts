import {
  ErrorRoom,
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
import { formatGoFloat, quoteGo, quoteGoInSteps } from "../../../apimachinery/go-strings.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { unitsOfText } from "../../../apimachinery/steps.ts";
import { pausingSteps } from "../../../component-base/pausing-steps.ts";
import type { Work } from "../../../component-base/work.ts";
import type { Place } from "./place.ts";

/**
 * What a check finds wrong, in the wording of OpenAPI validation. It is made once for each check. Its texts are made
 * when a finding is told: most findings about alternatives never are.
 */
export interface Fault {
  readonly type: FieldErrorType;
  /** Whether the fault is about alternatives, which do not name a field. */
  readonly unnamed?: boolean;
  /** Returns the message for a value at the place of a name. Findings with equal messages are reported once. */
  message(name: string, value: JsonValue): string;
  toFieldError(path: FieldPath, value: JsonValue, message: string): FieldError;
}

/** A fault of a value at a place. */
interface Finding {
  readonly fault: Fault;
  readonly place: Place;
  readonly value: JsonValue;
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
  #count = 0;
  readonly #limit: number;
  matches = 0;

  /** Tells a number of findings, none at all if it is 0. */
  constructor(limit = maxFieldErrors) {
    this.#limit = limit;
  }

  get valid(): boolean {
    return this.#count === 0;
  }

  get problems(): readonly Finding[] {
    return this.#problems ?? none;
  }

  /** The number of findings. */
  get count(): number {
    return this.#count;
  }

  /** The number of findings that are only counted. */
  get more(): number {
    return this.#count - this.problems.length;
  }

  add(fault: Fault, place: Place, value: JsonValue): void {
    this.#count++;
    if (this.#tells(fault)) (this.#problems ??= []).push({ fault, place, value });
  }

  /** Whether a finding is more than counted. */
  #tells({ type }: Fault): boolean {
    const problems = this.problems;
    if (problems.length < this.#limit) return true;
    if (this.#limit === 0) return false;
    const told = (this.#told ??= new Set(problems.map(({ fault }) => fault.type)));
    if (told.has(type)) return false;
    told.add(type);
    return true;
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    this.#count += other.more;
    for (const { fault, place, value } of other.problems) this.add(fault, place, value);
  }

  /** Drops the findings but keeps the number of matches. */
  forgive(): void {
    this.#problems = undefined;
    this.#told = undefined;
    this.#count = 0;
  }
}

/**
 * The conversion of findings to field errors relative to a path (kubeOpenAPIResultToFieldErrors). Findings whose texts
 * have no room are counted, too.
 */
export class Telling {
  readonly #findings: Findings;
  readonly #path: FieldPath;
  readonly #told = new Set<string>();
  readonly #types = new Set<FieldErrorType>();
  readonly #room = new ErrorRoom();
  readonly #errors: FieldError[] = [];
  #more = 0;

  constructor(findings: Findings, path = rootPath) {
    this.#findings = findings;
    this.#path = path;
  }

  /** Returns the errors; may pause its work. */
  errors(work: Work): readonly FieldError[] {
    const { problems, more } = this.#findings;
    const tell = (_: unknown, i: number): void => {
      const problem = problems[i];
      if (problem !== undefined) work.charge(unitsOfText(this.#tell(problem)));
    };
    work.loop(problems.length, () => ({}), tell);
    if (this.#more + more > 0) addError(this.#errors, moreErrors(this.#more + more));
    return this.#errors;
  }

  /** Returns the length of the text that was made. */
  #tell({ fault, place, value }: Finding): number {
    if (!this.#room.isLeft && this.#types.has(fault.type)) {
      this.#more++;
      return 0;
    }
    const name = place.toString();
    const message = fault.message(name, value);
    if (this.#told.has(message)) return message.length;
    this.#told.add(message);
    this.#types.add(fault.type);
    this.#room.take(message.length);
    const path = fault.unnamed === true ? this.#path : pathOf(name, this.#path);
    addError(this.#errors, fault.toFieldError(path, value, message));
    return message.length;
  }
}

function pathOf(name: string, path: FieldPath): FieldPath {
  if (name === "" || name === ".") return path;
  return path.child(name.startsWith(".") ? name.slice(1) : name);
}

const about = (type: FieldErrorType, message: string, toFieldError: Fault["toFieldError"]): Fault => ({
  type,
  message: (name) => `${name} in body ${message}`,
  toFieldError,
});

/** Returns the fault of an invalid value with a custom message. */
export const invalidValue = (message: string): Fault => about("FieldValueInvalid", message, invalid);

/** The fault of a property that the schema does not allow, which is found by its name. */
export const forbiddenProperty: Fault = {
  type: "FieldValueInvalid",
  message: (name, property) => `${name}.${String(property)} in body is a forbidden property`,
  toFieldError: invalid,
};

/** Returns the fault of a wrong type or format; what is found is the actual one, quoted in the message. */
export const wrongType = (expected: string): Fault => ({
  type: "FieldValueTypeInvalid",
  message: (name, actual) =>
    `${name} in body must be of type ${expected}: ${quoteGoInSteps(String(actual), pausingSteps)}`,
  toFieldError: typeInvalid,
});

/** The fault of a required property that is missing. */
export const missing: Fault = about("FieldValueRequired", "is required", (path) => required(path));

/** Returns the fault of a value that is not in an enum. */
export const notInEnum = (allowed: SupportedValues): Fault =>
  about("FieldValueNotSupported", "should be one of the allowed values", (path, value) =>
    typeof value === "string" ? notSupportedString(path, value, allowed) : notSupported(path, value, allowed),
  );

/** Returns the fault of a text of more than `max` characters. */
export const tooLongText = (max: number): Fault =>
  about("FieldValueTooLong", `should be at most ${max} chars long`, (path) => tooLong(path, max));

/** Returns the fault of more than `max` items or properties, which is found by their number. */
const tooManyOf = (what: string, max: number): Fault =>
  about("FieldValueTooMany", `should have at most ${max} ${what}`, (path, actual) =>
    tooMany(path, Number(actual), max),
  );

/** Returns the fault of a list of more than `max` items. */
export const tooManyItems = (max: number): Fault => tooManyOf("items", max);

/** Returns the fault of an object of more than `max` properties. */
export const tooManyProperties = (max: number): Fault => tooManyOf("properties", max);

/** Returns the fault of a junctor, which does not name a field. */
export const ofAlternatives = (what: string): Fault => ({
  type: "FieldValueInvalid",
  unnamed: true,
  message: (name) => `${quoteGo(name)} must ${what}`,
  toFieldError: (path, _, message) => invalid(path, "", message),
});

/** Returns the fault of a multipleOf that is not positive. */
export const factorNotPositive = (factor: number): Fault => ({
  type: "FieldValueInvalid",
  message: (name) => `factor MultipleOf declared for ${name} must be positive: ${formatGoFloat(factor)}`,
  toFieldError: (path, _, message) => invalid(path, factor, message),
});
