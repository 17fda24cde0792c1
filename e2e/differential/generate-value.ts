import type { Chooser } from "./chooser.ts";
import { fieldNames, type SchemaJson } from "./generate-schema.ts";

const wrongChance = 0.04;
const texts = [
  "a",
  "ab",
  "one",
  "two",
  "",
  "abcd",
  "é",
  "10.0.0.1",
  "2024-01-02",
  "2024-01-02T03:04:05Z",
  "k",
  "bad",
  "😀",
  "<&>",
  "12",
  "YQ==",
  "::1",
  "1h",
  "null",
] as const;
const integers = [0, 1, 2, 3, 5, 7, 10, -1, 2_147_483_648] as const;
const numbers = [0, 0.5, 1.5, 1, 2.25, -1, 1e21, 1e-7] as const;
const anything = [null, "x", 1, 1.5, true, [], {}, [1], { a: 1 }, [null], ""] as const;

/** Returns a value that mostly agrees with a schema. */
export function generateValue(choose: Chooser, schema: SchemaJson): unknown {
  if (choose.chance(wrongChance)) return choose.pick(anything);
  const values = schema["enum"];
  if (Array.isArray(values) && choose.chance(0.8)) return values[choose.below(values.length)];
  if (schema["x-kubernetes-int-or-string"] === true) return choose.pick([1, "50%", "a"]);
  switch (schema["type"]) {
    case "string":
      return choose.pick(texts);
    case "integer":
      return choose.pick(integers);
    case "number":
      return choose.pick(numbers);
    case "boolean":
      return choose.chance(0.5);
    case "array":
      return Array.from({ length: choose.below(4) }, () => generateValue(choose, member(schema, "items")));
    default:
      return objectValue(choose, schema);
  }
}

const member = (schema: SchemaJson, name: string): SchemaJson => (schema[name] ?? {}) as SchemaJson;

function objectValue(choose: Chooser, schema: SchemaJson): unknown {
  const properties = member(schema, "properties");
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const names = Object.keys(properties).filter((name) => choose.chance(required.has(name) ? 0.95 : 0.55));
  const value = Object.fromEntries(names.map((name) => [name, generateValue(choose, member(properties, name))]));
  if (schema["additionalProperties"] !== undefined)
    for (const name of choose.some(["p", "q", "é"], 0.4))
      value[name] = generateValue(choose, member(schema, "additionalProperties"));
  if (choose.chance(0.05)) value[choose.pick(["unknown", ...fieldNames])] = choose.pick(anything);
  return value;
}
