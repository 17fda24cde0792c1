import { expect, test } from "vitest";
import { seededDraw } from "../testing/draw.ts";
import { splitText, TextFinder } from "./find-text.ts";

const draw = seededDraw(3);
const textOf = (length: number): string => Array.from({ length }, () => "ab".charAt(draw(2))).join("");

/** Long enough for a search that does not use the engine's own. */
const long = `${"ab".repeat(150_000)}`;

test("parts are found where the engine finds them", () => {
  const text = long.slice(0, 200_000) + textOf(50) + long;
  for (const length of [1, 3, 17, 40, 100]) {
    const part = text.slice(199_990, 199_990 + length);
    const finder = new TextFinder(part);
    for (const from of [0, 1, 199_980, 199_991, 250_000, text.length]) {
      expect(finder.find(text, from)).toBe(text.indexOf(part, from));
      expect(finder.findLast(text, from)).toBe(text.lastIndexOf(part, from));
    }
    expect(splitText(text, part)).toEqual(text.split(part));
  }
});

test("a text is split into at most a number of pieces, of which the last has the rest", () => {
  expect(splitText("a,b,c", ",", 2)).toEqual(["a", "b,c"]);
  expect(splitText("a,b,c", ",", 1)).toEqual(["a,b,c"]);
  expect(splitText("a,b,c", ",", 9)).toEqual(["a", "b", "c"]);
});
