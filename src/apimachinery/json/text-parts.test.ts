import { expect, it } from "vitest";
import { locateDifferences, replaceParts, shiftMarks, type Difference, type TextMarks } from "./text-parts.ts";

const text = String.raw`"metadata":{"name":"a","labels":{"q\"":"}","b":"\\"},"list":[1,{"c":[]},"x,y"]},"n":-1.5,"spec":{"on":true,"deep":{"name":"b"}}}`;

const at = (value: string, ...path: (string | number)[]): Difference => ({ path, text: value });

it.each<[string, Difference[], string]>([
  ["nothing", [], text],
  ["a number", [at("2", "n")], text.replace("-1.5", "2")],
  ["the last of all", [at("1", "spec", "deep", "name")], text.replace('"deep":{"name":"b"}', '"deep":{"name":1}')],
  [
    "behind a name and a text that look like the end",
    [at('"c"', "metadata", "labels", "b")],
    text.replace(String.raw`"b":"\\"`, '"b":"c"'),
  ],
  [
    "items",
    [at("7", "metadata", "list", 0), at("[8]", "metadata", "list", 1, "c"), at("9", "metadata", "list", 2)],
    text.replace('[1,{"c":[]},"x,y"]', '[7,{"c":[8]},9]'),
  ],
  ["an item behind others", [at('"z"', "metadata", "list", 2)], text.replace('"x,y"', '"z"')],
  [
    "places at several depths",
    [
      at('"A"', "metadata", "name"),
      at("{}", "metadata", "labels"),
      at("0", "n"),
      at("false", "spec", "on"),
      at("{}", "spec", "deep"),
    ],
    String.raw`"metadata":{"name":"A","labels":{},"list":[1,{"c":[]},"x,y"]},"n":0,"spec":{"on":false,"deep":{}}}`,
  ],
])("replaces %s", (_, differences, expected) => {
  const parts = locateDifferences(text, differences);
  expect(parts && replaceParts(text, parts)).toBe(expected);
});

it.each<[string, Difference[]]>([
  ["a member that is not there", [at("1", "spec", "name")]],
  ["a member that was passed", [at("1", "n"), at("1", "metadata")]],
  ["a member of a list", [at("1", "metadata", "list", "c")]],
  ["an item of an object", [at("1", "spec", 0, "on")]],
  ["an item too many", [at("1", "metadata", "list", 3)]],
  ["what is inside a scalar", [at("1", "n", "x")]],
  ["a name written with escapes", [at("1", "metadata", "labels", 'q"')]],
  ["a name that would read as one with escapes", [at("1", "metadata", "labels", String.raw`q\"`)]],
])("does not find %s", (_, differences) => {
  expect(locateDifferences(text, differences)).toBeUndefined();
});

const textOfKind = '"metadata":{"name":"a","labels":{"l":"x"}},"spec":{"n":1}}';
const metadataEnd = textOfKind.indexOf(',"spec"');

it("remembers where metadata ends, and finds what follows by that", () => {
  const marks: TextMarks = {};
  const inBoth = [at('"bcd"', "metadata", "name"), at("22", "spec", "n")];
  const parts = locateDifferences(textOfKind, inBoth, marks) ?? [];
  expect(marks).toEqual({ metadataEnd });
  expect(locateDifferences(textOfKind, inBoth, marks)).toEqual(parts);
  expect(shiftMarks(marks, parts)).toEqual({ metadataEnd: metadataEnd + 2 });
});

it("remembers it as well from passing metadata over, but not the end of what is called so further down", () => {
  const marks: TextMarks = {};
  const behind = [at("22", "spec", "n")];
  const parts = locateDifferences(textOfKind, behind, marks);
  expect([marks, locateDifferences(textOfKind, behind, marks)]).toEqual([{ metadataEnd }, parts]);
  const template: TextMarks = {};
  expect(locateDifferences('"spec":{"metadata":{},"n":1}}', behind, template)).toEqual([
    { start: 26, end: 27, text: "22" },
  ]);
  expect(template).toEqual({});
});

it("forgets it with a text that is another as a whole, and keeps it with another metadata", () => {
  expect(shiftMarks({ metadataEnd }, [{ start: 0, end: textOfKind.length, text: "" }])).toEqual({});
  expect(shiftMarks({ metadataEnd }, [{ start: 11, end: metadataEnd, text: "{}" }])).toEqual({ metadataEnd: 13 });
  expect(shiftMarks({}, [])).toEqual({});
});
