/** An exact decimal: value times ten to the power of exponent. */
export interface Decimal {
  readonly value: bigint;
  readonly exponent: number;
}

/** Powers of ten beyond this are never written out: comparing decides by magnitude, rounding keeps the exponent. */
const maxExpansion = 10000;

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The exponent of the first digit. */
const magnitude = ({ value, exponent }: Decimal): number => absolute(value).toString().length + exponent;

/**
 * The same number with the lower of both exponents; throws RangeError where that has too many digits to be written out.
 */
function expand({ value, exponent }: Decimal, target: number): bigint {
  if (value === 0n) return 0n;
  if (exponent - target > maxExpansion) throw new RangeError("decimal exponents are too far apart");
  return value * powerOfTen(exponent - target);
}

/** -1, 0 or 1; safe for any exponents. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a.value);
  if (sign !== signOf(b.value)) return sign > signOf(b.value) ? 1 : -1;
  if (sign === 0) return 0;
  const difference = magnitude(a) - magnitude(b);
  if (difference !== 0) return difference > 0 ? sign : -sign;
  const target = Math.min(a.exponent, b.exponent);
  return signOf(expand(a, target) - expand(b, target));
}

/** The sum, with the lower exponent. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { value: expand(a, exponent) + expand(b, exponent), exponent };
}

/**
 * The number with that exponent, what is cut off rounded away from zero. An exponent that would need too many zeros
 * stays.
 */
export function roundUpDecimal(decimal: Decimal, exponent: number): Decimal {
  const { value } = decimal;
  const cut = exponent - decimal.exponent;
  if (cut <= 0) return -cut > maxExpansion ? decimal : { value: value * powerOfTen(-cut), exponent };
  if (cut > absolute(value).toString().length) return { value: BigInt(signOf(value)), exponent };
  const divisor = powerOfTen(cut);
  const quotient = value / divisor;
  return { value: value % divisor === 0n ? quotient : quotient + BigInt(signOf(value)), exponent };
}

/** All digits, as many behind the point as the exponent says. */
export function formatDecimal({ value, exponent }: Decimal): string {
  if (exponent >= 0) return value === 0n ? "0" : `${value}${"0".repeat(exponent)}`;
  const digits = absolute(value)
    .toString()
    .padStart(1 - exponent, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

/** Takes trailing decimal zeros away and says how many; counted in the text, so that many cost no more than few. */
export function removeTrailingZeros(value: bigint): readonly [rest: bigint, zeros: number] {
  if (value % 10n !== 0n || value === 0n) return [value, 0];
  const text = value.toString();
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) end--;
  return [BigInt(text.slice(0, end)), text.length - end];
}

/** Divides a number of few digits by 1024 as long as nothing is left over, and says how often. */
export function removeKibis(value: bigint): readonly [rest: bigint, times: number] {
  let rest = value;
  let times = 0;
  for (; rest !== 0n && rest % 1024n === 0n; times++) rest /= 1024n;
  return [rest, times];
}

/** Go's math.Pow10, its rounding included. */
function floatPowerOfTen(exponent: number): number {
  if (exponent < -323) return 0;
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  const size = Math.abs(exponent);
  const coarse = size - (size % 32);
  return exponent < 0
    ? Number(`1e-${coarse}`) / Number(`1e${size % 32}`)
    : Number(`1e${coarse}`) * Number(`1e${size % 32}`);
}

/** The nearest float64, or one beside it: Go multiplies two rounded numbers. */
export const approximateFloat = ({ value, exponent }: Decimal): number =>
  exponent === 0 ? Number(value) : Number(value) * floatPowerOfTen(exponent);
