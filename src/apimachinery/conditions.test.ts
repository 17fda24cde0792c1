import { expect, test } from "vitest";
import { keepTransitionTime, replaceCondition, setStatusCondition, type StatusCondition } from "./conditions.ts";

const condition = (type: string, status: string, lastTransitionTime?: string): StatusCondition => ({
  type,
  status,
  ...(lastTransitionTime !== undefined && { lastTransitionTime }),
});
const [ready, synced] = [condition("Ready", "True", "08:00"), condition("Synced", "False", "08:00")];

test("a condition takes the place of that of its type, and a new one stands behind the others", () => {
  const changed = condition("Ready", "False", "09:00");
  expect(replaceCondition([ready, synced], changed)).toEqual([changed, synced]);
  expect(replaceCondition([ready], synced)).toEqual([ready, synced]);
});

test.each([
  ["is kept while the status is the same", ready, condition("Ready", "True", "09:00"), "08:00"],
  ["changes with the status", ready, condition("Ready", "False", "09:00"), "09:00"],
  ["is that of a new condition", undefined, condition("Ready", "True", "09:00"), "09:00"],
  ["is the present one where none is known", condition("Ready", "True"), condition("Ready", "True", "09:00"), "09:00"],
])("the time of transition %s", (_title, before, next, expected) => {
  expect(keepTransitionTime(before, next).lastTransitionTime).toBe(expected);
  expect(setStatusCondition(before === undefined ? [] : [before], next)).toEqual([
    { ...next, lastTransitionTime: expected },
  ]);
});
