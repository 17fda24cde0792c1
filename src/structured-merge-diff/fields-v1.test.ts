import { describe, expect, it } from "vitest";
import { parseFieldsV1 } from "./fields-v1.ts";

describe("malformed FieldsV1", () => {
  // oxfmt-ignore
  const cases: readonly (readonly [string, string, string])[] = [
    ["a first name without a colon, by its quote", '{"f:a"1}', 'ReadMapCB: expect : after object field, but found ", error found in #7 byte of ...|{"f:a"1}|..., bigger context ...|{"f:a"1}|...'],
    ["a later name without a colon, by its comma", '{"f:a":{},"f:b"1}', 'ReadMapCB: expect : after object field, but found ,, error found in #10 byte of ...|:{},"f:b"1}|..., bigger context ...|{"f:a":{},"f:b"1}|...'],
    ["a name that is no string", '{"f:a":{},1:{}}', 'ReadString: expects " or n, but found 1, error found in #10 byte of ...|"f:a":{},1:{}}|..., bigger context ...|{"f:a":{},1:{}}|...'],
    ["a place in bytes", '{"f:é":{1}}', 'ReadMapCB: expect " after {, but found 1, error found in #10 byte of ...|{"f:é":{1}}|..., bigger context ...|{"f:é":{1}}|...'],
    ["a null in a name", '{"v:nul":{}}', 'parsing key as path element: skipFourBytes: expect null, error found in #3 byte of ...|nul|..., bigger context ...|nul|..., error found in #9 byte of ...|{"v:nul":{}}|..., bigger context ...|{"v:nul":{}}|...'],
    ["a number that ends in a dot", '{"v:1.":{}}', 'parsing key as path element: readFloat64SlowPath: dot can not be last character, error found in #2 byte of ...|1.|..., bigger context ...|1.|..., error found in #8 byte of ...|{"v:1.":{}}|..., bigger context ...|{"v:1.":{}}|...'],
  ];
  it.each(cases)("reports %s as json-iterator does", (_, text, message) => {
    expect(() => parseFieldsV1(text)).toThrow(message);
  });
});
