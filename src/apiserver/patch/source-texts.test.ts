import { describe, expect, test } from "vitest";
import { Turns } from "../../component-base/event-loop.ts";
import { inSlices, Work } from "../../component-base/work.ts";
import { jsonPatchText } from "./json-patch.ts";
import { mergePatchText } from "./merge-patch.ts";

// oxfmt-ignore
test.each([
  ["sorts what was merged and leaves the rest as it stood", '{"b":{"z":1,"y":2},"a":2}', '{"c":1}', '{"a":2,"b":{"z":1,"y":2},"c":1}'],
  ["keeps the spelling of numbers", '{"a":1.0,"b":12345678901234567890}', '{"c":1e2}', '{"a":1.0,"b":12345678901234567890,"c":1e2}'],
  ["keeps numbers that no float64 holds", '{"a":1e999}', '{"b":1}', '{"a":1e999,"b":1}'],
  ["keeps escapes and adds those for HTML", '{"a":"\\u00e9<"}', '{"b":"\\ud800"}', '{"a":"\\u00e9\\u003c","b":"\\ud800"}'],
  ["keeps booleans and null", '{"a":[true,false,null]}', '{"b":false}', '{"a":[true,false,null],"b":false}'],
  ["drops spaces", '{ "a" : [ 1, "x y" ] }', "{}", '{"a":[1,"x y"]}'],
  ["keeps repeated members of what is untouched", '{"a":{"x":1,"x":2}}', '{"b":1}', '{"a":{"x":1,"x":2},"b":1}'],
  ["takes a list in an object's place as it is", '{"a":{"b":1}}', '{"a":[{"c":null}]}', '{"a":[{"c":null}]}'],
])("the text of a merge patch %s", (_, document, patch, text) => {
  expect(mergePatchText(document, patch)).toBe(text);
});

const operation = (op: string, path: string, more: object = {}) => ({ op, path, ...more });

test.each([
  [
    "sorts what was looked into",
    '{"a":{"z":1,"y":2},"b":{"z":1,"y":2}}',
    [operation("test", "/a/z", { value: 1 })],
    '{"a":{"y":2,"z":1},"b":{"z":1,"y":2}}',
  ],
  [
    "sorts what was compared",
    '{"a":{"z":{"d":1,"c":2}}}',
    [operation("test", "/a", { value: { z: { c: 2, d: 1 } } })],
    '{"a":{"z":{"c":2,"d":1}}}',
  ],
  [
    "copies the text of the moment",
    '{"a":{"z":1,"y":2}}',
    [operation("copy", "/b", { from: "/a" }), operation("test", "/a/z", { value: 1 })],
    '{"a":{"y":2,"z":1},"b":{"z":1,"y":2}}',
  ],
])("the text of a JSON patch %s", (_, document, patch, text) => {
  expect(jsonPatchText(document, JSON.stringify(patch))).toBe(text);
});

describe("a large computation", () => {
  const members = (count: number): string =>
    Array.from({ length: count }, (_, i) => `"k${i}":{"z":${i}.0,"a":[1, 2]}`).join(",");
  const document = `{"b":{${members(40)}},"a":{"y":1,"x":{ }}}`;

  /** Returns a text that is made in slices of a few steps, and how many pauses it took. */
  async function inPauses(make: () => string) {
    const owner = { work: new Work(50), turns: new Turns(), isLarge: true };
    let calls = 0;
    const text = await inSlices(owner, () => {
      calls++;
      return make();
    });
    return { text, calls };
  }

  test.each([
    ["JSON patches", () => jsonPatchText(document, '[{"op":"add","path":"/b/new","value":{"z":1,"a":1e2}}]')],
    ["copies of JSON patches", () => jsonPatchText(document, '[{"op":"copy","from":"/b","path":"/a/b"}]')],
    ["merge patches", () => mergePatchText(document, `{"b":{"k1":null,"k2":{"b":1,"a":2.50}},"c":{${members(20)}}}`)],
  ])("prints what %s make with pauses as it would without", async (_, make) => {
    const { text, calls } = await inPauses(make);
    expect(text).toBe(make());
    expect(calls).toBeGreaterThan(5);
  });
});
