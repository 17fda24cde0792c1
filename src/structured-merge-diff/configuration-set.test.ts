import { describe, expect, it } from "vitest";
import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import { configurationSet } from "./configuration-set.ts";
import { fromFieldsV1, toFieldsV1 } from "./fields-v1.ts";
import { atomOf, deducedAtom, type Atom } from "./schema.ts";
import { toFieldSet } from "./to-field-set.ts";
import { isValidValue } from "./validate.ts";

const text = atomOf({ scalar: "string" });
const number = atomOf({ scalar: "numeric" });
const struct = (fields: Readonly<Record<string, Atom>>): Atom =>
  atomOf({
    map: {
      atomic: false,
      deduced: false,
      fields: new Map(Object.entries(fields).map(([name, type]) => [name, { element: { kind: "field", name }, type }])),
    },
  });
const ports = atomOf({
  list: { atomic: false, keys: ["port", "protocol"], items: struct({ port: number, protocol: text, name: text }) },
});
const whole = struct({
  name: text,
  ports,
  tags: atomOf({ list: { atomic: false, keys: [], items: text } }),
  selector: atomOf({ map: { atomic: true, deduced: false, fields: new Map(), elements: text } }),
  any: deducedAtom,
});

const port = (value: number, name = "web"): JsonValue => ({ port: value, protocol: "TCP", name });

describe("the set of a configuration", () => {
  it.each<readonly [string, JsonValue]>([
    [
      "fields, items and wholes",
      { name: "a", ports: [port(80), port(443)], tags: ["x", "y"], selector: { a: "b" }, any: { b: [1], c: {} } },
    ],
    ["what is empty or null", { name: null, ports: [], tags: null, selector: {}, any: null }],
    ["many items", { ports: Array.from({ length: 40 }, (_, i) => port(i)) }],
  ])("is what the value mentions: %s", (_, value) => {
    const set = configurationSet(value, whole, undefined);
    expect(set && toFieldsV1(set)).toEqual(toFieldsV1(toFieldSet(value, whole)));
  });

  it.each<readonly [string, JsonValue]>([
    ["a member that is not declared", { other: 1 }],
    ["another type", { name: 1 }],
    ["the same item twice", { ports: [port(80), port(81), port(80)] }],
    ["an item without keys", { ports: [{ name: "a" }] }],
    ["another type inside a whole", { selector: { a: 1 } }],
  ])("does not exist for %s", (_, value) => {
    expect(isValidValue(value, whole, false)).toBe(false);
    expect(configurationSet(value, whole, undefined)).toBeUndefined();
  });

  it("does not exist for numbers that are not plain ones, wherever they stand", () => {
    expect(configurationSet({ any: [{ a: new Double(1) }] }, whole, undefined)).toBeUndefined();
    expect(configurationSet({ any: 2n ** 60n }, whole, undefined)).toBeUndefined();
  });

  it("is the very set that it is like, though that was read from managed fields", () => {
    const many = Array.from({ length: 20 }, (_, i) => port(i));
    const value = { name: "a", ports: many, tags: ["x"] };
    const like = fromFieldsV1({ ...toFieldsV1(toFieldSet(value, whole)) });
    expect(configurationSet(value, whole, like)).toBe(like);
    const fewer = configurationSet({ ...value, ports: many.slice(1) }, whole, like);
    expect(fewer && toFieldsV1(fewer)).toEqual(toFieldsV1(toFieldSet({ ...value, ports: many.slice(1) }, whole)));
    expect(fewer?.field("tags")).toBe(like.field("tags"));
  });
});
