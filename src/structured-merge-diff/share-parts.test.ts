import { expect, it } from "vitest";
import { Double } from "../apimachinery/json/value.ts";
import { shareParts } from "./share-parts.ts";

it("takes every part that is the same from the other value", () => {
  const other = { metadata: { name: "a" }, items: [{ n: 1, deep: { x: ["y"] } }, { n: 2 }], float: new Double(1) };
  const value = {
    metadata: { name: "a" },
    items: [{ n: 1, deep: { x: ["y"] } }, { n: 3 }],
    float: new Double(1),
    more: true,
  };
  const shared = shareParts(value, other);
  expect(shared).toEqual(value);
  expect(shared).toMatchObject({
    metadata: expect.toSatisfy((part) => part === other.metadata),
    items: expect.toSatisfy((items) => items[0] === other.items[0] && items[1] !== other.items[1]),
  });
  expect(shareParts(structuredClone({ a: [{ b: null }] }), other)).toEqual({ a: [{ b: null }] });
});

it("is the other value where nothing differs, members without a value aside", () => {
  const other = { a: [{ b: "c" }], none: undefined };
  expect(shareParts({ a: [{ b: "c" }] }, other as never)).toBe(other);
});

it.each([
  ["a float for an integer", { a: 1 }, { a: new Double(1) }],
  ["an empty map for an empty list", { a: {} }, { a: [] }],
  ["a member less", { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
  ["an item less", { a: [1] }, { a: [1, 2] }],
  ["null for nothing", { a: { b: null } }, { a: {} }],
])("keeps %s", (_, value, other) => {
  expect(shareParts(value, other)).toEqual(value);
  expect(shareParts(value, other)).not.toBe(other);
});
