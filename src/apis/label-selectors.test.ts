import { expect, it } from "vitest";
import { labelSelectorAsSelector } from "../apimachinery/labels/label-selector.ts";
import { Turns } from "../component-base/event-loop.ts";
import { pausingSteps } from "../component-base/pausing-steps.ts";
import { inSlices, sliceUnits, Work } from "../component-base/work.ts";
import { selectorOf } from "./label-selectors.ts";

const many = 20_000;
const labels = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${(i * 7) % count}`, "v"]));
const expressions = Array.from({ length: many }, (_, i) => ({ key: `k${i}`, operator: "In", values: ["v", "w"] }));

it.each([
  ["the labels that it asks for", labels(many)],
  ["a label less", labels(many - 1)],
  ["another value of a label", { ...labels(many), k7: "x" }],
  ["no labels", {}],
])("a selector of many labels is made and asked of %s in slices as at once", async (_, asked) => {
  const selector = { matchLabels: labels(many), matchExpressions: expressions };
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  const found = await inSlices(owner, () => ({
    matches: selectorOf({ selector }, "selector")?.matchesOnce(asked, pausingSteps),
  }));
  work.renew();
  expect(found.matches).toBe(labelSelectorAsSelector(selector).matches(asked));
  expect(work.counts.done).toBeGreaterThan(4 * sliceUnits);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});

it("a selector is nothing if it is absent, and undefined if it is not valid", async () => {
  expect(selectorOf({}, "selector")?.selectable).toBe(false);
  expect(selectorOf({ selector: {} }, "selector")?.empty).toBe(true);
  expect(selectorOf({ selector: { matchLabels: { "a b": "c" } } }, "selector")).toBeUndefined();
  const owner = { work: new Work(50), turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  const selector = { matchLabels: { ...labels(1_000), "a b": "c" } };
  expect((await inSlices(owner, () => ({ made: selectorOf({ selector }, "selector") }))).made).toBeUndefined();
});
