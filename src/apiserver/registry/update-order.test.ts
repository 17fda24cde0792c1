import { expect, it } from "vitest";
import { fieldPath, required, type FieldError } from "../../apimachinery/field-error.ts";
import type { UpdateStep } from "./strategy.ts";
import { inUpdateOrder } from "./update-order.ts";

const errors = (names: string): readonly FieldError[] => [...names].map((name) => required(fieldPath(name)));
const namesOf = (all: readonly FieldError[]): string => all.map(({ field }) => field).join("");

// oxfmt-ignore
it.each<[steps: UpdateStep[], own: string, made: string, ordered: string]>([
  [["change", "rest"], "ab", "ab", "Cab"],
  [["change", "before", "whole", "rest"], "xab", "ab", "CxWab"],
  [["change", "before", "whole", "rest"], "x", "", "CxW"],
  [["whole", "made", "change", "rest"], "abx", "ab", "WabCx"],
  [["whole", "made", "change", "rest"], "x", "ab", "WCx"],
  [["whole", "made", "whole", "made", "change", "rest"], "ababx", "ab", "WabWabCx"],
  [["rest", "change"], "ab", "", "abC"],
  [["made", "change", "rest"], "abx", "ab", "abCx"],
])("the steps %j tell %s, of which a new object has %s, as %s", (steps, own, made, ordered) => {
  const told = { whole: errors("W"), change: errors("C"), own: errors(own) };
  expect(namesOf(inUpdateOrder(steps, told, () => errors(made)))).toBe(ordered);
});
