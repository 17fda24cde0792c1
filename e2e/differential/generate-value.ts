import type { Chooser } from "./chooser.ts";
import { fieldNames, type SchemaJson } from "./generate-schema.ts";

const wrongChance = 0.02;
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
  "1Gi",
  "http://a.b/c",
  "10.0.0.0/8",
  "10.0.0.1/8",
  "a@b.c",
  "#fff",
  "rgb(1,2,3)",
  "123-45-6789",
  "4111111111111111",
  "0-306-40615-2",
  "978-0306406157",
  "507f1f77bcf86cd799439011",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "00:11:22:33:44:55",
  "1d",
  "01:02:03",
  "a.example.com",
  "line\nbreak",
  "\u2028",
] as const;
const integers = [0, 1, 2, 3, 5, 7, 10, -1, 2_147_483_648, 9_007_199_254_740_992, 1e19] as const;
const numbers = [0, 0.5, 1.5, 1, 2.25, -1, 1e21, 1e-7, 3.4e38, 1e300, 9007199254740992] as const;
const anything = [null, "x", 1, 1.5, true, [], {}, [1], { a: 1 }, [null], ""] as const;

/** Returns a value that mostly agrees with a schema. */
export function generateValue(choose: Chooser, schema: SchemaJson): unknown {
  if (choose.chance(wrongChance)) return choose.pick(anything);
  const values = schema["enum"];
  if (Array.isArray(values) && choose.chance(0.8)) return values[choose.below(values.length)];
  if (schema["x-kubernetes-int-or-string"] === true) return choose.pick([1, "50%", "a", 1.5, "7"]);
  if (schema["x-kubernetes-embedded-resource"] === true && choose.chance(0.8)) return embeddedResource(choose, schema);
  switch (schema["type"]) {
    case "string":
      return textOf(choose, schema);
    case "integer":
      return choose.chance(0.6) ? choose.pick([2, 2, 4, 1, 3]) : choose.pick(integers);
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

/** Texts of formats, which random texts seldom have. */
const ofFormat: Readonly<Record<string, string>> = {
  date: "2024-01-02",
  "date-time": "2024-01-02T03:04:05Z",
  datetime: "2024-01-02T03:04:05.5+02:00",
  ipv4: "10.0.0.1",
  ipv6: "::1",
  cidr: "10.0.0.0/8",
  mac: "00:11:22:33:44:55",
  uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  uuid3: "6ba7b810-9dad-31d1-80b4-00c04fd430c8",
  uuid4: "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
  uuid5: "6ba7b810-9dad-51d1-80b4-00c04fd430c8",
  byte: "YQ==",
  uri: "http://a.b/c",
  email: "a@b.c",
  duration: "1h",
  isbn: "978-0306406157",
  isbn10: "0-306-40615-2",
  isbn13: "978-0306406157",
  creditcard: "4111111111111111",
  ssn: "123-45-6789",
  hexcolor: "#fff",
  rgbcolor: "rgb(1,2,3)",
  bsonobjectid: "507f1f77bcf86cd799439011",
};

/** Returns a text that mostly has the format of its schema, or is short and simple. */
function textOf(choose: Chooser, schema: SchemaJson): string {
  if (!choose.chance(0.7)) return choose.pick(texts);
  return ofFormat[String(schema["format"])] ?? choose.pick(["a", "ab", "abc", "aa"]);
}

/** Returns an object with a kind and metadata, some of which are wrong. */
const embeddedResource = (choose: Chooser, schema: SchemaJson): unknown => ({
  apiVersion: choose.pick(["v1", "example.com/v1", "a/b/c", "", 1]),
  kind: choose.pick(["Pod", "Pod", "", "bad kind", null]),
  metadata: choose.pick([
    { name: "a" },
    { name: "abcd", labels: { l: "x" } },
    { name: "Bad_", labels: { "bad key": "x" } },
    { name: "a", odd: 1, creationTimestamp: null },
    { name: 1 },
    {},
    "x",
  ]),
  ...(objectValue(choose, { ...schema, properties: { spec: member(member(schema, "properties"), "spec") } }) as object),
});

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
