import { describe, expect, it } from "vitest";
import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import { isSame, mergeTyped } from "./merge.ts";
import { atomOf, type Atom } from "./schema.ts";
import { TypedValueError } from "./validate.ts";

const text = atomOf({ scalar: "string" });
const mapOf = (elements: Atom, atomic = false): Atom =>
  atomOf({ map: { atomic, deduced: false, fields: new Map(), elements } });
const setOf = (items: Atom): Atom => atomOf({ list: { atomic: false, keys: [], items } });
const byName = atomOf({ list: { atomic: false, keys: ["name"], items: mapOf(text) } });
const item = (name: string, more: object = {}): JsonValue => ({ name, ...more });

it.each<readonly [JsonValue, JsonValue, boolean]>([
  [1, new Double(1), true],
  [1, 2, false],
  [1, "1", false],
  [0, null, false],
  [9007199254740993n, new Double(9007199254740992), false],
  [9007199254740993n, 9007199254740993n, true],
  [["a", ["b"]], ["a", ["b"]], true],
  [["a"], ["a", null], false],
  [["a"], ["b"], false],
  [[], {}, false],
  [{ a: { b: 1 } }, { a: { b: new Double(1) } }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, { a: 1, b: null }, false],
])("%o and %o are the same value: %s", (a, b, expected) =>
  expect([isSame(a, b), isSame(b, a)]).toEqual([expected, expected]),
);

describe("lists by key are merged", () => {
  // oxfmt-ignore
  it.each<readonly [string, readonly string[], readonly string[], readonly string[]]>([
    ["in place, where the order is kept", ["a", "b", "c"], ["a", "c"], ["a", "b", "c"]],
    ["with what is new behind", ["a", "b"], ["a", "b", "x"], ["a", "b", "x"]],
    ["with what is new in between", ["a", "b", "c"], ["a", "x", "c"], ["a", "b", "x", "c"]],
    ["in the order of the right list", ["a", "b", "c"], ["c", "a"], ["b", "c", "a"]],
    ["in that order around what is new", ["a", "b"], ["x", "b", "a"], ["x", "b", "a"]],
    ["where nothing is shared", ["a", "b"], ["x", "y"], ["a", "b", "x", "y"]],
  ])("%s: %j with %j", (_name, left, right, merged) => {
    const items = (names: readonly string[]): JsonValue => names.map((name) => item(name));
    expect(mergeTyped(items(left), items(right), byName)).toEqual(items(merged));
    expect(mergeTyped([...left], [...right], setOf(text))).toEqual([...merged]);
  });

  it("and so are their items, which keep what the right one does not name", () => {
    const left = [item("a", { x: "1", y: "1" }), item("b")];
    expect(mergeTyped(left, [item("a", { x: "2" })], byName)).toEqual([item("a", { x: "2", y: "1" }), item("b")]);
    expect(mergeTyped(left, [item("a", { x: "1" })], byName)).toBe(left);
  });

  it("by the right item where the left list has several of its key, but not where the right list has", () => {
    const twice = [item("a", { x: "1" }), item("a", { y: "1" })];
    expect(mergeTyped(twice, [item("a", { x: "2" })], byName)).toEqual([item("a", { x: "2" })]);
    expect(() => mergeTyped([item("a")], twice, byName)).toThrow(TypedValueError);
    expect(() => mergeTyped([item("a")], twice, byName)).toThrow('duplicate entries for key [name="a"]');
    expect(() => mergeTyped([item("a")], [{ x: "1" }], byName)).toThrow("element 0: ");
  });
});

// oxfmt-ignore
it.each<readonly [string, JsonValue, JsonValue, Atom, JsonValue, filled: boolean]>([
  ["members of a map", { a: "1", b: "1" }, { a: "2", c: "2" }, mapOf(text), { a: "2", b: "1", c: "2" }, false],
  ["a map that is one value", { a: "1", b: "1" }, { a: "2" }, mapOf(text, true), { a: "2" }, false],
  ["an empty map over content", { a: "1" }, {}, mapOf(text), { a: "1" }, true],
  ["an empty list over content", ["a"], [], setOf(text), ["a"], true],
  ["a list over content", ["a"], ["b"], setOf(text), ["a", "b"], false],
  ["content over an empty list", [], ["a"], setOf(text), ["a"], false],
  ["an empty list over an empty one", [], [], setOf(text), [], false],
  ["null over a value", "a", null, text, null, false],
])("%s: %j with %j", (_name, left, right, atom, merged, filled) => {
  const notice = { filled: false };
  expect(mergeTyped(left, right, atom, notice)).toEqual(merged);
  expect(notice.filled).toBe(filled);
});
