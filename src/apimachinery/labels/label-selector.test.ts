import { expect, test } from "vitest";
import { labelSelectorAsSelector } from "./label-selector.ts";

test("a selector is made once for each spec", () => {
  let read = 0;
  const matchExpressions = [
    {
      key: "app",
      operator: "In",
      get values() {
        read++;
        return ["a", "b"];
      },
    },
  ];
  const spec = { matchExpressions };
  const selects = (app: string): boolean => labelSelectorAsSelector(spec).matches({ app });
  expect([selects("a"), selects("b"), selects("c")]).toEqual([true, true, false]);
  const once = read;
  selects("d");
  expect(read).toBe(once);
  expect(labelSelectorAsSelector({ matchExpressions })).not.toBe(labelSelectorAsSelector(spec));
});

test("a selector that is not valid is refused each time", () => {
  const spec = { matchLabels: { "": "a" } };
  for (let i = 0; i < 2; i++) expect(() => labelSelectorAsSelector(spec)).toThrow("name part must be non-empty");
});
