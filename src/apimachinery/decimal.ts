/** An exact decimal number: value * 10^exponent. */
export interface Decimal {
  readonly value: bigint;
  readonly exponent: number;
}

/**
 * Larger powers of ten are never expanded: comparisons decide by magnitude, rounding keeps the exponent, and a sum is
 * the greater of two numbers that are farther apart.
 */
const maxExpansion = 10000;

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Returns the number of digits before the decimal point. */
const magnitude = ({ value, exponent }: Decimal): number => absolute(value).toString().length + exponent;

/** Returns the value of the number at a lower exponent. */
const expand = ({ value, exponent }: Decimal, target: number): bigint =>
  value === 0n ? 0n : value * powerOfTen(exponent - target);

/** Compares two decimals: -1, 0 or 1. Safe for any exponents. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a.value);
  if (sign !== signOf(b.value)) return sign > signOf(b.value) ? 1 : -1;
  if (sign === 0) return 0;
  const difference = magnitude(a) - magnitude(b);
  if (difference !== 0) return difference > 0 ? sign : -sign;
  const target = Math.min(a.exponent, b.exponent); // not farther away than the other number has digits
  return signOf(expand(a, target) - expand(b, target));
}

/** Returns the sum, with the lower of both exponents; the greater number if they are too far apart to be added. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [high, low] = a.exponent > b.exponent ? [a, b] : [b, a];
  const isFar = high.exponent - low.exponent > maxExpansion && high.value !== 0n;
  if (isFar && magnitude(high) - magnitude(low) > maxExpansion) return { value: high.value, exponent: high.exponent };
  return { value: expand(high, low.exponent) + low.value, exponent: low.exponent };
}

/** Rounds away from zero to the given exponent. Numbers that would need too many zeros keep their exponent. */
export function roundUpDecimal(decimal: Decimal, exponent: number): Decimal {
  const { value } = decimal;
  const cut = exponent - decimal.exponent;
  if (cut <= 0) return -cut > maxExpansion ? decimal : { value: value * powerOfTen(-cut), exponent };
  if (cut > absolute(value).toString().length) return { value: BigInt(signOf(value)), exponent };
  const divisor = powerOfTen(cut);
  const quotient = value / divisor;
  return { value: value % divisor === 0n ? quotient : quotient + BigInt(signOf(value)), exponent };
}

/** Formats all digits; the exponent determines the number of decimal places. */
export function formatDecimal({ value, exponent }: Decimal): string {
  if (exponent >= 0) return value === 0n ? "0" : `${value}${"0".repeat(exponent)}`;
  const digits = absolute(value)
    .toString()
    .padStart(1 - exponent, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

/**
 * Removes trailing decimal zeros and returns their number. Counts them in the text, so that the cost does not grow with
 * their number.
 */
export function removeTrailingZeros(value: bigint): readonly [rest: bigint, zeros: number] {
  if (value % 10n !== 0n || value === 0n) return [value, 0];
  const text = value.toString();
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) end--;
  return [BigInt(text.slice(0, end)), text.length - end];
}

/** Divides a small number by 1024 as long as there is no remainder, and returns the number of divisions. */
export function removeKibis(value: bigint): readonly [rest: bigint, times: number] {
  let rest = value;
  let times = 0;
  for (; rest !== 0n && rest % 1024n === 0n; times++) rest /= 1024n;
  return [rest, times];
}

/** Returns the result of Go's math.Pow10, including its rounding. */
function floatPowerOfTen(exponent: number): number {
  if (exponent < -323) return 0;
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  const size = Math.abs(exponent);
  const coarse = size - (size % 32);
  return exponent < 0
    ? Number(`1e-${coarse}`) / Number(`1e${size % 32}`)
    : Number(`1e${coarse}`) * Number(`1e${size % 32}`);
}

/**
 * Returns the float64 that upstream computes: the nearest one or its neighbor, because Go multiplies two rounded
 * numbers.
 */
export const approximateFloat = ({ value, exponent }: Decimal): number =>
  exponent === 0 ? Number(value) : Number(value) * floatPowerOfTen(exponent);
