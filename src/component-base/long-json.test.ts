import { expect, it } from "vitest";
import { stringifyLong } from "./long-json.ts";
import { inSlices, Work } from "./work.ts";
import { Turns } from "./event-loop.ts";

/** Encodes a value as a large computation does, with as many pauses as there can be. */
async function inPieces(value: unknown): Promise<{ readonly text: string | undefined; readonly pauses: number }> {
  let runs = 0;
  const owner = { isLarge: true, work: new Work(4), turns: new Turns() };
  const text = await inSlices(owner, () => (runs++, stringifyLong(value)));
  return { text, pauses: runs - 1 };
}

const many = <T>(item: (i: number) => T): readonly T[] => Array.from({ length: 300 }, (_, i) => item(i));

it.each<[string, unknown]>([
  ["scalars", ["a", 1.5, -0, true, null, NaN, Infinity, "\ud800", "</"]],
  ["what JSON leaves out", { a: undefined, b: () => 1, c: Symbol("x"), d: [undefined, () => 1] }],
  ["nothing", undefined],
  [
    "dates, boxes and maps",
    { at: new Date(0), n: new Number(3), map: new Map([[1, 2]]), own: { toJSON: () => "own" } },
  ],
  ["many members", Object.fromEntries(many((i) => [`k${i}`, i % 7 === 0 ? undefined : { i, list: [i] }]))],
  ["many items", many((i) => (i % 7 === 0 ? undefined : [{ [`a"${i}`]: i }]))],
  ["many members without a prototype", Object.assign(Object.create(null) as object, { a: 1, list: many((i) => i) })],
])("encodes %s as JSON.stringify does", async (_, value) => {
  const { text, pauses } = await inPieces(value);
  expect(text).toBe(JSON.stringify(value));
  expect(stringifyLong(value)).toBe(text);
  const isLong = JSON.stringify(value)?.includes("299") === true;
  expect(pauses).toBeGreaterThanOrEqual(isLong ? 50 : 0);
});

it("fails for circles and for a bigint as JSON.stringify does", async () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = { circle };
  await expect(inPieces(circle)).rejects.toThrow(TypeError);
  await expect(inPieces({ big: 1n })).rejects.toThrow(TypeError);
});
