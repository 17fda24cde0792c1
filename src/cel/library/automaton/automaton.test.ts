import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { seededDraw, type Draw } from "../../testing/draw.ts";
import { automatonOf } from "./automaton.ts";

const dnsLabel = "^[a-z]([-a-z0-9]*[a-z0-9])?$";

test.each([
  [dnsLabel, "web-frontend", true],
  [dnsLabel, "web-", false],
  [dnsLabel, "", false],
  [dnsLabel, "web\n", false],
  ["b+", "aabb", true],
  ["^a|b", "xb", undefined],
  ["(?i)a", "A", undefined],
  ["^.$", "é", undefined],
  ["^v\\d{1,3}(\\.\\d{1,3}){2}$", "v1.22.333", true],
  ["^v\\d{1,3}(\\.\\d{1,3}){2}$", "v1.22", false],
  ["^(a*)*$", "aaab", false],
  ["[^a-c]x", "ax", false],
  ["[^a-c]x", "dx", true],
])("%s on %j: %j", (pattern, text, expected) => {
  expect(automatonOf(pattern)?.matches(text)).toBe(expected);
});

const atoms = [
  "a",
  "b",
  "c",
  ".",
  "\\.",
  "[ab]",
  "[^ab]",
  "[a-c]",
  "\\d",
  "\\w",
  "-",
  "[-a]",
  "[a-]",
  "1",
  "\\s",
  "[\\d.]",
  "{",
  "é",
  "\\b",
  "[[:alpha:]]",
];
const suffixes = ["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?", "**", "{2,1}"];
const of = (draw: Draw, list: readonly string[]): string => list[draw(list.length)] ?? "";

function randomPattern(draw: Draw, depth: number): string {
  const parts = Array.from({ length: 1 + draw(3) }, () => {
    const atom =
      depth > 0 && draw(3) === 0 ? `(${draw(3) === 0 ? "?:" : ""}${randomPattern(draw, depth - 1)})` : of(draw, atoms);
    return atom + of(draw, suffixes);
  });
  return draw(5) === 0 ? `${parts.join("")}|${of(draw, atoms)}` : parts.join("");
}

const randomText = (draw: Draw): string =>
  Array.from({ length: draw(8) }, () => of(draw, ["a", "b", "c", "1", ".", "-", " ", "\n", "d"])).join("");

function compiled(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

test("an automaton answers as RE2 does, and there is none where RE2 refuses a pattern", () => {
  const draw = seededDraw(7);
  let compared = 0;
  for (let i = 0; i < 4000; i++) {
    const pattern = (draw(3) === 0 ? "^" : "") + randomPattern(draw, 2) + (draw(3) === 0 ? "$" : "");
    const automaton = automatonOf(pattern);
    if (automaton === undefined) continue;
    const re2 = compiled(pattern);
    for (let j = 0; j < 5; j++) {
      const text = randomText(draw);
      const found = automaton.matches(text);
      if (found === undefined) continue;
      compared++;
      expect([pattern, text, found]).toEqual([pattern, text, re2?.matcher(text).find()]);
    }
  }
  expect(compared).toBeGreaterThan(5000);
});
