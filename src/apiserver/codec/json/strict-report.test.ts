import { expect, it } from "vitest";
import { maxErrorsLength } from "../../../apimachinery/field-error.ts";
import { StrictReport } from "./strict-report.ts";

it("describes 10,000 fields that a schema does not specify, and counts the others", () => {
  const report = new StrictReport();
  for (let i = 0; i < 10_000; i++) report.addUnknown(`a${i}`);
  expect(report.problems).toHaveLength(10_000);
  for (let i = 0; i < 5; i++) report.addUnknown(`b${i}`);
  expect(report.problems.slice(-2)).toEqual(['unknown field "a9999"', "and 5 more"]);
});

it("describes fewer fields where their paths are long", () => {
  const long = "k".repeat(maxErrorsLength / 8);
  const custom = new StrictReport();
  for (let i = 0; i < 100; i++) custom.addUnknown(`${long}${i}`);
  expect(custom.problems).toHaveLength(9);
  expect(custom.problems.at(-1)).toBe("and 92 more");
  const builtIn = new StrictReport();
  for (let i = 0; i < 200; i++) builtIn.add("unknown field", `${long}${i}`);
  expect(builtIn.problems.at(-1)).toBe("and 92 more");
});
