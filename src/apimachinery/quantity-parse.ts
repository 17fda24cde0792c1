import { trimSpace } from "./trim.ts";
import { ParseError } from "./parse-error.ts";
import { compareDecimals, roundUpDecimal, type Decimal } from "./decimal.ts";
import { isInt64 } from "./json/number.ts";
import { Quantity } from "./quantity.ts";
import { interpretSuffix, type Suffix } from "./quantity-suffix.ts";

/** An invalid quantity; the message is upstream's. */
export class QuantityParseError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "QuantityParseError";
  }
}

const formatMessage = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const numericMessage = "unable to parse numeric part of quantity";
const suffixMessage = "unable to parse quantity's suffix";

/** Digits of a suffix follow a letter or a sign: otherwise they would be those of the number. */
const pattern = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?\d*|[-+]\d*)?)$/;
const nano = -9;
const maxInt64Digits = 18;
const maxBinary: Decimal = { value: (1n << 63n) - 1n, exponent: 0 };
const zero: Decimal = { value: 0n, exponent: 0 };
const one: Decimal = { value: 1n, exponent: 0 };

/** The parts of a quantity: the digits before (without leading zeros) and after the decimal point, and the suffix. */
interface Parts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
  /** False if there is only a decimal point. */
  readonly hasDigits: boolean;
  readonly suffix: string;
}

function split(text: string): Parts {
  const match = pattern.exec(text);
  if (text === "" || match === null) throw new QuantityParseError(formatMessage);
  const [, sign, digits = "", fraction = "", suffix = ""] = match;
  const whole = digits.replace(/^0+/, "") || "0";
  return { negative: sign === "-", whole, fraction, hasDigits: digits + fraction !== "", suffix };
}

/** Returns how many more digits are certain to fit an int64; negative if Go uses big decimals. */
function sparePrecision({ whole, fraction }: Parts, { base, exponent }: Suffix): number {
  if (base === 10) return maxInt64Digits - whole.length - fraction.length;
  return fraction === "" ? 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1 : -1;
}

/** Reports whether upstream keeps the text because it is already canonical. */
function isCanonical(digits: string, value: bigint, scale: number, suffix: Suffix): boolean {
  if (suffix.base === 2) return suffix.exponent % 10 === 0 && (value & 7n) !== 0n;
  return scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

function parseSmall(text: string, parts: Parts, suffix: Suffix): Quantity | undefined {
  const scale = (suffix.base === 10 ? suffix.exponent : 0) - parts.fraction.length;
  if (scale < nano) return undefined;
  const digits = parts.whole + parts.fraction;
  const value = BigInt(digits);
  const scaled = suffix.base === 2 ? value << BigInt(suffix.exponent) : value;
  if (!isInt64(scaled)) return undefined;
  const amount = { kind: "int", value: parts.negative ? -scaled : scaled, exponent: scale } as const;
  return new Quantity(amount, suffix.format, isCanonical(digits, value, scale, suffix) ? text : undefined);
}

/** Parses amounts beyond int64 or finer than nano: rounded up to nano; binary ones are capped at the largest int64. */
function parseLarge(parts: Parts, suffix: Suffix): Quantity {
  if (!parts.hasDigits) throw new QuantityParseError(numericMessage);
  const digits = BigInt(parts.whole + parts.fraction);
  const scaled = suffix.base === 2 ? digits << BigInt(suffix.exponent) : digits;
  const exact = { value: scaled, exponent: (suffix.base === 10 ? suffix.exponent : 0) - parts.fraction.length };
  const rounded = scaled === 0n ? exact : roundUpDecimal(exact, nano);
  const capped = suffix.base === 2 && compareDecimals(rounded, maxBinary) > 0 ? maxBinary : rounded;
  const fractional = suffix.base === 2 && compareDecimals(capped, one) < 0 && compareDecimals(capped, zero) > 0;
  return new Quantity(
    { kind: "dec", value: parts.negative ? -capped.value : capped.value, exponent: capped.exponent },
    fractional ? "DecimalSI" : suffix.format,
  );
}

/** Parses `100m`, `1.5Gi`, `12e6` (resource.ParseQuantity); throws QuantityParseError. */
export function parseQuantity(text: string): Quantity {
  if (text === "0") return new Quantity({ kind: "int", value: 0n, exponent: 0 }, "DecimalSI", text);
  const parts = split(text);
  const suffix = interpretSuffix(parts.suffix);
  if (suffix === undefined) throw new QuantityParseError(suffixMessage);
  const small = sparePrecision(parts, suffix) >= 0 ? parseSmall(text, parts, suffix) : undefined;
  return small ?? parseLarge(parts, suffix);
}

/** Decodes a quantity from its JSON text, a string or a number; null gives an unset one. Throws QuantityParseError. */
export function unmarshalQuantity(json: string): Quantity {
  if (json === "null") return new Quantity({ kind: "int", value: 0n, exponent: 0 }, "");
  const quoted = json.length >= 2 && json.startsWith('"') && json.endsWith('"');
  return parseQuantity(trimSpace(quoted ? json.slice(1, -1) : json));
}
