import { expect, it } from "vitest";
import { StrictReport } from "./strict-report.ts";

it("describes 10,000 fields that a schema does not specify, and counts the others", () => {
  const report = new StrictReport();
  for (let i = 0; i < 10_000; i++) report.addUnknown(`a${i}`);
  expect(report.problems).toHaveLength(10_000);
  for (let i = 0; i < 5; i++) report.addUnknown(`b${i}`);
  expect(report.problems.slice(-2)).toEqual(['unknown field "a9999"', "and 5 more"]);
});
