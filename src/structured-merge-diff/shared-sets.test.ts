import { expect, it } from "vitest";
import { FieldSet, type SetEntry } from "./field-set.ts";
import type { MapAtom } from "./schema.ts";
import { lastSets, shareSet } from "./shared-sets.ts";

const entry = (name: string, children?: FieldSet): SetEntry => ({
  element: { kind: "field", name },
  member: true,
  children,
});
const setOf = (count: number): FieldSet => FieldSet.of(Array.from({ length: count }, (_, i) => entry(`${1000 + i}`)));
const type = (): MapAtom => ({ fields: new Map(), elements: undefined, atomic: false }) as unknown as MapAtom;

it("recent sets are shared", () => {
  const map = type();
  const set = shareSet(map, [entry("a", FieldSet.empty)]);
  expect(shareSet(map, [entry("a", FieldSet.empty)])).toBe(set);
  expect(lastSets(map)).toEqual([set]);
});

it("a long set, and one that has a long one somewhere below it, is not held", () => {
  const map = type();
  const long = setOf(257);
  shareSet(map, [...long.entries]);
  const above = shareSet(map, [entry("a", FieldSet.of([entry("b", long)]))]);
  expect(above.longest).toBe(257);
  expect(lastSets(map)).toEqual([]);
  shareSet(map, [entry("a", setOf(256))]);
  expect(lastSets(map)).toHaveLength(1);
});
