import { isRecord } from "../../apimachinery/is-record.ts";
import type { RulePlaceOf } from "../../client/definitions.ts";

/** Steps of a path that are no properties. */
const itemsStep = "[*]";
const valuesStep = "{*}";

const rulesKey = "x-kubernetes-validations";

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A keyword below which more is said of the same value or of values inside of it, with the step that leads there. */
const singleKeywords: Readonly<Record<string, string>> = { items: itemsStep, additionalProperties: valuesStep };

/** Every rule of a schema: those of a node before those below, items before properties, and what allOf adds last. */
export function rulePlaces(schema: unknown, path: readonly string[] = []): readonly RulePlaceOf[] {
  if (!isRecord(schema)) return [];
  const rules = isList(schema[rulesKey]) ? schema[rulesKey] : [];
  const own = rules.map((rule, index) => ({ path, index, rule: isRecord(rule) && typeof rule["rule"] === "string" ? rule["rule"] : "" }));
  const elements = Object.entries(singleKeywords).flatMap(([keyword, step]) => rulePlaces(schema[keyword], [...path, step]));
  const properties = isRecord(schema["properties"]) ? Object.entries(schema["properties"]).flatMap(([name, property]) => rulePlaces(property, [...path, name])) : [];
  return [...own, ...elements, ...properties];
}

/** The schema with one of its rules only. */
export function withOnlyRule(schema: unknown, path: readonly string[], index: number): unknown {
  return keepRules(schema, path, index);
}

/** `path` is undefined off the way to the rule. */
function keepRules(schema: unknown, path: readonly string[] | undefined, index: number): unknown {
  if (!isRecord(schema)) return schema;
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const part = keepIn(keyword, value, path, index);
    if (part !== undefined) kept[keyword] = part;
  }
  return kept;
}

function keepIn(keyword: string, value: unknown, path: readonly string[] | undefined, index: number): unknown {
  const below = (step: string): readonly string[] | undefined => (path?.[0] === step ? path.slice(1) : undefined);
  if (keyword === rulesKey) return path?.length === 0 && isList(value) ? value.slice(index, index + 1) : undefined;
  if (keyword === "properties" && isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, keepRules(property, below(name), index)]));
  if (keyword === "allOf" && isList(value)) return value.map((nested) => keepRules(nested, undefined, index));
  const step = singleKeywords[keyword];
  return step === undefined ? value : keepRules(value, below(step), index);
}

/** The steps to a node, read off a path as costs name it: `openAPIV3Schema.properties[spec].items.x-kubernetes-validations[0]`. */
export function stepsOfSchemaPath(path: string): readonly string[] {
  const steps: string[] = [];
  let rest = path.slice(path.indexOf("."));
  while (!rest.startsWith(`.${rulesKey}[`) && rest !== "") {
    const { step, length } = nextStep(rest);
    steps.push(step);
    rest = rest.slice(length);
  }
  return steps;
}

const propertiesStep = ".properties[";

function nextStep(rest: string): { readonly step: string; readonly length: number } {
  for (const [keyword, step] of Object.entries(singleKeywords)) if (rest.startsWith(`.${keyword}.`)) return { step, length: keyword.length + 1 };
  if (!rest.startsWith(propertiesStep)) throw new Error(`a path of a schema goes on with ${rest}`);
  const end = rest.indexOf("].", propertiesStep.length);
  return { step: rest.slice(propertiesStep.length, end), length: end + 1 };
}
