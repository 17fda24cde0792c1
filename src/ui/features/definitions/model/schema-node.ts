import { isRecord } from "../../../../apimachinery/is-record.ts";

/** A node of a schema as a definition states it. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** What is inside of a node: properties by name, `[*]` items, `{*}` values of any other name. */
export interface SchemaChild {
  readonly step: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
}

export const itemsStep = "[*]";
export const valuesStep = "{*}";

export const isNode = (value: unknown): value is SchemaNode => isRecord(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The texts of a keyword that lists some. */
export const textsOf = (value: unknown): readonly string[] => (isList(value) ? value.filter((item) => typeof item === "string") : []);

/** Everything inside of a node, as it is written. */
export function childrenOf(schema: SchemaNode): readonly SchemaChild[] {
  const required = new Set(textsOf(schema["required"]));
  const properties = isNode(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const named = properties.flatMap(([step, property]) => (isNode(property) ? [{ step, schema: property, required: required.has(step) }] : []));
  const inner = ([[itemsStep, schema["items"]], [valuesStep, schema["additionalProperties"]]] as const).flatMap(([step, node]) => (isNode(node) ? [{ step, schema: node, required: false }] : []));
  return [...named, ...inner];
}

/** The node that a path leads to. */
export function nodeAt(schema: SchemaNode, path: readonly string[]): SchemaChild | undefined {
  let found: SchemaChild = { step: "", schema, required: false };
  for (const step of path) {
    const next = childrenOf(found.schema).find((child) => child.step === step);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

/** A rule of a node. */
export interface RuleText {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly messageExpression?: string | undefined;
  readonly reason?: string | undefined;
  readonly fieldPath?: string | undefined;
  readonly optionalOldSelf: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The rules of a node itself. */
export function rulesOf(schema: SchemaNode): readonly RuleText[] {
  const rules = schema["x-kubernetes-validations"];
  return (isList(rules) ? rules : []).filter(isNode).map((rule) => ({
    rule: textOf(rule["rule"]) ?? "",
    message: textOf(rule["message"]),
    messageExpression: textOf(rule["messageExpression"]),
    reason: textOf(rule["reason"]),
    fieldPath: textOf(rule["fieldPath"]),
    optionalOldSelf: rule["optionalOldSelf"] === true,
  }));
}

/** What values of a node are: `string`, `list of object`, `map of string`, `integer or string`, `anything`. */
export function typeWords(schema: SchemaNode): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "integer or string";
  const type = textOf(schema["type"]);
  if (type === "array") return isNode(schema["items"]) ? `list of ${typeWords(schema["items"])}` : "list";
  if (type === "object" && schema["properties"] === undefined && isNode(schema["additionalProperties"])) return `map of ${typeWords(schema["additionalProperties"])}`;
  if (schema["x-kubernetes-embedded-resource"] === true) return "resource";
  return type ?? (schema["x-kubernetes-preserve-unknown-fields"] === true ? "anything" : "no type");
}
