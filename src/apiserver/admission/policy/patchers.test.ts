import { expect, test } from "vitest";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { FormatValue } from "../../../cel/library/formats.ts";
import { intType, structOf } from "../../../cel/types/type.ts";
import { Duration } from "../../../cel/values/duration.ts";
import { HashMap } from "../../../cel/values/hash-map.ts";
import { Timestamp } from "../../../cel/values/timestamp.ts";
import { Uint } from "../../../cel/values/uint.ts";
import { ArrayList, Optional, optionalNone, type Value } from "../../../cel/values/value.ts";
import { atomOf, deducedAtom, type Atom } from "../../../structured-merge-diff/schema.ts";
import { ConstructedObject, JsonPatchValue } from "../cel/patch-types.ts";
import { applyConfiguration, applyJsonPatch } from "./patchers.ts";

const object: KubeObject = { apiVersion: "v1", kind: "Thing", metadata: { name: "x" } };
const problemIn = (run: () => unknown): string => {
  try {
    return JSON.stringify(run());
  } catch (error) {
    return messageOf(error);
  }
};

const patched = (path: string, value: Value, op = "add"): string =>
  problemIn(() => applyJsonPatch(new ArrayList([new JsonPatchValue({ op, path, from: "", value })]), object));
const noJson = "JSONPath valueExpression evaluated to a type that could not marshal to JSON: ";
const number = "json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value.number_value";

// oxfmt-ignore
test.each<readonly [string, Value, string]>([
  ["NaN", new Double(NaN), `${noJson}${number}: invalid NaN value`],
  ["infinity in a list", new ArrayList([new Double(Infinity)]), `${noJson}${number}: invalid +Inf value`],
  ["a type of Kubernetes", new FormatValue("f", 1, () => []), `${noJson}type conversion error from 'Format' to '*structpb.Value'`],
  ["a type", intType, `${noJson}type conversion not supported for 'type'`],
  ["an empty optional", optionalNone, `${noJson}optional.none() dereference`],
  ["a map of booleans", new HashMap([[true, 1]]), `${noJson}type conversion error from bool to 'string'`],
  ["a map of doubles", new HashMap([[new Double(1.5), 1]]), `${noJson}type conversion error from Double to 'string'`],
])("a JSON patch cannot write %s", (_, value, expected) => expect(patched("/spec", value)).toBe(expected));

test("a JSON patch writes what optionals hold", () => {
  expect(patched("/spec", new ArrayList([new Optional("a")]))).toBe(JSON.stringify({ ...object, spec: ["a"] }));
});

test("a JSON patch cannot leave an object without readable type", () => {
  const intro = "Internal error occurred: couldn't get version/kind; json parse error: json: cannot unmarshal";
  expect(patched("/kind", 1)).toBe(`${intro} number into Go struct field .kind of type string`);
  expect(patched("", new ArrayList([]), "replace")).toContain(`${intro} array into Go value of type struct {`);
});

test("a JSON patch that replaces the object with null leaves an empty one, to which nothing can be added", () => {
  expect(patched("", null, "replace")).toBe("{}");
  const operations = [
    new JsonPatchValue({ op: "replace", path: "", from: "", value: null }),
    new JsonPatchValue({ op: "add", path: "/data", from: "", value: 1 }),
  ];
  expect(() => applyJsonPatch(new ArrayList(operations), object)).toThrow("assignment to entry in nil map");
});

const scalar = (kind: "numeric" | "string" | "boolean" | "untyped"): Atom => atomOf({ scalar: kind });
const structWith = (type: Atom): Atom =>
  atomOf({
    map: {
      atomic: false,
      deduced: false,
      elements: deducedAtom,
      fields: new Map([["f", { element: { kind: "field", name: "f" }, type }]]),
    },
  });
const configured = (atom: Atom, value: Value): string => {
  const configuration = new ConstructedObject(structOf("Object"), new Map([["f", value]]));
  return problemIn(() => applyConfiguration(configuration, object, structWith(atom)));
};
const toTyped = "error applying patch: failed to convert patch object to typed object: ";

// oxfmt-ignore
test.each<readonly [string, Atom, Value, string]>([
  ["null as a number", scalar("numeric"), null, ".f: expected numeric (int or float), got structpb.NullValue"],
  ["null as a string", scalar("string"), null, ".f: expected string, got &value.valueUnstructured{Value:0}"],
  ["null as a boolean", scalar("boolean"), null, ".f: expected boolean, got &{NULL_VALUE}"],
  ["an unsigned integer as a number", scalar("numeric"), new Uint(5), ".f: expected numeric (int or float), got uint64"],
  ["an unsigned integer as a string", scalar("string"), new Uint(5), ".f: expected string, got &value.valueUnstructured{Value:0x5}"],
  ["a duration as a number", scalar("numeric"), new Duration(5), ".f: expected numeric (int or float), got time.Duration"],
  ["bytes as a string", scalar("string"), Uint8Array.of(120), ".f: expected string, got &value.valueUnstructured{Value:[]uint8{0x78}}"],
  ["a time as a string", scalar("string"), new Timestamp(1704067200, 0), ".f: expected string, got &value.valueUnstructured{Value:time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)}"],
  ["a time as a scalar", scalar("untyped"), new Timestamp(1704067200, 0), ".f: expected any scalar, got &{2024-01-01 00:00:00 +0000 UTC}"],
])("an apply configuration cannot set %s", (_, atom, value, expected) => {
  expect(configured(atom, value)).toBe(toTyped + expected);
});
