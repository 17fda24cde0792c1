import { describe, expect, it } from "vitest";
import { maxErrorsLength } from "../apimachinery/field-error.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { compareTyped } from "./compare.ts";
import { toFieldsV1 } from "./fields-v1.ts";
import { mergeTyped } from "./merge.ts";
import { FieldSet } from "./field-set.ts";
import { extractItems, removeItems } from "./remove-items.ts";
import { reconcileWithSchema } from "./reconcile-schema.ts";
import { atomOf, deducedAtom, type Atom } from "./schema.ts";
import { toFieldSet } from "./to-field-set.ts";
import { isValidValue, validateValue } from "./validate.ts";

const text = atomOf({ scalar: "string" });
const number = atomOf({ scalar: "numeric" });

const struct = (
  fields: Readonly<Record<string, Atom>>,
  defaults: Readonly<Record<string, JsonValue>> = {},
  atomic = false,
): Atom =>
  atomOf({
    map: {
      atomic,
      deduced: false,
      fields: new Map(
        Object.entries(fields).map(([name, type]) => [
          name,
          {
            name,
            element: { kind: "field", name } as const,
            type,
            ...(defaults[name] === undefined ? {} : { default: defaults[name] }),
          },
        ]),
      ),
    },
  });

const port = struct({ port: number, protocol: text, name: text }, { protocol: "TCP" });
const root = struct({
  ports: atomOf({ list: { atomic: false, keys: ["port", "protocol"], items: port } }),
  tags: atomOf({ list: { atomic: false, keys: [], items: text } }),
  args: atomOf({ list: { atomic: true, keys: [], items: text } }),
  labels: atomOf({ map: { atomic: false, deduced: false, fields: new Map(), elements: text } }),
  any: deducedAtom,
});

const compared = (left: JsonValue, right: JsonValue): unknown => {
  const { added, modified, removed } = compareTyped(left, right, root);
  return { added: toFieldsV1(added), modified: toFieldsV1(modified), removed: toFieldsV1(removed) };
};

describe("comparing", () => {
  it("makes one set of what is added to objects that are alike, lists and all", () => {
    const made = (name: string): JsonValue => ({
      ports: [
        { port: 80, name },
        { port: 443, name },
      ],
      tags: ["x"],
      labels: { a: name },
    });
    expect(compareTyped({}, made("one"), root).added).toBe(compareTyped({}, made("two"), root).added);
    expect(compareTyped({ ports: null }, made("one"), root).added).toBe(
      compareTyped({ ports: null }, made("two"), root).added,
    );
  });

  it.each<[string, JsonValue, JsonValue, object]>([
    [
      "finds nothing between equals",
      { ports: [{ port: 80 }], labels: { a: "b" } },
      { labels: { a: "b" }, ports: [{ port: 80 }] },
      {},
    ],
    [
      "finds items by their keys, with defaults",
      { ports: [{ port: 80, name: "a" }] },
      { ports: [{ port: 80, protocol: "TCP", name: "b" }] },
      {
        added: { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:protocol": {} } } },
        modified: { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:name": {} } } },
      },
    ],
    ["takes atomic lists as one", { args: ["a", "b"] }, { args: ["b", "a"] }, { modified: { "f:args": {} } }],
    [
      "ignores the order of sets",
      { tags: ["a", "b"] },
      { tags: ["b", "a", "c"] },
      { added: { "f:tags": { 'v:"c"': {} } } },
    ],
    ["counts a new container itself", {}, { labels: { a: "b" } }, { added: { "f:labels": { ".": {}, "f:a": {} } } }],
    [
      "sees both in a value of another form",
      { any: 1 },
      { any: { a: 1 } },
      { modified: { "f:any": {} }, added: { "f:any": { "f:a": {} } } },
    ],
    [
      "marks items that become duplicates",
      { tags: ["a"] },
      { tags: ["a", "a"] },
      { added: { "f:tags": { 'v:"a"': {} } }, removed: { "f:tags": { 'v:"a"': {} } } },
    ],
  ])("%s", (_, left, right, expected) => {
    expect(compared(left, right)).toEqual({ added: {}, modified: {}, removed: {}, ...expected });
  });
});

describe("merging", () => {
  it("keeps what stays the same identical", () => {
    const left = { ports: [{ port: 80, name: "a" }], labels: { a: "b" } };
    expect(mergeTyped(left, { labels: { a: "b" } }, root)).toBe(left);
    expect(mergeTyped(left, { labels: { a: "c" } }, root)).toEqual({ ...left, labels: { a: "c" } });
  });

  it("takes names of an object's own parts for names like others", () => {
    const right = { labels: JSON.parse('{"constructor":"a","__proto__":"b"}') as JsonValue };
    expect(compared({ labels: { x: "1" } }, right)).toMatchObject({
      added: { "f:labels": { "f:constructor": {}, "f:__proto__": {} } },
    });
    expect(JSON.stringify(mergeTyped({ labels: { x: "1" } }, right, root))).toBe(
      '{"labels":{"x":"1","constructor":"a","__proto__":"b"}}',
    );
  });

  it("orders shared items as the configuration does, and leaves the others where they are", () => {
    expect(mergeTyped({ tags: ["a", "b", "c", "d"] }, { tags: ["d", "x", "b"] }, root)).toEqual({
      tags: ["a", "c", "d", "x", "b"],
    });
  });

  it("does not take an integer for the float that is nearest to it", () => {
    const wide = { any: 9007199254740993n };
    expect(mergeTyped(wide, { any: 9007199254740992 }, root)).toEqual({ any: 9007199254740992 });
  });
});

describe("validating", () => {
  // oxfmt-ignore
  it.each<[JsonValue, string]>([
    [{ nope: 1 }, ".nope: field not declared in schema"],
    [{ tags: ["a", "a"] }, '.tags: duplicate entries for key [="a"]'],
    [{ ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] }, '.ports: duplicate entries for key [port=80,protocol="TCP"]'],
    [{ tags: [1], args: "x" }, 'errors:\n  .args: expected list, got &{x}\n  .tags[=1]: expected string, got &value.valueUnstructured{Value:1}'],
    [{ labels: { a: { b: [true, null] } } }, '.labels.a: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"b":[]interface {}{true, interface {}(nil)}}}'],
  ])("refuses %j", (value, message) => {
    expect(isValidValue(value, root, false)).toBe(false);
    expect(() => validateValue(value, root, false)).toThrow(message);
  });

  it("lets duplicates be where they are allowed", () => {
    expect(isValidValue({ tags: ["a", "a"] }, root, true)).toBe(true);
  });
});

describe("the fields of a value", () => {
  const value = { ports: [{ port: 80, name: "a" }], tags: ["x"], args: ["1"], labels: { a: "b" }, any: {} };
  const fields = {
    "f:any": {},
    "f:args": {},
    "f:labels": { "f:a": {} },
    "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:name": {}, "f:port": {} } },
    "f:tags": { 'v:"x"': {} },
  };

  it("are all that it mentions", () => {
    expect(toFieldsV1(toFieldSet(value, root))).toEqual(fields);
  });

  it("can be removed, which leaves null where all is gone, or extracted", () => {
    const some = FieldSet.ofPaths([
      [
        { kind: "field", name: "labels" },
        { kind: "field", name: "a" },
      ],
      [{ kind: "field", name: "tags" }],
    ]);
    expect(removeItems(value, some, root)).toEqual({ ...value, labels: null, tags: undefined });
    expect(extractItems(value, some, root)).toEqual({ labels: { a: "b" }, tags: null });
  });

  it("become one where their container has become atomic", () => {
    const atomic = struct({
      labels: atomOf({ map: { atomic: true, deduced: false, fields: new Map(), elements: text } }),
    });
    expect(toFieldsV1(reconcileWithSchema(toFieldSet({ labels: { a: "b" } }, root), atomic))).toEqual({
      "f:labels": {},
    });
  });
});

it("describes 10,000 faults of a value, and counts the others", () => {
  const list = atomOf({ list: { atomic: true, items: text, keys: [], defaults: {} } as never });
  const validate = (count: number) => (): void =>
    validateValue({ list: Array.from({ length: count }, () => 1) }, struct({ list }), false);
  expect(validate(1)).toThrow(/^\.list\[0\]: expected string, got &value\.valueUnstructured\{Value:1\}$/);
  expect(validate(200_000)).toThrow(/\n {2}and 190000 more$/);
});

it("describes fewer faults where their paths are long", () => {
  const list = atomOf({ list: { atomic: true, items: text, keys: [], defaults: {} } as never });
  const value = { ["k".repeat(maxErrorsLength / 8)]: Array.from({ length: 100 }, () => 1) };
  const map = atomOf({ map: { atomic: false, deduced: false, fields: new Map(), elements: list } });
  expect(() => validateValue(value, map, false)).toThrow(/\n {2}and 92 more$/);
});
