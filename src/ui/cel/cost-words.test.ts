import { expect, test } from "vitest";
import { formatCost, formatPath, formatRange, formatShare, formatShareOf, heatOf, shareOf } from "./cost-words.ts";

test.each([
  [7, "7"],
  [1_204_000, "1,204,000"],
  [345_882_608_640_773_328n, "3.5 × 10¹⁷"],
  [18446744073709551615n, "unbounded"],
] as const)("a cost of %s is written %s", (cost, text) => expect(formatCost(cost)).toBe(text));

test.each([
  [0, "0 %"],
  [0.0004, "< 0.1 %"],
  [0.0213, "2.1 %"],
  [0.714, "71 %"],
  [1, "100 %"],
  [3.217, "3.22 times"],
  [34588, "34,588 times"],
  [1.8e12, "1.8 × 10¹² times"],
] as const)("a share of %s is written %s", (share, text) => expect(formatShare(share)).toBe(text));

test("bounds, paths and heat", () => {
  expect(formatRange({ min: 2, max: 2 })).toBe("2");
  expect(formatRange({ min: 0, max: 18446744073709551615n })).toBe("0 – unbounded");
  expect(formatPath(["spec", "hosts", "[*]", "name"])).toBe("spec.hosts[*].name");
  expect(formatPath([])).toBe("the resource");
  expect([0.05, 0.1, 1, 1.1].map(heatOf)).toEqual(["cool", "warm", "warm", "hot"]);
  expect([0.41, 3.2].map((share) => formatShareOf(share, "the budget"))).toEqual([
    "41 % of the budget",
    "3.2 times the budget",
  ]);
  expect(shareOf(10n, 100)).toBe(0.1);
});
