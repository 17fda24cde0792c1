import { Encoder } from "cbor-x/index-no-eval";
import { expect, it } from "vitest";
import { checkPlainCbor } from "./plain-cbor.ts";

const encoder = new Encoder({ useRecords: false, variableMapSize: true });

it("passes what files contain", () => {
  const value = {
    a: [1, -5, 2.5, true, null, "größe", 2 ** 40],
    b: { c: Array.from({ length: 300 }, (_, i) => `${i}`) },
  };
  expect(() => checkPlainCbor(encoder.encode(value))).not.toThrow();
  expect(() => checkPlainCbor(encoder.encode("x".repeat(70_000)))).not.toThrow();
});

it.each([
  ["nothing", [], "the CBOR ends early"],
  [
    "a tag, by which decoders construct globals",
    [0xd8, 27, 0x82, 0x66, 0x57, 0x6f, 0x72, 0x6b, 0x65, 0x72, 0x60],
    "contains a tag",
  ],
  ["a list that announces more than there is", [0x9a, 0xff, 0xff, 0xff, 0xff], "ends early"],
  ["a list that announces 2^64 items", [0x9b, ...Array<number>(8).fill(0xff)], "ends early"],
  ["a map that announces more than there is", [0xba, 0x7f, 0xff, 0xff, 0xff, 0x01], "ends early"],
  ["a text that announces more than there is", [0x7a, 0x00, 0xff, 0xff, 0xff, 0x61], "ends early"],
  ["a list of unknown length", [0x9f, 0x01, 0xff], "an item of unknown length"],
  ["deep nesting", Array<number>(100_000).fill(0x81), "nested too deeply"],
  ["two items", [0x01, 0x02], "bytes after the CBOR item"],
])("refuses %s", (_, bytes, message) => {
  expect(() => checkPlainCbor(Uint8Array.from(bytes))).toThrow(message);
});
