import { describe, expect, it } from "vitest";
import { parseQuantity } from "./quantity-parse.ts";
import { newQuantity } from "./quantity.ts";

describe("Quantity", () => {
  it.each([
    ["1.5Gi", "1536Mi"],
    ["0.1Ki", "102400m"],
    ["1e100", "10e99"],
    ["0.1n", "1n"],
    ["1000m", "1"],
    ["16Ei", "9223372036854775807"],
    ["1000E", "1"],
  ])("prints %s as %s", (text, canonical) => expect(parseQuantity(text).toString()).toBe(canonical));

  it("adds exactly beyond int64", () =>
    expect(parseQuantity("1200").add(parseQuantity("9223372036854775807")).toString()).toBe("9223372036854777007"));
  it("compares any exponents at once", () => {
    expect(parseQuantity("1e2147483647").compare(parseQuantity("1n"))).toBe(1);
    expect(parseQuantity("1e20000").compare(parseQuantity(`1${"0".repeat(20_000)}`))).toBe(0);
    expect(parseQuantity("1e20000").compare(parseQuantity(`1${"0".repeat(19_999)}1`))).toBe(-1);
  });
  it.each([
    ["1e2147483647", "1n", "1e2147483647"],
    ["1n", "1e2147483647", "1e2147483647"],
    ["0", "1e20000", "100e19998"],
    ["1e20000", `2${"0".repeat(20_000)}`, "300e19998"],
  ])("adds any exponents at once: %s and %.20s", (a, b, sum) => {
    const added = parseQuantity(a).add(parseQuantity(b));
    expect(added.compare(parseQuantity(sum))).toBe(0);
    expect(parseQuantity(a).subtract(parseQuantity(a)).isZero).toBe(true);
  });
  it("prints the least int64 in full, since its factors cannot be removed", () => {
    expect(newQuantity(-(1n << 63n), "BinarySI").toString()).toBe("-9223372036854775808");
    expect(newQuantity(-(1n << 62n), "BinarySI").toString()).toBe("-4Ei");
  });

  it.each([
    ["", /must match the regular expression/],
    ["1K", /unable to parse quantity's suffix/],
    [".e-100", /unable to parse numeric part/],
  ])("refuses %j", (text, message) => expect(() => parseQuantity(text)).toThrow(message));
});

it.each(["0", "1", "1.0", "e+1"])(
  "a text of two million characters as %j that is none is refused in one walk",
  (text) => {
    const long = text.slice(0, -1) + text.slice(-1).repeat(2_000_000);
    expect(() => parseQuantity(`${long}x`)).toThrow(/must match the regular expression/);
  },
);
