import { expect, it } from "vitest";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { decodeAnswer } from "./decode-answer.ts";

it.each([
  '{"replicas":3,"name":"a 1.5","list":[1,-2,"x"]}',
  "9007199254740993",
  '{"big":9007199254740993}',
  '{"list":[1, 9007199254740993]}',
  '{"list":[\n  1.0,\n  2.50]}',
  '{"exponent":1e3,"small":-1E-7}',
  '{"zero":-0}',
  '{"quantity":-1.0}',
  '{"__proto__":{"a":1}}',
  '"1.5"',
  "null",
])("%s is decoded exactly", (text) => {
  expect(decodeAnswer(text)).toStrictEqual(decodeJson(text));
});

it("what is no JSON is refused", () => {
  expect(() => decodeAnswer('{"a":')).toThrow(JsonSyntaxError);
});
