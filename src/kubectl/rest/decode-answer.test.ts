import { expect, it } from "vitest";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { continueOf, decodeAnswer } from "./decode-answer.ts";

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

it.each([
  [
    '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"a\\u003d{}"},"items":[]}',
    "a={}",
  ],
  [
    '{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"continue":"abc=","remainingItemCount":5},"rows":[]}',
    "abc=",
  ],
  [
    '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"continue":"x"}}]}',
    "",
  ],
  ['{"items":[],"metadata":{"continue":"late"}}', "late"],
  ['{ "kind": "PodList", "metadata": {"continue": "spaced"} }', "spaced"],
  ["[1]", ""],
])("%s goes on at %s", (text, token) => {
  expect(continueOf(text)).toBe(token);
});
