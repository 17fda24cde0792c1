/** Decomposes a float64 exactly into a mantissa and a power of two. */
function exactParts(value: number): readonly [mantissa: bigint, exponent: number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  return exponent === 0 ? [fraction, -1074] : [fraction | (1n << 52n), exponent - 1075];
}

/** Divides and rounds to nearest, ties to even. */
function divideToEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  return twice > divisor || (twice === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** Returns the number times a power of ten, rounded. */
function scaled(value: number, power: number): bigint {
  const [mantissa, exponent] = exactParts(value);
  const dividend = mantissa * (exponent > 0 ? 1n << BigInt(exponent) : 1n) * (power > 0 ? 10n ** BigInt(power) : 1n);
  const divisor = (exponent < 0 ? 1n << BigInt(-exponent) : 1n) * (power < 0 ? 10n ** BigInt(-power) : 1n);
  return divideToEven(dividend, divisor);
}

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);
const signed = (value: number, text: string): string => (isNegative(value) ? `-${text}` : text);

/** Formats like Go's `%.<precision>f`: exact digits, rounding ties to even. */
export function fixedDigits(value: number, precision: number): string {
  const digits = scaled(value, precision)
    .toString()
    .padStart(precision + 1, "0");
  const whole = digits.slice(0, digits.length - precision);
  return signed(value, precision === 0 ? whole : `${whole}.${digits.slice(-precision)}`);
}

// A number has at most 309 digits.
// oxlint-disable-next-line kubepad/linear-expressions
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");

/** Formats a fixed-point number for the English locale, with thousands separators and ∞ for infinity. */
export function groupedFixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return unusual(value);
  const [whole = "", fraction] = fixedDigits(value, precision).split(".");
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

const unusual = (value: number): string => (Number.isNaN(value) ? "NaN" : signed(value, "∞"));

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (text: string): string =>
  Array.from(text, (char) => (char === "-" ? "⁻" : (superscripts[Number(char)] ?? char))).join("");

/** Formats with six fraction digits and the exponent as a power of ten: `1.234500×10⁰³`. */
function powerOfTen(value: number): string {
  let exponent = value === 0 ? 0 : Number(Math.abs(value).toExponential().split("e")[1]);
  let digits = scaled(value, 6 - exponent)
    .toString()
    .padStart(7, "0");
  if (digits.length > 7) digits = scaled(value, 6 - ++exponent).toString();
  const power = `${exponent < 0 ? "-" : ""}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return signed(value, `${digits.slice(0, 1)}.${digits.slice(1)}×10${superscript(power)}`);
}

/** Formats in scientific notation for the English locale, padded to a minimum width. */
export function localScientific(value: number, width: number): string {
  const text = Number.isFinite(value) ? powerOfTen(value) : unusual(value);
  return text.padStart(width, " ");
}
