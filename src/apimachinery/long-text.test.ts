import { expect, it } from "vitest";
import { LongText } from "./long-text.ts";

it.each([0, 1, 511, 512, 513, 2000])("joins %i texts in their order", (count) => {
  const texts = Array.from({ length: count }, (_, i) => `${i},`);
  const long = new LongText();
  expect(long.isEmpty).toBe(true);
  for (const text of texts) long.add(text);
  expect([long.isEmpty, long.toString()]).toEqual([count === 0, texts.join("")]);
});
