import { describe, expect, it } from "vitest";
import { knownText } from "../apimachinery/json/known-texts.ts";
import { Turns } from "../component-base/event-loop.ts";
import { inSlices, Work } from "../component-base/work.ts";
import { FieldSet } from "./field-set.ts";
import { fromFieldsV1, parseFieldsV1, toFieldsV1 } from "./fields-v1.ts";
import type { PathElement } from "./path-element.ts";

// oxfmt-ignore
it.each([
  ["a control character after an escape", '{"f:a\\n\u0001":{}}', "f:a\n\u0001"],
  ["half a surrogate pair", String.raw`{"f:\ud800":{}}`, "f:\ufffd"],
  ["half a surrogate pair before an escape", String.raw`{"f:\ud800\n":{}}`, "f:\ufffd\n"],
  ["half a surrogate pair before a character", String.raw`{"f:\ud800\u0041":{}}`, "f:\ufffdA"],
  ["a surrogate pair", String.raw`{"f:\ud83d\ude00\/":{}}`, "f:\u{1f600}/"],
  ["two halves that are no pair", String.raw`{"f:\udc00\ud800":{}}`, "f:\ufffd\ufffd"],
])("reads %s as json-iterator does", (_, text, name) => {
  expect(parseFieldsV1(text)).toEqual(parseFieldsV1(JSON.stringify({ [name]: {} })));
});

describe("malformed FieldsV1", () => {
  // oxfmt-ignore
  const cases: readonly (readonly [string, string, string])[] = [
    ["a first name without a colon, by its quote", '{"f:a"1}', 'ReadMapCB: expect : after object field, but found ", error found in #7 byte of ...|{"f:a"1}|..., bigger context ...|{"f:a"1}|...'],
    ["a later name without a colon, by its comma", '{"f:a":{},"f:b"1}', 'ReadMapCB: expect : after object field, but found ,, error found in #10 byte of ...|:{},"f:b"1}|..., bigger context ...|{"f:a":{},"f:b"1}|...'],
    ["a name that is no string", '{"f:a":{},1:{}}', 'ReadString: expects " or n, but found 1, error found in #10 byte of ...|"f:a":{},1:{}}|..., bigger context ...|{"f:a":{},1:{}}|...'],
    ["a place in bytes", '{"f:é":{1}}', 'ReadMapCB: expect " after {, but found 1, error found in #10 byte of ...|{"f:é":{1}}|..., bigger context ...|{"f:é":{1}}|...'],
    ["a null in a name", '{"v:nul":{}}', 'parsing key as path element: skipFourBytes: expect null, error found in #3 byte of ...|nul|..., bigger context ...|nul|..., error found in #9 byte of ...|{"v:nul":{}}|..., bigger context ...|{"v:nul":{}}|...'],
    ["a number that ends in a dot", '{"v:1.":{}}', 'parsing key as path element: readFloat64SlowPath: dot can not be last character, error found in #2 byte of ...|1.|..., bigger context ...|1.|..., error found in #8 byte of ...|{"v:1.":{}}|..., bigger context ...|{"v:1.":{}}|...'],
    ["an unknown escape", String.raw`{"f:\x":{}}`, String.raw`readEscapedChar: invalid escape char after \, error found in #6 byte of ...|{"f:\x":{}}|..., bigger context ...|{"f:\x":{}}|...`],
    ["a code unit of too few digits", String.raw`{"v:\"\\u12\"":{}}`, String.raw`parsing key as path element: readU4: expects 0~9 or a~f, but found ", error found in #6 byte of ...|"\u12"|..., bigger context ...|"\u12"|..., error found in #10 byte of ...|"\\u12\"":{}}|..., bigger context ...|{"v:\"\\u12\"":{}}|...`],
    ["half a pair of code units", String.raw`{"v:\"\\ud800\\udZ\"":{}}`, String.raw`parsing key as path element: readU4: expects 0~9 or a~f, but found Z, error found in #10 byte of ...|\ud800\udZ"|..., bigger context ...|"\ud800\udZ"|...`],
    ["a control character before any escape", '{"f:a\u0001":{}}', 'ReadString: invalid control character found: 1, error found in #2 byte of ...|{"f:a\u0001":{}}|..., bigger context ...|{"f:a\u0001":{}}|...'],
    ["an escape at the end", String.raw`{"f:a` + "\\", String.raw`readEscapedChar: invalid escape char after \, error found in #6 byte of ...|{"f:a\|..., bigger context ...|{"f:a\|...`],
  ];
  it.each(cases)("reports %s as json-iterator does", (_, text, message) => {
    expect(() => parseFieldsV1(text)).toThrow(message);
  });
});

it("writes large sets in slices as at once", async () => {
  const element = (name: string): PathElement => ({ kind: "field", name });
  const paths = Array.from({ length: 3_000 }, (_, i): readonly PathElement[] => [
    element(`list"${i % 7}`),
    { kind: "key", fields: [{ name: "k", value: i }] },
    ...(i % 3 === 0 ? [element("a")] : []),
  ]);
  const make = (): FieldSet => FieldSet.ofPaths([[element(`list"0`)], ...paths]);
  const work = new Work(100);
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  const set = make();
  const fields = await inSlices(owner, () => toFieldsV1(set));
  expect(JSON.stringify(fields) === JSON.stringify(toFieldsV1(make()))).toBe(true);
  expect(knownText(fields) === JSON.stringify(fields)).toBe(true);
  expect(fromFieldsV1(fields).equals(set)).toBe(true);
  expect(work.counts.done / 100).toBeGreaterThan(10);
  expect(work.counts.longest).toBeLessThan(150);
});
