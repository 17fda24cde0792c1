import { expect, test } from "vitest";
import { decodeByteText, encodeByteText } from "./byte-text.ts";
import { quoteGo } from "./go-strings.ts";
import { encodeJson } from "./json/encode.ts";
import { quoteTimeText } from "./time-parse.ts";
import { unescapeUrl } from "./unescape-url.ts";

const bytes = (...values: number[]): string => decodeByteText(Uint8Array.from(values));

test.each([
  [[0x61, 0xe4, 0x62], String.raw`"a\xe4b"`, String.raw`"a\ufffdb"`],
  [[0xff, 0xfe], String.raw`"\xff\xfe"`, String.raw`"\ufffd\ufffd"`],
  [[0xed, 0xa0, 0x80], String.raw`"\xed\xa0\x80"`, String.raw`"\ufffd\ufffd\ufffd"`], // an encoded surrogate
  [[0xc0, 0x80], String.raw`"\xc0\x80"`, String.raw`"\ufffd\ufffd"`], // too long a form
  [[0xe2, 0x82], String.raw`"\xe2\x82"`, String.raw`"\ufffd\ufffd"`], // a rune cut short
  [[0xe2, 0x82, 0xac], '"€"', '"€"'],
  [[0xf0, 0x9f, 0x98, 0x80, 0x80], String.raw`"😀\x80"`, String.raw`"😀\ufffd"`],
  [[0xef, 0xbf, 0xbd], '"\ufffd"', '"\ufffd"'],
])("the bytes %j are quoted as %s, and encoded as %s", (values, quoted, encoded) => {
  expect(quoteGo(bytes(...values))).toBe(quoted);
  expect([...encodeByteText(bytes(...values))]).toEqual(values);
  expect(encodeJson(bytes(...values))).toBe(encoded);
});

test("escapes of a URL keep bytes that are no UTF-8", () => {
  expect(quoteGo(unescapeUrl("a%e4%C3%A4", false) ?? "")).toBe(String.raw`"a\xe4ä"`);
});

test("times are quoted byte by byte", () => {
  expect(quoteTimeText(bytes(0xe4, 0xc3, 0xa4))).toBe(String.raw`"\xe4\xc3\xa4"`);
});
