import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import { decodeCbor, encodeCbor } from "./cbor-serializer.ts";
import { float16, float16Bits } from "./float16.ts";

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (value: Uint8Array): string => Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");

it.each<[JsonValue, string]>([
  [23, "17"],
  [24, "1818"],
  [-1, "20"],
  [-257, "390100"],
  [9223372036854775807n, "1b7fffffffffffffff"],
  [-9223372036854775808n, "3b7fffffffffffffff"],
  [new Double(1), "f93c00"],
  [1.5, "f93e00"],
  [0.1, "fb3fb999999999999a"],
  [new Double(3.4028234663852886e38), "fa7f7fffff"],
  [5.960464477539063e-8, "f90001"],
  [null, "f6"],
  [true, "f5"],
  ["é", "42c3a9"],
  [{ b: 1, aa: 2, a: 3 }, "a34161034162014261" + "6102"],
  [[1, []], "820180"],
])("writes %s in the fewest bytes, keys in their order", (value, written) => {
  expect(hex(encodeCbor(value))).toBe(written);
});

// oxfmt-ignore
it.each([
  ["a2616101616102", 'cbor: found duplicate map key "a" at map element index 1'],
  ["81".repeat(65) + "00", "cbor: exceeded max nested level 64"],
  ["990401", "cbor: exceeded max number of elements 1024 for CBOR array"],
  ["b90401", "cbor: exceeded max number of key-value pairs 1024 for CBOR map"],
  ["7f6161", "unexpected EOF"], ["7f4161ff", "cbor: wrong element type byte string for indefinite-length UTF-8 text string"],
  ["5bffffffffffffffff", "cbor: byte string length 18446744073709551615 is too large, causing integer overflow"],
  ["c249010000000000000000", "cbor: data item of cbor type tag is not accepted by protocol: bignum"],
  ["f814", "cbor: invalid simple value 20 for type primitives"], ["f820", "cbor: data item of cbor type primitives is not accepted by protocol: simple value 32 is not recognized"],
  ["c001", "cbor: tag number 0 must be followed by text string, got positive integer"], ["0000", "cbor: 1 bytes of extraneous data starting at index 1"],
])("refuses %s in upstream's words", (body, message) => {
  expect(() => decodeCbor(bytes(body))).toThrow(message);
});

describe("half-precision floats", () => {
  it("are found for just the values that they hold", () => {
    for (let bits = 0; bits < 0x7c00; bits++) expect(float16Bits(float16(bits))).toBe(bits);
    expect([65505, 2 ** -25, 1.0001, 1e300].map(float16Bits)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
