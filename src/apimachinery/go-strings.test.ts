import { expect, it } from "vitest";
import { durationOf, parseDuration } from "./duration.ts";
import { quoteGo } from "./go-strings.ts";

it("quotes every character of a text as it is quoted alone", () => {
  const runes = [..."a\"'\\ \t\n\0\x7fé😀\u00ad\u200b\u00a0\u3000\ufffd\u{e0001}"];
  expect(quoteGo(runes.join(""))).toBe(`"${runes.map((rune) => quoteGo(rune).slice(1, -1)).join("")}"`);
  expect(quoteGo("it's \u00a0")).toBe(`"it's \\u00a0"`);
});

it("makes the message of a text that is no duration when it is asked for", () => {
  const problem = durationOf("1é");
  expect(problem).toBeTypeOf("function");
  expect(() => parseDuration("1é")).toThrow(typeof problem === "function" ? problem() : "");
  expect([durationOf("1h30m"), durationOf("-2ms")]).toEqual([5_400_000_000_000n, -2_000_000n]);
});
