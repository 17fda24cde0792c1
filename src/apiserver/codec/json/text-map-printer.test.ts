import { expect, it } from "vitest";
import { TextMapPrinter } from "./text-map-printer.ts";

const printer = new TextMapPrinter();

it.each([
  [
    "maps one after the other",
    [
      { a: "1", b: "2" },
      { a: "3", b: "" },
      { a: "4", b: "5" },
    ],
  ],
  [
    "maps that go on in other ways",
    [{ a: "1", b: "2", c: "3" }, { a: "1", bb: "2" }, { a: "1", b: "2", c: "3" }, { b: "1" }, { a: "1" }],
  ],
  ["no members", [{}, { a: "1" }, {}]],
  ["names with something to escape", [{ 'a"': "1", "b\\": "2", "ü<": "3" }]],
])("prints %s", (_, maps: readonly Readonly<Record<string, string>>[]) => {
  for (const map of maps) expect(printer.print(map)).toBe(JSON.stringify(map));
});

it.each([
  ["members out of order", { b: "1", a: "2" }],
  ["members out of order behind known ones", { a: "1", c: "2", b: "3" }],
  ["a text to be escaped", { a: 'say "a"' }],
  ["half a character", { a: "\ud800" }],
  ["what is no text", { a: "1", b: 2 }],
  ["very many members", Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key-${1000 + i}`, "x"]))],
])("leaves %s to others, and goes on", (_, map) => {
  expect(printer.print(map)).toBeUndefined();
  expect(printer.print({ a: "1", c: "2" })).toBe('{"a":"1","c":"2"}');
});
