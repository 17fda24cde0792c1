import { describe, expect, it } from "vitest";
import { decodeJson, decodeJsonReporting, JsonSyntaxError } from "./decode.ts";
import { encodeJson, quoteJson } from "./encode.ts";
import { Double } from "./value.ts";

describe("decodeJson", () => {
  it.each([
    ["1", 1],
    ["-0", 0],
    ["1.5", 1.5],
    ["1.0", new Double(1)],
    ["1e3", new Double(1000)],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9223372036854775808", new Double(9223372036854775808)],
    ["1.00000000000000000001", new Double(1)],
  ])("reads %s as Go does", (text, value) => expect(decodeJson(text)).toStrictEqual(value));

  it.each([
    ["", "unexpected end of JSON input"],
    ["tru", "invalid character ' ' in literal true (expecting 'e')"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ["01", "invalid character '1' after top-level value"],
    ["é", "invalid character 'Ã' looking for beginning of value"],
    ['"\u0001"', "invalid character '\\x01' in string literal"],
    ["1e400", "json: cannot unmarshal number 1e400 into Go value of type float64"],
    ["[1e400", "unexpected end of JSON input"],
  ])("refuses %j in Go's words", (text, message) => {
    expect(() => decodeJson(text)).toThrow(JsonSyntaxError);
    expect(() => decodeJson(text)).toThrow(message);
  });

  it("lets the last of duplicate members win and names their paths", () => {
    const { value, duplicates } = decodeJsonReporting('{"a":{"b":1,"b":2},"l":[{"x":1,"x":1}],"a":3}');
    expect(value).toEqual({ a: 3, l: [{ x: 1 }] });
    expect(duplicates).toEqual(["a.b", "l[0].x", "a"]);
  });

  it("takes __proto__ for an ordinary key", () => {
    const text = '{"__proto__":{"x":1},"f":1.0}';
    expect(encodeJson(decodeJson(text))).toBe('{"__proto__":{"x":1},"f":1}');
  });

  it("makes lone surrogates U+FFFD", () => expect(decodeJson('"\\ud800\\u0041\\ud83d\\ude00"')).toBe("\ufffdA😀"));

  it("survives any depth and refuses more than 10000", () => {
    const deep = "[".repeat(10000) + "]".repeat(10000);
    expect(encodeJson(decodeJson(deep))).toBe(deep);
    expect(() => decodeJson(`[${deep}]`)).toThrow("exceeded max depth");
  });
});

describe("encodeJson", () => {
  it("sorts members by their bytes, number-like ones too", () => {
    expect(encodeJson({ "9": 1, "10": 2, a: 3, "\ue000": 4, "😀": 5 })).toBe('{"10":2,"9":1,"a":3,"\ue000":4,"😀":5}');
  });

  it.each([
    ['<a href="x">&\u2028', '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u2028"'],
    ["\b\f\n\r\t\u0001\u007f", '"\\b\\f\\n\\r\\t\\u0001\u007f"'],
    ["\ud800", '"\\ufffd"'],
  ])("quotes %j as Go does", (text, quoted) => expect(quoteJson(text)).toBe(quoted));

  it("prints numbers as Go prints them", () =>
    expect(encodeJson([new Double(1e21), new Double(-0), 9223372036854775807n, 1e-7])).toBe(
      "[1e+21,-0,9223372036854775807,1e-7]",
    ));
});
