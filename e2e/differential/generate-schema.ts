import type { Chooser } from "./chooser.ts";

/** A schema of a definition, as JSON. */
export type SchemaJson = { readonly [keyword: string]: unknown };

/** The names of fields, few, so that versions, patches and columns meet. */
export const fieldNames = ["a", "b", "c", "d", "e", "fooBar", "x-y", "replicas"] as const;

/** Returns the schema of a field; `depth` is how many levels may be below it. */
export function generateSchema(choose: Chooser, depth: number): SchemaJson {
  const schema = choose.pick(depth > 0 ? [scalar, scalar, list, object, map, open] : [scalar])(choose, depth);
  const nullable = choose.chance(0.1) ? { nullable: true, ...(choose.chance(0.2) ? { default: null } : {}) } : {};
  return { ...schema, ...nullable };
}

/** Returns an object schema with random properties. */
export function object(choose: Chooser, depth: number): SchemaJson {
  const names = choose.some(fieldNames, 0.4);
  const properties = Object.fromEntries(names.map((name) => [name, generateSchema(choose, depth - 1)]));
  const required = choose.some(names, 0.1);
  const kind = choose.pick([
    {},
    {},
    {},
    { "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-map-type": choose.pick(["atomic", "granular"]) },
    { minProperties: 1 },
    { maxProperties: 2 },
    { default: {} },
  ]);
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}), ...kind };
  return "default" in kind && required.length > 0 ? { ...schema, default: undefined } : schema;
}

/** Returns a schema of what is not all declared. */
function open(choose: Chooser, depth: number): SchemaJson {
  const preserve = { "x-kubernetes-preserve-unknown-fields": true };
  const properties = { a: generateSchema(choose, depth - 1) };
  const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
  return choose.pick<SchemaJson>([
    preserve,
    { type: "object", ...preserve },
    { ...preserve, nullable: true },
    { type: "array", items: preserve },
    { type: "object", additionalProperties: preserve },
    { type: "object", properties: { ...properties, b: { type: "object", ...preserve } } },
    { ...embedded, ...preserve },
    { ...embedded, properties: { spec: { type: "object", properties } } },
    {
      ...embedded,
      properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } } },
    },
    { type: "array", items: { ...embedded, ...preserve } },
    { type: "object", default: { a: null }, properties: { a: { type: "string", nullable: true } } },
    { type: "object", default: { b: "x", p: 1 }, properties: { b: { type: "string" } }, ...preserve },
    { type: "object", properties, "x-kubernetes-map-type": "atomic" },
    { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  ]);
}

function map(choose: Chooser, depth: number): SchemaJson {
  const bounds = choose.chance(0.3) ? { maxProperties: choose.below(3) + 1 } : {};
  return { type: "object", additionalProperties: generateSchema(choose, depth - 1), ...bounds };
}

function list(choose: Chooser, depth: number): SchemaJson {
  const bounds = { ...(choose.chance(0.3) ? { maxItems: 3 } : {}), ...(choose.chance(0.1) ? { minItems: 1 } : {}) };
  switch (choose.pick(["atomic", "set", "map", "none"])) {
    case "set":
      return { type: "array", ...bounds, "x-kubernetes-list-type": "set", items: setItem(choose) };
    case "map":
      return { ...bounds, ...keyedList(choose, depth) };
    case "atomic":
      return { type: "array", ...bounds, "x-kubernetes-list-type": "atomic", items: generateSchema(choose, depth - 1) };
    case "none":
      return { type: "array", ...bounds, items: generateSchema(choose, depth - 1) };
  }
}

const setItem = (choose: Chooser): SchemaJson =>
  choose.pick<SchemaJson>([
    { type: "string" },
    { type: "integer" },
    { type: "number" },
    { type: "boolean" },
    { "x-kubernetes-int-or-string": true },
    { type: "object", "x-kubernetes-map-type": "atomic", properties: { k: { type: "string" } } },
    { type: "array", "x-kubernetes-list-type": "atomic", items: { type: "string" } },
  ]);

function keyedList(choose: Chooser, depth: number): SchemaJson {
  const withDefault = choose.chance(0.3);
  const key = withDefault ? { type: "string", default: "k" } : { type: "string" };
  const two = choose.chance(0.3);
  const port = choose.pick<SchemaJson>([
    { type: "integer" },
    { type: "integer" },
    { type: "boolean" },
    { type: "number" },
  ]);
  const hasPortDefault = two && port["type"] === "integer" && choose.chance(0.5);
  const required = [...(withDefault ? [] : ["k"]), ...(two && !hasPortDefault ? ["port"] : [])];
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": two ? ["k", "port"] : ["k"],
    items: {
      type: "object",
      properties: {
        k: key,
        port: { ...port, ...(hasPortDefault ? { default: 80 } : {}) },
        v: generateSchema(choose, depth - 1),
      },
      ...(required.length > 0 ? { required } : {}),
    },
  };
}

function scalar(choose: Chooser): SchemaJson {
  return choose.pick([text, text, text, integer, integer, number, boolean, intOrString])(choose);
}

const text = (choose: Chooser): SchemaJson => ({
  type: "string",
  ...choose.pick<SchemaJson>([
    {},
    {},
    { default: choose.pick(["dflt", "", "é"]) },
    { maxLength: 3 },
    { minLength: 1 },
    { pattern: choose.pick(["^[a-z]+$", "b", "^\\d*$", "(?i)ab"]) },
    { enum: ["one", "two", "é"] },
    { enum: ["one", "two"], default: "one" },
    {
      format: choose.pick([
        "date",
        "date-time",
        "ipv4",
        "ipv6",
        "uuid",
        "byte",
        "uri",
        "email",
        "hostname",
        "duration",
        "cidr",
        "mac",
        "password",
        "k8s-short-name",
        "k8s-long-name",
        "datetime",
        "uuid3",
        "uuid4",
        "uuid5",
        "isbn",
        "isbn10",
        "isbn13",
        "creditcard",
        "ssn",
        "hexcolor",
        "rgbcolor",
        "bsonobjectid",
        "odd",
      ]),
    },
    { maxLength: 3, not: { enum: ["no"] } },
    { anyOf: [{ pattern: "^a" }, { maxLength: 1 }] },
    { oneOf: [{ pattern: "^a" }, { maxLength: 2 }] },
    { allOf: [{ pattern: "^[a-z]" }, { not: { enum: ["bad"] } }], minLength: 1 },
    { format: "date-time", maxLength: 5 },
  ]),
});

const integer = (choose: Chooser): SchemaJson => ({
  type: "integer",
  ...choose.pick<SchemaJson>([
    {},
    { format: choose.pick(["int32", "int64"]) },
    { minimum: 1 },
    { maximum: 5, exclusiveMaximum: choose.chance(0.5) },
    { multipleOf: 2 },
    { default: 3 },
    { enum: [1, 2] },
  ]),
});

const number = (choose: Chooser): SchemaJson => ({
  type: "number",
  ...choose.pick<SchemaJson>([
    {},
    { format: choose.pick(["float", "double"]) },
    { minimum: 0.5 },
    { multipleOf: 0.5 },
    { default: 1.5 },
  ]),
});

const boolean = (choose: Chooser): SchemaJson => ({
  type: "boolean",
  ...(choose.chance(0.3) ? { default: true } : {}),
});

const intOrString = (choose: Chooser): SchemaJson => ({
  "x-kubernetes-int-or-string": true,
  ...choose.pick<SchemaJson>([
    {},
    {},
    { anyOf: [{ type: "integer" }, { type: "string" }] },
    { allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { maximum: 5 }] },
    { pattern: "^[0-9]+%$" },
    { default: choose.pick([1, "1"]) },
    { enum: [1, "50%"] },
  ]),
});
