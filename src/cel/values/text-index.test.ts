import { expect, test } from "vitest";
import { seededDraw } from "../testing/draw.ts";
import { countRunes, offsetOfRune, runeAtOffset } from "./text-index.ts";
import { unlimitedEffort } from "./effort.ts";

const draw = seededDraw(7);
const alphabet = ["a", "é", "ヾ", "😀", "\u{10ffff}"];
const textOf = (length: number, kinds: number): string =>
  Array.from({ length }, () => alphabet[draw(kinds)] ?? "").join("");

/** Short texts, which are not remembered, and long ones; without pairs, with a few and with many. */
const texts = [0, 1, 5, 63, 64, 65, 400, 1000].flatMap((length) => [2, 3, 5].map((kinds) => textOf(length, kinds)));

test("a text is indexed by its code points", () => {
  for (const text of [...texts, ...texts]) {
    const runes = Array.from(text);
    expect(countRunes(text)).toBe(runes.length);
    let offset = 0;
    for (let i = 0; i <= runes.length; i++) {
      expect(offsetOfRune(text, i, unlimitedEffort)).toBe(offset);
      expect(runeAtOffset(text, offset, unlimitedEffort)).toBe(i);
      offset += runes[i]?.length ?? 0;
    }
  }
});

test("texts of one length that differ in the middle are told apart", () => {
  const ends = "x".repeat(100);
  const [plain, paired] = [`${ends}ab${ends}${ends}`, `${ends}😀${ends}${ends}`];
  expect([plain, paired, plain, paired].map((text) => countRunes(text))).toEqual([302, 301, 302, 301]);
});
