import { childrenOf, isNode, itemsStep, textsOf, valuesStep, type SchemaNode } from "./schema-node.ts";
import type { WrittenDefinition, WrittenVersionOf } from "./written-definition.ts";

/** The size of an example: only the required fields, or all fields. */
export type ExampleSize = "minimal" | "full";

/** Generates an object that is valid according to a schema. Validation rules are not evaluated. */
export function exampleObject(definition: WrittenDefinition, version: WrittenVersionOf, size: ExampleSize): SchemaNode {
  const metadata = { name: "example", ...(definition.namespaced && { namespace: "default" }) };
  const body =
    version.schema === undefined
      ? {}
      : membersOf(
          version.schema,
          size,
          0,
          new Set(["apiVersion", "kind", "metadata", ...(version.hasStatus ? ["status"] : [])]),
        );
  return { apiVersion: `${definition.group}/${version.name}`, kind: definition.kind, metadata, ...body };
}

/** The maximum nesting depth, which hand-written schemas do not reach. */
const deepest = 30;

function membersOf(
  schema: SchemaNode,
  size: ExampleSize,
  depth: number,
  skipped: ReadonlySet<string> = new Set(),
): SchemaNode {
  const also = new Set(requiredByAlternative(schema));
  const members: Record<string, unknown> = {};
  for (const child of childrenOf(schema)) {
    if (child.step === itemsStep || child.step === valuesStep || skipped.has(child.step)) continue;
    const isWanted = size === "full" ? depth < deepest : child.required || also.has(child.step);
    if (isWanted && (size === "full" || child.schema["default"] === undefined))
      members[child.step] = exampleValue(child.schema, size, depth + 1, child.step);
  }
  return members;
}

/** Returns the fields required by the first alternative of oneOf and anyOf. */
function requiredByAlternative(schema: SchemaNode): readonly string[] {
  return ["oneOf", "anyOf"].flatMap((keyword) => {
    const alternatives = schema[keyword];
    const first: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined;
    return isNode(first) ? textsOf(first["required"]) : [];
  });
}

function exampleValue(schema: SchemaNode, size: ExampleSize, depth: number, name: string): unknown {
  if (schema["default"] !== undefined) return schema["default"];
  const choices = schema["enum"];
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  if (schema["x-kubernetes-embedded-resource"] === true)
    return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "embedded" } };
  switch (schema["type"]) {
    case "object":
      return objectValue(schema, size, depth);
    case "array":
      return listValue(schema, size, depth, name);
    case "boolean":
      return false;
    case "integer":
      return numberValue(schema, 1);
    case "number":
      return numberValue(schema, 1);
    case "string":
      return textValue(schema, name);
    default:
      return schema["x-kubernetes-int-or-string"] === true ? intOrText(schema, name) : {};
  }
}

const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);

function objectValue(schema: SchemaNode, size: ExampleSize, depth: number): unknown {
  const values = schema["additionalProperties"];
  const members = membersOf(schema, size, depth);
  if (!isNode(values)) return members;
  const count = Math.max(countOf(schema["minProperties"]), size === "full" && depth < deepest ? 1 : 0);
  return {
    ...members,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `key${i === 0 ? "" : i + 1}`,
        exampleValue(values, size, depth + 1, "value"),
      ]),
    ),
  };
}

function listValue(schema: SchemaNode, size: ExampleSize, depth: number, name: string): readonly unknown[] {
  const { items } = schema;
  const count = Math.max(countOf(schema["minItems"]), size === "full" && depth < deepest ? 1 : 0);
  if (!isNode(items)) return [];
  const keys = textsOf(schema["x-kubernetes-list-map-keys"]);
  const isSet = schema["x-kubernetes-list-type"] === "set";
  return Array.from({ length: count }, (_, i) => {
    const value = exampleValue(items, size, depth + 1, name.replace(/s$/, ""));
    return i === 0
      ? value
      : isSet
        ? distinct(value, i)
        : isNode(value)
          ? { ...value, ...Object.fromEntries(keys.map((key) => [key, distinct(value[key], i)])) }
          : value;
  });
}

const distinct = (value: unknown, i: number): unknown =>
  typeof value === "number" ? value + i : typeof value === "string" ? `${value}${i + 1}` : value;

function numberValue(schema: SchemaNode, wish: number): number {
  const [min, max] = [schema["minimum"], schema["maximum"]];
  const step = typeof schema["multipleOf"] === "number" ? schema["multipleOf"] : 1;
  const low = typeof min === "number" ? min + (schema["exclusiveMinimum"] === true ? step : 0) : wish;
  const inRange = Math.max(
    low,
    Math.min(wish, typeof max === "number" ? max - (schema["exclusiveMaximum"] === true ? step : 0) : wish),
  );
  return step === 1 ? inRange : Math.ceil(inRange / step) * step;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2025-01-01T00:00:00Z",
  datetime: "2025-01-01T00:00:00Z",
  date: "2025-01-01",
  duration: "1h",
  uuid: "6b6f9a2e-3f0c-4a57-9f6e-0d4c2b1a7e55",
  uuid4: "6b6f9a2e-3f0c-4a57-9f6e-0d4c2b1a7e55",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  ip: "192.0.2.1",
  cidr: "192.0.2.0/24",
  mac: "00:00:5e:00:53:01",
  email: "someone@example.com",
  hostname: "example.com",
  uri: "https://example.com/",
  byte: "aGVsbG8=",
};

/** Strings that match the patterns commonly used in definitions. */
const candidates = [
  "example",
  "a",
  "A",
  "1",
  "example.com",
  "1Gi",
  "10Gi",
  "100m",
  "10s",
  "5m",
  "1h",
  "08:00",
  "0 3 * * *",
  "v1",
  "1.0.0",
  "v1.0.0",
  "https://example.com/",
  "http://example.com",
  "/",
  "/example",
  "10.0.0.0/24",
  "192.0.2.1",
  "50%",
  "Example",
  "EXAMPLE",
  "example-1",
  "example_1",
  "us-east-1",
  "2025-01-01",
  "2025-01-01T00:00:00Z",
  "sha256:0000000000000000000000000000000000000000000000000000000000000000",
  "example/example",
  "example.com/example",
  "example.com/example:1.0",
  "someone@example.com",
  "+10",
  "#000000",
  "0000",
  "ab",
  "abc",
  "00",
];

const intOrText = (schema: SchemaNode, name: string): number | string =>
  schema["pattern"] === undefined ? numberValue(schema, 1) : textValue(schema, name);

function textValue(schema: SchemaNode, name: string): string {
  const format = typeof schema["format"] === "string" ? formats[schema["format"]] : undefined;
  if (format !== undefined) return format;
  const fits = fitting(schema);
  const found = [/^[A-Za-z][\w-]{0,20}$/.test(name) ? name.toLowerCase() : "example", ...candidates].find(fits);
  return (
    found ??
    "example"
      .padEnd(countOf(schema["minLength"]), "x")
      .slice(0, typeof schema["maxLength"] === "number" ? schema["maxLength"] : undefined)
  );
}

function fitting(schema: SchemaNode): (text: string) => boolean {
  const [min, max] = [
    countOf(schema["minLength"]),
    typeof schema["maxLength"] === "number" ? schema["maxLength"] : Infinity,
  ];
  const pattern = typeof schema["pattern"] === "string" ? patternOf(schema["pattern"]) : undefined;
  return (text) => text.length >= min && text.length <= max && (pattern === undefined || pattern.test(text));
}

/** Compiles a pattern. Go and JavaScript patterns mostly agree; otherwise the server detects an invalid example. */
function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "u");
  } catch {
    return undefined;
  }
}
