import type { Chooser } from "./chooser.ts";

/** A schema of a definition, as JSON. */
export type SchemaJson = { readonly [keyword: string]: unknown };

/** The names of fields, few, so that versions, patches and columns meet. */
export const fieldNames = ["a", "b", "c", "d", "e", "fooBar", "x-y", "replicas"] as const;

/** Returns the schema of a field; `depth` is how many levels may be below it. */
export function generateSchema(choose: Chooser, depth: number): SchemaJson {
  const schema = choose.pick(depth > 0 ? [scalar, scalar, list, object, map] : [scalar])(choose, depth);
  const nullable = choose.chance(0.1) ? { nullable: true } : {};
  return { ...schema, ...nullable, ...rules(choose, schema) };
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
  choose.pick([{ type: "string" }, { type: "integer" }, { type: "number" }]);

function keyedList(choose: Chooser, depth: number): SchemaJson {
  const withDefault = choose.chance(0.3);
  const key = withDefault ? { type: "string", default: "k" } : { type: "string" };
  const two = choose.chance(0.3);
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": two ? ["k", "port"] : ["k"],
    items: {
      type: "object",
      properties: {
        k: key,
        port: { type: "integer", ...(two && choose.chance(0.5) ? { default: 80 } : {}) },
        v: generateSchema(choose, depth - 1),
      },
      ...(withDefault ? {} : { required: two ? ["k", "port"] : ["k"] }),
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
      ]),
    },
    { maxLength: 3, not: { enum: ["no"] } },
    { anyOf: [{ pattern: "^a" }, { maxLength: 1 }] },
    { oneOf: [{ pattern: "^a" }, { maxLength: 2 }] },
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

const intOrString = (): SchemaJson => ({ "x-kubernetes-int-or-string": true });

const rulesOfType: Readonly<Record<string, readonly [string, ...string[]]>> = {
  string: [
    "self != 'bad'",
    "size(self) < 4",
    "self == oldSelf",
    "self.startsWith('a') || self == ''",
    "self in ['one', 'two', 'dflt']",
  ],
  integer: ["self >= oldSelf", "self != 7", "self < 10", "self / (self - 2) > 0"],
  number: ["self > 0.25", "self < oldSelf + 1.0"],
  boolean: ["self || true", "self == oldSelf"],
  object: [
    "!has(self.a) || has(self.b)",
    "has(self.a) == has(oldSelf.a)",
    "!has(self.e)",
    "size(self) < 3",
    "self.all(k, k != 'no')",
  ],
  array: ["size(self) < 4", "self.size() >= oldSelf.size()", "self.all(x, x == x)", "self.exists_one(x, x == self[0])"],
};

function rules(choose: Chooser, schema: SchemaJson): SchemaJson {
  const known = rulesOfType[String(schema["type"])];
  if (known === undefined || !choose.chance(0.15)) return {};
  const rule = choose.pick(known);
  const isTransition = rule.includes("oldSelf");
  return {
    "x-kubernetes-validations": [
      {
        rule,
        ...choose.pick<SchemaJson>([{}, { message: "no good" }, { messageExpression: "'is ' + string(size('ab'))" }]),
        ...choose.pick<SchemaJson>([
          {},
          {},
          { reason: choose.pick(["FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"]) },
        ]),
        ...(isTransition && choose.chance(0.2) ? { optionalOldSelf: false } : {}),
      },
    ],
  };
}
