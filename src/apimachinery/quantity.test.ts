import { expect, it } from "vitest";
import { newMilliQuantity, newQuantity, newScaledQuantity, type Quantity } from "./quantity.ts";
import { parseQuantity } from "./quantity-parse.ts";

// What resource.Quantity of k8s.io/apimachinery 0.34.1 answers, with its overflows and losses.

// oxfmt-ignore
it.each<readonly [string, value: bigint, milli: bigint, kilo: bigint, nano: bigint, int64: bigint | undefined, negated: string]>([
  ["1", 1n, 1000n, 1n, 1_000_000_000n, 1n, "-1"],
  ["1500m", 2n, 1500n, 1n, 1_500_000_000n, undefined, "-1500m"],
  ["-1500m", -2n, -1500n, -1n, -1_500_000_000n, undefined, "1500m"],
  ["1Ki", 1024n, 1_024_000n, 2n, 1_024_000_000_000n, 1024n, "-1Ki"],
  ["1.5Ki", 1536n, 1_536_000n, 2n, 1_536_000_000_000n, undefined, "-1536"],
  ["0.1Gi", 107_374_183n, 107_374_182_400n, 107_375n, 107_374_182_400_000_000n, undefined, "-107374182400m"],
  ["9223372036854775807", 9223372036854775807n, -1000n, 9223372036854776n, -1_000_000_000n, undefined, "-9223372036854775807"],
  ["-9223372036854775808", 0n, 0n, 0n, 0n, undefined, "9223372036854775808"],
  ["9223372036854775807k", -1000n, -1_000_000n, 9223372036854775807n, -1_000_000_000_000n, undefined, "-9223372036854775807k"],
  ["10E", 0n, 0n, 10_000_000_000_000_000n, 0n, undefined, "-10E"],
  ["1n", 1n, 1n, 1n, 1n, undefined, "-1n"],
  ["100000000000000000n", 100_000_000n, 100_000_000_000n, 100_000n, 100_000_000_000_000_000n, undefined, "-100M"],
  ["1e30", 0n, 0n, 0n, 0n, undefined, "-1e30"],
])("%s is told in units, rounded up, and as an int64 where it is one", (text, value, milli, kilo, nano, int64, negated) => {
  const quantity = parseQuantity(text);
  expect([quantity.value, quantity.milliValue, quantity.scaledValue(3), quantity.scaledValue(-9)]).toEqual([value, milli, kilo, nano]);
  expect(quantity.asInt64()).toBe(int64);
  expect(String(quantity.negate())).toBe(negated);
});

// oxfmt-ignore
it.each<readonly [string, string, sum: string, difference: string, order: number, int64: bigint | undefined]>([
  ["1", "1500m", "2500m", "-500m", -1, undefined],
  ["0", "1Ki", "1Ki", "-1Ki", -1, 1024n],
  ["1Ki", "1", "1025", "1023", 1, 1025n],
  ["1Ki", "0", "1Ki", "1Ki", 1, 1024n],
  ["1e3", "1", "1001", "999", 1, 1001n],
  ["9223372036854775807", "1", "9223372036854775808", "9223372036854775806", 1, undefined],
  ["1E", "1n", "1000000000000000000000000001n", "999999999999999999999999999n", 1, undefined],
  ["9E", "9E", "18E", "0", 0, undefined],
])("%s and %s are added, subtracted and compared", (one, other, sum, difference, order, int64) => {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  expect([String(a.add(b)), String(a.subtract(b)), a.compare(b)]).toEqual([sum, difference, order]);
  expect(a.add(b).asInt64()).toBe(int64);
});

// oxfmt-ignore
it.each<readonly [string, factor: bigint, product: string, exact: boolean, int64: bigint | undefined]>([
  ["1", 3n, "3", true, 3n],
  ["1500m", 2n, "3", true, undefined],
  ["1500m", 3n, "4500m", true, undefined],
  ["0", 5n, "0", true, 0n],
  ["7", 0n, "0", true, 0n],
  ["1Ki", 1024n, "1Mi", true, 1_048_576n],
  ["1Ki", -1n, "-1Ki", true, -1024n],
  ["9223372036854775807", 2n, "18446744073709551614", false, undefined],
  ["5E", 2n, "10E", true, undefined],
])("%s times %d is told as exact within int64", (text, factor, product, exact, int64) => {
  const multiplied = parseQuantity(text).multiply(factor);
  expect([String(multiplied.quantity), multiplied.exact, multiplied.quantity.asInt64()]).toEqual([product, exact, int64]);
});

// oxfmt-ignore
it.each<readonly [string, scale: number, rounded: string, exact: boolean]>([
  ["1001m", 0, "2", false],
  ["-1001m", 0, "-2", false],
  ["1001m", -3, "1001m", true],
  ["1234", 2, "1300", false],
  ["1200", 2, "1200", true],
  ["9223372036854775807", 3, "9223372036854776k", false],
])("%s is rounded away from zero to a multiple of 10^%d", (text, scale, rounded, exact) => {
  const result = parseQuantity(text).roundUp(scale);
  expect([String(result.quantity), result.exact]).toEqual([rounded, exact]);
});

it.each<readonly [Quantity, string, sign: number]>([
  [newQuantity(1023n, "BinarySI"), "1023", 1],
  [newQuantity(1024n, "BinarySI"), "1Ki", 1],
  [newQuantity(-1024n, "BinarySI"), "-1Ki", -1],
  [newQuantity(1025n, "BinarySI"), "1025", 1],
  [newMilliQuantity(1_024_500n, "BinarySI"), "1024500m", 1],
  [newMilliQuantity(2_048_000n, "BinarySI"), "2Ki", 1],
  [newQuantity(-9223372036854775808n, "BinarySI"), "-9223372036854775808", -1],
  [newQuantity(3n << 30n, "BinarySI"), "3Gi", 1],
  [newScaledQuantity(12_345n, 2), "1234500", 1],
  [newQuantity(12_000n, "DecimalExponent"), "12e3", 1],
  [newMilliQuantity(100n, "DecimalExponent"), "100e-3", 1],
  [newQuantity(0n, "BinarySI"), "0", 0],
])("%s is printed in its format, and in the decimal one where it has no binary unit", (quantity, text, sign) => {
  expect([String(quantity), quantity.sign]).toEqual([text, sign]);
});
