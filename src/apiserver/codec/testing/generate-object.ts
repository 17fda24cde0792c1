import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Field, ObjectSchema, RawSchema, ScalarType, Schema } from "../../schema/schema.ts";

/** A generator of numbers between 0 and 1, determined by a seed. */
export type Dice = () => number;

/** Creates a small deterministic generator (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(dice: Dice, values: readonly [T, ...T[]]): T =>
  values[Math.floor(dice() * values.length)] ?? values[0];

const texts = [
  "",
  "a",
  "true",
  "1",
  "- x",
  "a: b",
  "é",
  "😀",
  "two\nlines\n",
  "  edges ",
  'it\'s "quoted"',
  "\\",
  "x".repeat(90),
  "word ".repeat(30),
  "null",
  "<&>",
  "\t",
  "0x1f",
  "2024-01-02",
  "~",
] as const;

// oxfmt-ignore
const leaves: Readonly<Record<ScalarType, (dice: Dice) => JsonValue>> = {
  string: (dice) => pick(dice, texts),
  bool: (dice) => dice() < 0.5,
  int32: (dice) => pick(dice, [0, 1, -1, 127, 128, 65536, 2147483647, -2147483648]),
  int64: (dice) => pick<JsonValue>(dice, [0, 1, -1, 255, 2 ** 40, -(2 ** 40), 9223372036854775807n, -9223372036854775808n]),
  float64: (dice) => pick(dice, [0.5, -1.25, 1e-7, 3.141592653589793, 100.25]),
  number: (dice) => pick(dice, [0, 1, 0.5]),
  bytes: (dice) => pick(dice, ["AA==", "AP8=", "aGVsbG8=", "+/+/"]),
  quantity: (dice) => pick(dice, ["0", "100m", "1Gi", "1500m", "12e6"]),
  intOrString: (dice) => pick<JsonValue>(dice, [0, 80, -1, "", "http", "50%"]),
  time: (dice) => pick(dice, ["2024-01-02T03:04:05Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"]),
  microTime: (dice) => pick(dice, ["2024-01-02T03:04:05.000000Z", "2024-01-02T03:04:05.123456Z"]),
  duration: (dice) => pick(dice, ["0s", "1h0m0s", "1.5s", "-2m0s"]),
};

/** Members of raw objects are sorted, as CBOR does not keep their order. */
const rawValue = (dice: Dice, { type }: RawSchema): JsonValue =>
  type === "fieldsV1"
    ? { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } }
    : pick<JsonValue>(dice, [
        { a: [1, 0.5, "x", null], b: { c: true } },
        { apiVersion: "v1", kind: "Foo" },
      ]);

/**
 * Generates a value that every format can represent. Containers are never empty, since protobuf does not distinguish
 * empty from absent.
 */
function generate(dice: Dice, schema: Schema, depth: number): JsonValue {
  switch (schema.kind) {
    case "scalar":
      return leaves[schema.type](dice);
    case "raw":
      return rawValue(dice, schema);
    case "list":
      return Array.from({ length: 1 + Math.floor(dice() * 2) }, () => generate(dice, schema.items.schema, depth + 1));
    case "map":
      return Object.fromEntries(
        ["a", "é", "long-key"]
          .slice(0, 1 + Math.floor(dice() * 3))
          .map((key) => [key, generate(dice, schema.values.schema, depth + 1)]),
      );
    case "schemaOr":
      return schema.or === "bool" ? dice() < 0.5 : schema.or === "stringArray" ? ["a", "b"] : { type: "string" };
    case "object":
      return generateFields(dice, schema, depth);
  }
}

/** Decides whether a field is generated. Deeply nested fields are mostly left out. */
const isGenerated = (dice: Dice, { name, schema }: Field, depth: number): boolean => {
  if (name === "kind" || name === "apiVersion") return depth > 0;
  return schema.kind === "scalar" || schema.kind === "raw" ? dice() < 0.6 : depth < 6 && dice() < 0.9 - depth * 0.14;
};

function generateFields(dice: Dice, { fields, embedded }: ObjectSchema, depth: number): JsonValue {
  const typeMeta = new Set(
    embedded.filter(({ protobuf }) => protobuf === undefined).flatMap(({ schema }) => schema.fields),
  );
  const members = fields.filter((field) => !typeMeta.has(field) && isGenerated(dice, field, depth));
  return Object.fromEntries(members.map((field) => [field.name, generate(dice, field.schema, depth + 1)]));
}

/** Generates an object of a type, without TypeMeta. */
export const generateObject = (dice: Dice, schema: ObjectSchema): { readonly [name: string]: JsonValue } =>
  generateFields(dice, schema, 0) as { readonly [name: string]: JsonValue };
