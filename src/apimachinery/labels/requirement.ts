import { aggregateMessage, invalid, rootPath, type FieldError, type FieldPath } from "../field-error.ts";
import { compareUtf8 } from "../compare-utf8.ts";
import type { Steps } from "../steps.ts";
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
  if (isValid(requirement)) return requirement;
  const keyError = validateKey(key, path.child("key"));
  const valuesPath = path.child("values");
  const errors = [
    ...(keyError ? [keyError] : []),
    ...validateCount(requirement, valuesPath),
    ...validateValues(requirement, valuesPath),
  ];
  throw new SelectorError(aggregateMessage(errors));
}

function isValid(requirement: Requirement): boolean {
  const { key, values } = requirement;
  if (isQualifiedName(key).length > 0 || validateCount(requirement, rootPath).length > 0) return false;
  return values === null || values.every((value) => isValidLabelValue(value).length === 0);
}

/** The requirements of one key. What they ask of its label together is found when a label has it. */
class KeyRule {
  readonly requirements: Requirement[] = [];
  #accepts: ((value: string) => boolean) | undefined;

  /** Whether the label must be there. */
  get present(): boolean {
    return this.requirements.some(demandsLabel);
  }

  /** Reports whether the label, which is there, satisfies all requirements. */
  accepts(value: string): boolean {
    this.#accepts ??= valueMatcher(this.requirements);
    return this.#accepts(value);
  }
}

/** Returns a function that reports whether the value of a label that is there satisfies all requirements of its key. */
function valueMatcher(requirements: readonly Requirement[]): (value: string) => boolean {
  let allowed: ReadonlySet<string> | undefined;
  const excluded = new Set<string>();
  const comparisons: Requirement[] = [];
  for (const requirement of requirements) {
    const { operator } = requirement;
    const values = requirement.values ?? [];
    const known = allowed;
    if (operator === "!") return () => false;
    if (operator === "gt" || operator === "lt") comparisons.push(requirement);
    else if (operator === "!=" || operator === "notin") for (const value of values) excluded.add(value);
    else if (operator !== "exists") allowed = new Set(values.filter((value) => known?.has(value) ?? true));
  }
  const inRange = comparisons.length === 0 ? undefined : rangeMatcher(comparisons);
  return (value) => !excluded.has(value) && (allowed?.has(value) ?? true) && (inRange?.(value) ?? true);
}

/** Returns a function that reports whether a value is an integer in the bounds of all comparisons. */
function rangeMatcher(comparisons: readonly Requirement[]): (value: string) => boolean {
  let above: bigint | undefined;
  let below: bigint | undefined;
  for (const { operator, values } of comparisons) {
    const bound = integerOf(values?.[0] ?? "");
    if (bound === undefined) return () => false;
    if (operator === "gt") above = above === undefined || bound > above ? bound : above;
    else below = below === undefined || bound < below ? bound : below;
  }
  return (value) => {
    const number = integerOf(value);
    if (number === undefined) return false;
    return (above === undefined || number > above) && (below === undefined || number < below);
  };
}

/**
 * Returns a function that reports whether labels satisfy all requirements (Requirement.Matches). What it takes grows
 * with the labels or the keys of the requirements, whichever are fewer.
 */
export function requirementsMatcher(requirements: readonly Requirement[]): (labels: Labels) => boolean {
  const rules = new Map<string, KeyRule>();
  for (const requirement of requirements) {
    const rule = rules.get(requirement.key) ?? new KeyRule();
    rule.requirements.push(requirement);
    rules.set(requirement.key, rule);
  }
  const demanded = [...rules.values()].filter(({ present }) => present).length;
  return rules.size < manyKeys ? matchRules([...rules]) : matchLabels(rules, demanded);
}

/** From this number of keys on, the labels are looked up among them, and not the keys among the labels. */
const manyKeys = 8;

const matchRules = (rules: readonly (readonly [string, KeyRule])[]) => (labels: Labels) => {
  for (const [key, rule] of rules) {
    const value = labels[key];
    // names of Object.prototype are no labels
    if (typeof value === "string" ? !rule.accepts(value) : rule.present) return false;
  }
  return true;
};

const matchLabels = (rules: ReadonlyMap<string, KeyRule>, demanded: number) => (labels: Labels) => {
  let found = 0;
  for (const key of Object.keys(labels)) {
    const rule = rules.get(key);
    const value = labels[key];
    if (rule === undefined || typeof value !== "string") continue;
    if (!rule.accepts(value)) return false;
    if (rule.present) found++;
  }
  return found === demanded;
};

/** Reports whether labels satisfy all requirements, in steps (Requirement.Matches). */
export function satisfiesEach(requirements: readonly Requirement[], labels: Labels, steps: Steps): boolean {
  const check = (found: { satisfied: boolean }, i: number): void => {
    const requirement = requirements[i];
    if (found.satisfied && requirement !== undefined) found.satisfied = isSatisfied(requirement, labels);
  };
  return steps.each(requirements.length, () => ({ satisfied: true }), check).satisfied;
}

function isSatisfied(requirement: Requirement, labels: Labels): boolean {
  const value = labels[requirement.key];
  // names of Object.prototype are no labels
  return typeof value === "string" ? valueMatcher([requirement])(value) : !demandsLabel(requirement);
}

/** Whether a requirement asks for its label to be there. */
const demandsLabel = ({ operator }: Requirement): boolean =>
  operator !== "!" && operator !== "!=" && operator !== "notin";

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
