import { expect, test } from "vitest";
import type { CelNode } from "../../component-base/cel-node.ts";
import { layoutFlame, partsOf } from "./flame-layout.ts";

let ids = 0;
function node(label: string, max: number | bigint, children: readonly CelNode[] = [], cost?: number): CelNode {
  const range = { min: 0, max };
  const run = cost === undefined ? {} : { run: { count: 1, cost, ownCost: 0, isError: false, values: [] } };
  return {
    id: ids++,
    kind: "call",
    label,
    start: 0,
    end: 1,
    name: { start: 0, end: 1 },
    type: "int",
    estimate: range,
    times: { min: 1, max: 1 },
    total: range,
    children,
    ...run,
  };
}
const drawn = (root: CelNode, measure: "estimate" | "actual") =>
  layoutFlame(root, measure).map(
    ({ node: { label }, depth, from, to }) => `${label} ${depth} ${from.toFixed(2)}-${to.toFixed(2)}`,
  );

test("parts are as wide as their share, one beside the other", () => {
  const root = node("all", 100, [node("a", 50, [], 1), node("b", 25, [node("c", 25, [], 0)], 3)], 4);
  expect(drawn(root, "estimate")).toEqual(["all 0 0.00-1.00", "a 1 0.00-0.50", "b 1 0.50-0.75", "c 2 0.50-0.75"]);
  expect(drawn(root, "actual")).toEqual(["all 0 0.00-1.00", "a 1 0.00-0.25", "b 1 0.25-1.00"]);
});

test("branches of which one counts are drawn to fit, and so are costs without bounds", () => {
  const most = 18446744073709551615n;
  expect(drawn(node("?:", 10, [node("x", 10), node("y", 10)]), "estimate")).toEqual([
    "?: 0 0.00-1.00",
    "x 1 0.00-0.50",
    "y 1 0.50-1.00",
  ]);
  expect(drawn(node("all", most, [node("p", most)]), "estimate")).toEqual(["all 0 0.00-1.00", "p 1 0.00-1.00"]);
});

test("what cost nothing is not drawn", () => {
  expect(drawn(node("x", 5, [node("y", 5)]), "actual")).toEqual([]);
});

test("the table has every part in its place", () => {
  expect(
    partsOf(node("a", 1, [node("b", 1, [node("c", 1)]), node("d", 1)])).map(
      ({ node: { label }, depth }) => `${label}${depth}`,
    ),
  ).toEqual(["a0", "b1", "c2", "d1"]);
});
