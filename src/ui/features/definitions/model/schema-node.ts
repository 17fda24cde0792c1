import { isRecord } from "../../../../apimachinery/is-record.ts";

/** A schema node as written in a definition. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** A child of a node. Its step is the property name, `[*]` for items or `{*}` for additionalProperties. */
export interface SchemaChild {
  readonly step: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
}

export const itemsStep = "[*]";
export const valuesStep = "{*}";

export const isNode = (value: unknown): value is SchemaNode => isRecord(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns the strings in a keyword's list. */
export const textsOf = (value: unknown): readonly string[] =>
  isList(value) ? value.filter((item) => typeof item === "string") : [];

/** Returns the children of a node in document order. */
export function childrenOf(schema: SchemaNode): readonly SchemaChild[] {
  const required = new Set(textsOf(schema["required"]));
  const properties = isNode(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const named = properties.flatMap(([step, property]) =>
    isNode(property) ? [{ step, schema: property, required: required.has(step) }] : [],
  );
  const inner = (
    [
      [itemsStep, schema["items"]],
      [valuesStep, schema["additionalProperties"]],
    ] as const
  ).flatMap(([step, node]) => (isNode(node) ? [{ step, schema: node, required: false }] : []));
  return [...named, ...inner];
}

/** Returns the node at a path. */
export function nodeAt(schema: SchemaNode, path: readonly string[]): SchemaChild | undefined {
  let found: SchemaChild = { step: "", schema, required: false };
  for (const step of path) {
    const next = childrenOf(found.schema).find((child) => child.step === step);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

/** A validation rule. */
export interface RuleText {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly messageExpression?: string | undefined;
  readonly reason?: string | undefined;
  readonly fieldPath?: string | undefined;
  readonly optionalOldSelf: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns a node's own validation rules. */
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

/** A rule of a node with its position in the schema. */
export interface PlacedRule {
  readonly text: RuleText;
  readonly index: number;
  /** Undefined for the node itself, otherwise a position such as `allOf[0]`. */
  readonly within: string | undefined;
}

/** A schema that applies to a value: its node, or a schema nested in an allOf of the node or of its ancestors. */
interface Description {
  readonly schema: SchemaNode;
  readonly within: string | undefined;
}

/** Returns all rules that apply to the values at a path, including those nested in allOf. */
export function rulesAt(root: SchemaNode, path: readonly string[]): readonly PlacedRule[] {
  let described = withNested({ schema: root, within: undefined });
  for (const step of path) described = described.flatMap((one) => stepInto(one, step)).flatMap(withNested);
  return described.flatMap(({ schema, within }) => rulesOf(schema).map((text, index) => ({ text, index, within })));
}

function withNested(one: Description): readonly Description[] {
  const nested = isList(one.schema["allOf"]) ? one.schema["allOf"] : [];
  return [
    one,
    ...nested.flatMap((schema, i) =>
      isNode(schema)
        ? withNested({ schema, within: one.within === undefined ? `allOf[${i}]` : `${one.within}.allOf[${i}]` })
        : [],
    ),
  ];
}

function stepInto({ schema, within }: Description, step: string): readonly Description[] {
  const inner = childrenOf(schema).find((child) => child.step === step)?.schema;
  if (inner === undefined) return [];
  const keyword = step === itemsStep ? "items" : step === valuesStep ? "additionalProperties" : `properties[${step}]`;
  return [{ schema: inner, within: within === undefined ? undefined : `${within}.${keyword}` }];
}

/** Describes a node's type: `string`, `list of object`, `map of string`, `integer or string`, `anything`. */
export function typeWords(schema: SchemaNode): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "integer or string";
  const type = textOf(schema["type"]);
  if (type === "array") return isNode(schema["items"]) ? `list of ${typeWords(schema["items"])}` : "list";
  if (type === "object" && schema["properties"] === undefined && isNode(schema["additionalProperties"]))
    return `map of ${typeWords(schema["additionalProperties"])}`;
  if (schema["x-kubernetes-embedded-resource"] === true) return "resource";
  return type ?? (schema["x-kubernetes-preserve-unknown-fields"] === true ? "anything" : "no type");
}
