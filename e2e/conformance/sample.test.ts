import { expect, test } from "vitest";
import { tenthOf } from "./sample.ts";

const record = (file: string, index: number, feature = "plain") => ({ file, index, feature });
const sample = (records: readonly ReturnType<typeof record>[]): readonly string[] =>
  tenthOf(
    records,
    ({ file }) => file,
    ({ feature }) => [feature],
  ).map(({ file, index }) => `${file}${index}`);

test("a sample has every tenth record of each file, and at least one", () => {
  const records = [...Array.from({ length: 25 }, (_, index) => record("a", index)), record("b", 0)];
  expect(sample(records)).toEqual(["a0", "a10", "a20", "b0"]);
});

test("a sample has the first record with each feature", () => {
  expect(sample([record("a", 0), record("a", 1, "rare"), record("a", 2, "rare"), record("b", 0, "rare")])).toEqual([
    "a0",
    "a1",
    "b0",
  ]);
});
