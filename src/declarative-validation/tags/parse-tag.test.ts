import { expect, it } from "vitest";
import { parseTag } from "./parse-tag.ts";
import { writtenTag } from "./tag.ts";

it.each([
  ["k8s:required", "k8s:required"],
  ["  k8s:required  ", "k8s:required"],
  ["k8s:required()", "k8s:required"],
  ["k8s:minimum=010", "k8s:minimum=010"],
  ["k8s:minimum=0x1F", "k8s:minimum=0x1F"],
  ['k8s:neq=`a"b`', 'k8s:neq="a\\"b"'],
  ["k8s:neq=true", "k8s:neq=true"],
  ["k8s:neq=a.b-c_d", 'k8s:neq="a.b-c_d"'],
  ["k8s:item(a: 1,  b: true, c: x)=+k8s:immutable", 'k8s:item(a: 1, b: true, c: "x")=+k8s:immutable'],
  ["k8s:eachVal=+k8s:subfield(x)=+k8s:minimum=1", 'k8s:eachVal=+k8s:subfield("x")=+k8s:minimum=1'],
  ["k8s:required # a remark", "k8s:required"],
  ["k8s:item(a: b: 1,)", "k8s:item(b: 1)"],
])("%s is read", (text, written) => {
  expect(writtenTag(parseTag(text))).toBe(written);
});

it.each([
  ["k8s:minimum=", "unexpected end of input"],
  ["k8s:item(a", "unexpected end of input"],
  ["k8s:item(a: ", "unexpected end of input"],
  ["k8s:minimum=1.5", "unexpected character '.' at position 14"],
  ["k8s:minimum=+", 'invalid number "+" at position 13'],
  ["k8s:minimum=0b2", 'invalid number "0b2" at position 15'],
  ["k8s:neq='a'", "unexpected character '\\'' at position 9"],
  ['k8s:neq="a', "unterminated string at position 10"],
  ['k8s:neq="\\n"', "unhandled escaped character 'n'"],
  ["k8s:item(1 )", "unexpected character ' ' at position 11"],
  ["k8s:item(a: 1, 2)", "can't mix named and positional arguments"],
  ["k8s:item(1, 2)", "multiple arguments must use 'name: value' syntax"],
  ["1", "unexpected character '1' at position 1"],
])("%s is refused", (text, message) => {
  expect(() => parseTag(text)).toThrow(message);
});

it("a raw payload is everything behind the first equals sign", () => {
  expect(parseTag("default={a: 1} # b", true)).toMatchObject({ value: "{a: 1} # b", valueType: "raw" });
  expect(parseTag("default=", true)).toMatchObject({ value: "", valueType: "raw" });
});
