import { expect, it } from "vitest";
import { maxErrorsLength, maxFieldErrors } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { inSlices, sliceUnits, Work } from "../../../component-base/work.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { applyDefaults, pruneNulls } from "./defaulting.ts";
import { newStructural } from "./new-structural.ts";
import { prune } from "./pruning.ts";

const { signal } = new AbortController();

async function slicedBy<T>(slice: number, compute: () => T) {
  const work = new Work(slice);
  const result = await inSlices({ work, turns: new Turns(), signal, isLarge: true }, compute);
  work.renew();
  return { result, ...work.counts };
}

const item: JSONSchemaProps = {
  type: "object",
  properties: {
    text: { type: "string", default: "a text" },
    known: { type: "integer" },
    list: {
      type: "array",
      items: { type: "object", properties: { x: { type: "integer", default: 1 } } },
    },
  },
};
const schema = newStructural({
  type: "object",
  properties: {
    list: { type: "array", items: item },
    map: { type: "object", additionalProperties: item },
  },
});

const many = (count: number): JsonValue => {
  const items = Array.from({ length: count }, (_, i) => ({
    ...(i % 2 > 0 && { known: null }),
    [`unknown${i}`]: 1,
    list: [{ x: 2 }, {}, { y: 1 }],
    after: i,
  }));
  return { list: items, map: Object.fromEntries(items.map((one, i) => [`k${i}`, one])), other: 1 };
};

/** What becomes of an object that is decoded. */
function decoded(value: JsonValue) {
  const pruned = prune(value, schema, true);
  const filled = applyDefaults(pruneNulls(pruned.value, schema), schema);
  return { filled, unknown: pruned.unknownFields, more: pruned.moreUnknownFields };
}

it.each([7, 11, 50])("objects are pruned and get their defaults in slices of %i units as at once", async (slice) => {
  const value = many(300);
  expect((await slicedBy(slice, () => decoded(value))).result).toEqual(decoded(value));
});

it("pauses after every slice, and counts unknown fields beyond those that it lists", async () => {
  const value = many(5_000);
  const { result, done, longest } = await slicedBy(sliceUnits, () => decoded(value));
  expect(result.unknown.length + result.more).toBe(6 * 5_000 + 1);
  expect(result.unknown.length).toBe(maxFieldErrors);
  expect(done).toBeGreaterThan(5 * sliceUnits);
  expect(longest).toBeLessThan(1.1 * sliceUnits);
});

it("counts unknown fields whose paths are long, with and without pauses", async () => {
  const inside = newStructural({ type: "object", additionalProperties: { type: "array", items: { type: "object" } } });
  const value = { ["k".repeat(maxErrorsLength / 8)]: Array.from({ length: 500 }, () => ({ x: 1 })) };
  const counts = () => {
    const { unknownFields, moreUnknownFields } = prune(value, inside, false);
    return [unknownFields.length, moreUnknownFields];
  };
  expect(counts()).toEqual([8, 492]);
  expect((await slicedBy(50, counts)).result).toEqual([8, 492]);
});

it("refuses an object whose defaults no database would take", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`f${i}`, { type: "string", default: "x".repeat(1_000) }]),
  );
  const wide = newStructural({ type: "array", items: { type: "object", properties } });
  const filled = applyDefaults([{}, {}], wide);
  expect(filled).toHaveLength(2);
  expect(() =>
    applyDefaults(
      Array.from({ length: 1_000 }, () => ({})),
      wide,
    ),
  ).toThrow("trying to send message larger than max");
});
