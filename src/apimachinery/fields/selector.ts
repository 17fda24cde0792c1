import { compareUtf8 } from "../compare-utf8.ts";
import { quoteGo } from "../go-strings.ts";
import { escapeFieldValue, FieldSelectorError, unescapeFieldValue } from "./escape.ts";

/** Selectable fields by path. */
export type Fields = Readonly<Record<string, string>>;

/** One condition on one field (fields.Requirement). */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Selects objects by their fields (fields.Selector). */
export interface FieldSelector {
  /** The requirements, all of which must match. */
  readonly requirements: readonly FieldRequirement[];
  /** Selects everything. */
  readonly empty: boolean;
  matches(fields: Fields): boolean;
  /** Returns the value that a field must have; undefined if it is not determined. */
  requiresExactMatch(field: string): string | undefined;
  /** Returns the selector in query syntax. */
  toString(): string;
}

/**
 * Renames or rejects a field of a selector. The requirement is dropped if both results are "". Throws
 * FieldSelectorError.
 */
export type FieldTransform = (field: string, value: string) => readonly [field: string, value: string];

/** Returns the value of a field; "" if it is missing. */
function valueOf(fields: Fields, field: string): string {
  const value = fields[field];
  return typeof value === "string" ? value : "";
}

/** What the requirements of one field ask of it, together. */
interface FieldRule {
  /** The value that the field must have; undefined if no requirement says so. */
  equal: string | undefined;
  /** Whether two requirements contradict each other. */
  never: boolean;
  readonly excluded: Set<string>;
}

function rulesOf(requirements: readonly FieldRequirement[]): readonly (readonly [string, FieldRule])[] {
  const rules = new Map<string, FieldRule>();
  for (const { field, operator, value } of requirements) {
    const rule = rules.get(field) ?? { equal: undefined, never: false, excluded: new Set() };
    rules.set(field, rule);
    if (operator === "!=") rule.excluded.add(value);
    else if (rule.equal !== undefined && rule.equal !== value) rule.never = true;
    else rule.equal = value;
  }
  return [...rules];
}

/** Returns a function that reports whether fields satisfy all requirements; it looks at each named field once. */
function fieldsMatcher(requirements: readonly FieldRequirement[]): (fields: Fields) => boolean {
  const rules = rulesOf(requirements);
  return (fields) => {
    for (const [field, { equal, never, excluded }] of rules) {
      const value = valueOf(fields, field);
      if (never || (equal !== undefined && equal !== value) || excluded.has(value)) return false;
    }
    return true;
  };
}

const formatTerm = ({ field, operator, value }: FieldRequirement): string => field + operator + escapeFieldValue(value);

/** Returns a selector of the given requirements. */
const newFieldSelector = (requirements: readonly FieldRequirement[]): FieldSelector => ({
  requirements,
  empty: requirements.length === 0,
  matches: fieldsMatcher(requirements),
  requiresExactMatch: (name) => requirements.find(({ field, operator }) => field === name && operator === "=")?.value,
  toString: () => requirements.map(formatTerm).join(","),
});

/** Selects everything. */
const everyField: FieldSelector = newFieldSelector([]);

/** Splits at unescaped commas. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let start = 0;
  let escaped = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (!escaped && char === ",") {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
    escaped = !escaped && char === "\\";
  }
  return [...terms, text.slice(start)];
}

/** The first operator of a term applies: `!=`, `==` or `=`. */
const termPattern = /^(.*?)(!=|==|=)(.*)/su;

function parseTerm(term: string, selector: string): FieldRequirement {
  const match = termPattern.exec(term);
  if (match === null) throw new FieldSelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  const [, field = "", operator, value = ""] = match;
  return { field, operator: operator === "!=" ? "!=" : "=", value: unescapeFieldValue(value) };
}

function transformed(
  { operator, field, value }: FieldRequirement,
  transform: FieldTransform,
): readonly FieldRequirement[] {
  const [newField, newValue] = transform(field, value);
  return newField === "" && newValue === "" ? [] : [{ field: newField, operator, value: newValue }];
}

/** Parses `metadata.name=x,type!=y` (fields.ParseSelector); empty terms are skipped. Throws FieldSelectorError. */
export function parseFieldSelector(
  text: string,
  transform: FieldTransform = (field, value) => [field, value],
): FieldSelector {
  if (text === "") return everyField;
  const terms = [...splitTerms(text)].sort(compareUtf8).filter((term) => term !== "");
  const requirements = terms.map((term) => parseTerm(term, text));
  return newFieldSelector(requirements.flatMap((requirement) => transformed(requirement, transform)));
}

/** Accepts the fields that every kind supports (runtime.DefaultMetaV1FieldSelectorConversion). */
export function transformMetaFields(field: string, value: string): readonly [field: string, value: string] {
  if (field === "metadata.name" || field === "metadata.namespace") return [field, value];
  throw new FieldSelectorError(
    `${quoteGo(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

/** Applies a transform to a parsed selector (fields.Selector.Transform). */
export const transformSelector = (selector: FieldSelector, transform: FieldTransform): FieldSelector =>
  newFieldSelector(selector.requirements.flatMap((requirement) => transformed(requirement, transform)));

/** Returns a selector for one field value (fields.OneTermEqualSelector). */
export const oneTermEqualSelector = (field: string, value: string): FieldSelector =>
  newFieldSelector([{ field, operator: "=", value }]);
