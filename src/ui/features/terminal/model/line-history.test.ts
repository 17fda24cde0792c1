import { expect, it } from "vitest";
import { historyOf, step, withLine } from "./line-history.ts";

it("goes back to the first line, and forth to what was being written", () => {
  let history = withLine(withLine(withLine(historyOf([]), "a"), "b"), "b");
  let text = "dra";
  const shown: string[] = [];
  for (const by of [-1, -1, -1, 1, 1, 1] as const) {
    const next = step(history, by, text);
    if (next !== undefined) ({ history, text } = next);
    shown.push(next === undefined ? "end" : text);
  }
  expect(shown).toEqual(["b", "a", "end", "b", "dra", "end"]);
});
