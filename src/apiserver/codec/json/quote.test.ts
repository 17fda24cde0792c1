import { expect, test } from "vitest";
import { quoteText, stringify } from "./quote.ts";

test.each([
  ["plain", '"plain"'],
  ["a\udce4b\ud800", String.raw`"a\ufffdb\ufffd"`],
  ["\\udce4", String.raw`"\\udce4"`],
  ["\\\\\udce4", String.raw`"\\\\\ufffd"`],
  ["😀", '"😀"'],
])("%j is quoted as %s", (text, quoted) => {
  expect(quoteText(text)).toBe(quoted);
  expect(stringify({ text })).toBe(`{"text":${quoted}}`);
});
