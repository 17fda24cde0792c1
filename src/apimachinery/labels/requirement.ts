import { aggregateMessage, invalid, rootPath, type FieldError, type FieldPath } from "../field-error.ts";
import { compareUtf8 } from "../compare-utf8.ts";
import { NumberParseError, parseInteger } from "../strconv.ts";
import { isQualifiedName, isValidLabelValue } from "../validation/names.ts";

/** The operator of a requirement (selection.Operator). */
export type Operator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** One condition on one label (labels.Requirement). */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  /** Null if no values were given; differs from an empty list only in error messages. */
  readonly values: readonly string[] | null;
}

/** An invalid selector; the message is upstream's. */
export class SelectorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SelectorError";
  }
}

/** Validates a key; returns one field error, or undefined if it is valid. */
export function validateKey(key: string, path: FieldPath): FieldError | undefined {
  const messages = isQualifiedName(key);
  return messages.length === 0 ? undefined : invalid(path, key, messages.join("; "));
}

function isInteger(text: string): boolean {
  return integerOf(text) !== undefined;
}

function integerOf(text: string): bigint | undefined {
  try {
    return parseInteger(text);
  } catch (error) {
    if (error instanceof NumberParseError) return undefined;
    throw error;
  }
}

function validateIntegers(values: readonly string[], path: FieldPath): readonly FieldError[] {
  return values.flatMap((value, i) =>
    isInteger(value) ? [] : [invalid(path.index(i), value, "for 'Gt', 'Lt' operators, the value must be an integer")],
  );
}

function validateCount({ operator, values }: Requirement, path: FieldPath): readonly FieldError[] {
  const count = values?.length ?? 0;
  switch (operator) {
    case "in":
    case "notin":
      return count > 0 ? [] : [invalid(path, values, "for 'in', 'notin' operators, values set can't be empty")];
    case "=":
    case "==":
    case "!=":
      return count === 1 ? [] : [invalid(path, values, "exact-match compatibility requires one single value")];
    case "exists":
    case "!":
      return count === 0 ? [] : [invalid(path, values, "values set must be empty for exists and does not exist")];
    case "gt":
    case "lt":
      return [
        ...(count === 1 ? [] : [invalid(path, values, "for 'Gt', 'Lt' operators, exactly one value is required")]),
        ...validateIntegers(values ?? [], path),
      ];
  }
}

function validateValues({ key, values }: Requirement, path: FieldPath): readonly FieldError[] {
  return (values ?? []).flatMap((value, i) => {
    const messages = isValidLabelValue(value);
    return messages.length === 0 ? [] : [invalid(path.index(i).key(key), value, messages.join("; "))];
  });
}

/** Returns a validated requirement (labels.NewRequirement); throws SelectorError with all errors. */
export function newRequirement(
  key: string,
  operator: Operator,
  values: readonly string[] | null,
  path: FieldPath = rootPath,
): Requirement {
  const requirement = { key, operator, values };
  const keyError = validateKey(key, path.child("key"));
  const valuesPath = path.child("values");
  const errors = [
    ...(keyError ? [keyError] : []),
    ...validateCount(requirement, valuesPath),
    ...validateValues(requirement, valuesPath),
  ];
  if (errors.length > 0) throw new SelectorError(aggregateMessage(errors));
  return requirement;
}

/** Returns the value of a label; undefined if it is absent, also for names of Object.prototype. */
const lookup = (labels: Labels, key: string): string | undefined => {
  const value = labels[key];
  return typeof value === "string" ? value : undefined;
};

function compares({ operator, values }: Requirement, label: string): boolean {
  const left = integerOf(label);
  const right = integerOf(values?.[0] ?? "");
  if (left === undefined || right === undefined) return false;
  return operator === "gt" ? left > right : left < right;
}

/** From this number of values on, looking them up in a set is faster. */
const manyValues = 8;

/** Returns a function that reports whether labels match the requirement (Requirement.Matches). */
export function requirementMatcher(requirement: Requirement): (labels: Labels) => boolean {
  const { key, operator } = requirement;
  const values = requirement.values ?? [];
  const known = values.length < manyValues ? undefined : new Set(values);
  const isKnown = (value: string): boolean => (known === undefined ? values.includes(value) : known.has(value));
  return (labels) => {
    const value = lookup(labels, key);
    switch (operator) {
      case "=":
      case "==":
      case "in":
        return value !== undefined && isKnown(value);
      case "!=":
      case "notin":
        return value === undefined || !isKnown(value);
      case "exists":
        return value !== undefined;
      case "!":
        return value === undefined;
      case "gt":
      case "lt":
        return value !== undefined && compares(requirement, value);
    }
  };
}

/** Formats a requirement in selector syntax: `a in (b,c)`, `!a`, `a=b`. */
export function formatRequirement({ key, operator, values }: Requirement): string {
  const list = [...(values ?? [])].sort(compareUtf8).join(",");
  switch (operator) {
    case "in":
    case "notin":
      return `${key} ${operator} (${list})`;
    case "=":
    case "==":
    case "!=":
      return key + operator + list;
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "gt":
      return `${key}>${list}`;
    case "lt":
      return `${key}<${list}`;
  }
}
