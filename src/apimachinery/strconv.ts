import { quoteGo } from "./go-strings.ts";

/** A text that is no number, in the words of Go's strconv. */
export class NumberParseError extends Error {
  /** The nearest number that fits where the text was out of range, else 0: what Go returns beside the error. */
  readonly nearest: bigint;

  constructor(functionName: string, text: string, problem: "invalid syntax" | "value out of range", nearest: bigint) {
    super(`strconv.${functionName}: parsing ${quoteGo(text)}: ${problem}`);
    this.name = "NumberParseError";
    this.nearest = nearest;
  }
}

const integer = /^([+-]?)(\d*)/;

/** A run of digits as a bigint; what is longer than any uint64 counts as 2^64, so that no text takes long. */
export function boundedBigInt(digits: string): bigint {
  if (digits.length <= 20) return BigInt(digits);
  const significant = digits.replace(/^0+/, "");
  return significant.length > 20 ? 1n << 64n : BigInt(significant === "" ? "0" : significant);
}

/**
 * Digits as Go reads them: too many are out of range whatever follows, anything else that follows is a syntax error.
 */
function readDigits(digits: string, complete: boolean, bits: number): bigint | undefined {
  const value = boundedBigInt(digits === "" ? "0" : digits);
  if (value >= 1n << BigInt(bits)) return 1n << BigInt(bits);
  return complete && digits !== "" ? value : undefined;
}

/** strconv.ParseInt in base 10; throws NumberParseError. */
export function parseInteger(text: string, bits = 64, functionName = "ParseInt"): bigint {
  const [all = "", sign, digits = ""] = integer.exec(text) ?? [];
  const size = readDigits(digits, all.length === text.length, bits);
  if (size === undefined) throw new NumberParseError(functionName, text, "invalid syntax", 0n);
  const limit = 1n << BigInt(bits - 1);
  if (sign !== "-" && size >= limit) throw new NumberParseError(functionName, text, "value out of range", limit - 1n);
  if (sign === "-" && size > limit) throw new NumberParseError(functionName, text, "value out of range", -limit);
  return sign === "-" ? -size : size;
}

/** strconv.ParseUint in base 10; throws NumberParseError. */
export function parseUnsigned(text: string, bits = 64): bigint {
  const [all = "", sign, digits = ""] = integer.exec(text) ?? [];
  const size = sign === "" ? readDigits(digits, all.length === text.length, bits) : undefined;
  if (size === undefined) throw new NumberParseError("ParseUint", text, "invalid syntax", 0n);
  const limit = 1n << BigInt(bits);
  if (size >= limit) throw new NumberParseError("ParseUint", text, "value out of range", limit - 1n);
  return size;
}

/** strconv.Atoi; throws NumberParseError. */
export const atoi = (text: string): bigint => parseInteger(text, 64, "Atoi");

/** strconv.Atoi with its error ignored: 0, or the nearest int64. */
export function atoiOrNearest(text: string): bigint {
  try {
    return atoi(text);
  } catch (error) {
    if (error instanceof NumberParseError) return error.nearest;
    throw error;
  }
}
