import { describe, expect, it } from "vitest";
import { readPlace } from "./field-place.ts";
import { isTouched, treeOf } from "./place-tree.ts";

const tree = treeOf(["spec.a", "spec.items[].b", "spec.items[].deep.c", "spec.map{}.d"].map(readPlace));
const same = { b: 1 };

describe("places as a tree", () => {
  it.each<readonly [string, unknown, unknown]>([
    ["a field", { spec: { a: 1 } }, undefined],
    ["a field with another value", { spec: { a: { x: 1 } } }, { spec: { a: { x: 1 } } }],
    ["a field of an item", { spec: { items: [{}, { b: 1 }] } }, { spec: { items: [{}, {}] } }],
    ["a field deep in an item", { spec: { items: [{ deep: { c: 1 } }] } }, {}],
    ["a field of an item that has moved", { spec: { items: [{}, same] } }, { spec: { items: [same, {}] } }],
    ["a field of a map's item", { spec: { map: { x: { d: 1 } } } }, { spec: { map: { y: { d: 1 } } } }],
  ])("find %s", (_, value, other) => {
    expect(isTouched(value, other, tree)).toBe(true);
  });

  it.each<readonly [string, unknown, unknown]>([
    ["nothing", { spec: { e: 1, items: [{ e: 1 }, null, 7], map: { d: 1 } } }, undefined],
    ["fields without a value", { spec: { a: null, items: null } }, undefined],
    [
      "what the other value has at the same place",
      { spec: { a: 1, items: [same], e: 1 } },
      { spec: { a: 1, items: [same] } },
    ],
    ["what stands elsewhere", { a: 1, status: { a: 1 } }, undefined],
  ])("find %s", (_, value, other) => {
    expect(isTouched(value, other, tree)).toBe(false);
  });
});
