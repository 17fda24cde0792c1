import { expect, it } from "vitest";
import { errorMessage } from "../../src/apimachinery/field-error.ts";
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import type { JSONSchemaProps } from "../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../../src/apiserver/schema/structural/new-structural.ts";
import { loadRegexps } from "../../src/apiserver/schema/validation/regexps.ts";
import { compileSchemaValidator } from "../../src/apiserver/schema/validation/schema-validator.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, sliceUnits, unpaused, Work } from "../../src/component-base/work.ts";
import { rootPath } from "../../src/apimachinery/field-error.ts";

const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const ofList = (items: JSONSchemaProps): JSONSchemaProps => ({
  type: "object",
  properties: { list: { type: "array", items } },
});
const integers = (count: number): JsonValue => ({ list: many(count, (i) => i) });
const texts = (count: number): JsonValue => ({ list: many(count, (i) => `abab${i}`) });
const minimums = (count: number): JSONSchemaProps[] => [...many(count, (i) => ({ minimum: 1_000_000 + i }))];
const names = (count: number): string[] => [...many(count, (i) => `name${i}`)];

/** Schemas and objects of a size; each takes work in proportion to the size. */
// oxfmt-ignore
const cases: readonly (readonly [name: string, schema: (n: number) => JSONSchemaProps, value: (n: number) => JsonValue])[] = [
  ["required names", (n) => ofList({ type: "object", required: names(n) }), () => ({ list: many(200, () => ({})) })],
  ["items under required names", () => ofList({ type: "object", required: names(20) }), (n) => ({ list: many(20 * n, () => ({})) })],
  ["anyOf", (n) => ofList({ type: "integer", anyOf: minimums(n) }), () => integers(200)],
  ["oneOf", (n) => ofList({ type: "integer", oneOf: minimums(n) }), () => integers(200)],
  ["allOf", (n) => ofList({ type: "integer", allOf: minimums(n) }), () => integers(200)],
  ["not", () => ofList({ type: "integer", allOf: [{ not: { minimum: 0 } }] }), (n) => integers(100 * n)],
  ["patterns", (n) => ofList({ type: "string", allOf: [...many(n >> 3, (i) => ({ pattern: `^(a|b)*x${i}$` }))] }), () => texts(200)],
  ["an enum", (n) => ofList({ type: "integer", enum: [...many(n, (i) => -1 - i)] }), () => integers(200)],
  ["a map", () => ({ type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } }), (n) => ({ map: Object.fromEntries(many(100 * n, (i) => [`k${i}`, i])) })],
  ["nested lists", () => ofList({ type: "array", items: { type: "array", items: { type: "string", maxLength: 2 } } }), (n) => ({ list: many(n, () => many(10, () => many(10, () => "abc"))) })],
];

/** Validates in slices; returns the errors and what was counted. */
async function validated(schema: JSONSchemaProps, value: JsonValue) {
  const validator = compileSchemaValidator(newStructural(schema), await loadRegexps());
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal };
  const errors = await inSlices(owner, () => validator.validate(value, rootPath, work));
  work.renew();
  const whole = validator.validate(value, rootPath, unpaused());
  return { errors: errors.map(errorMessage), whole: whole.map(errorMessage), ...work.counts };
}

it.each(cases)("validation of %s pauses, and its work grows with the size", async (_, schema, value) => {
  const one = await validated(schema(200), value(200));
  const two = await validated(schema(400), value(400));
  expect(one.done).toBeGreaterThan(sliceUnits / 2);
  expect(two.done / one.done).toBeLessThan(2.2);
  expect(Math.max(one.longest, two.longest)).toBeLessThan(1.2 * sliceUnits);
  expect(two.errors).toEqual(two.whole);
  expect(two.errors.length).toBeLessThanOrEqual(10_001);
});

it("a changed object is forgiven what it was, in slices as at once", async () => {
  const props = ofList({
    type: "object",
    required: ["k"],
    properties: { k: { type: "string" }, v: { type: "string", maxLength: 1 } },
  });
  const list = { ...props.properties?.["list"], "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  const schema = newStructural({ type: "object", properties: { list } });
  const validator = compileSchemaValidator(schema, await loadRegexps());
  const old = { list: many(20_000, (i) => ({ k: `k${i}`, v: "long" })) };
  const value = { list: many(20_000, (i) => ({ k: `k${i}`, v: i % 5_000 === 0 ? "longer" : "long" })) };
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal };
  const errors = await inSlices(owner, () => validator.validateUpdate(value, old, rootPath, work));
  expect(errors.map(errorMessage)).toEqual(
    [0, 5_000, 10_000, 15_000].map((i) => `list[${i}].v: Too long: may not be more than 1 byte`),
  );
  work.renew();
  expect(work.counts.done).toBeGreaterThan(10 * sliceUnits);
});
