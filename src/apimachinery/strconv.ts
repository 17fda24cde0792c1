import { ParseError } from "./parse-error.ts";
import { quoteGo } from "./go-strings.ts";

/** An invalid number; the message is that of Go's strconv. */
export class NumberParseError extends ParseError {
  /**
   * The nearest number in range if the text is out of range, else 0: the value that Go returns along with the error.
   */
  readonly nearest: bigint;

  constructor(functionName: string, text: string, problem: "invalid syntax" | "value out of range", nearest: bigint) {
    super(`strconv.${functionName}: parsing ${quoteGo(text)}: ${problem}`);
    this.name = "NumberParseError";
    this.nearest = nearest;
  }
}

const integer = /^([+-]?)(\d*)/;

/** Returns digits as a bigint. Numbers longer than any uint64 become 2^64, which bounds the cost. */
export function boundedBigInt(digits: string): bigint {
  if (digits.length <= 20) return BigInt(digits);
  const significant = digits.replace(/^0+/, "");
  return significant.length > 20 ? 1n << 64n : BigInt(significant === "" ? "0" : significant);
}

/**
 * Reads digits as Go does: too many are out of range regardless of what follows; otherwise any following text is a
 * syntax error.
 */
function readDigits(digits: string, complete: boolean, bits: number): bigint | undefined {
  const value = boundedBigInt(digits === "" ? "0" : digits);
  if (value >= 1n << BigInt(bits)) return 1n << BigInt(bits);
  return complete && digits !== "" ? value : undefined;
}

/** Parses an integer as strconv.ParseInt in base 10; throws NumberParseError. */
export function parseInteger(text: string, bits = 64, functionName = "ParseInt"): bigint {
  const [all = "", sign, digits = ""] = integer.exec(text) ?? [];
  const size = readDigits(digits, all.length === text.length, bits);
  if (size === undefined) throw new NumberParseError(functionName, text, "invalid syntax", 0n);
  const limit = 1n << BigInt(bits - 1);
  if (sign !== "-" && size >= limit) throw new NumberParseError(functionName, text, "value out of range", limit - 1n);
  if (sign === "-" && size > limit) throw new NumberParseError(functionName, text, "value out of range", -limit);
  return sign === "-" ? -size : size;
}

/** Parses an unsigned integer as strconv.ParseUint in base 10; throws NumberParseError. */
export function parseUnsigned(text: string, bits = 64): bigint {
  const [all = "", sign, digits = ""] = integer.exec(text) ?? [];
  const size = sign === "" ? readDigits(digits, all.length === text.length, bits) : undefined;
  if (size === undefined) throw new NumberParseError("ParseUint", text, "invalid syntax", 0n);
  const limit = 1n << BigInt(bits);
  if (size >= limit) throw new NumberParseError("ParseUint", text, "value out of range", limit - 1n);
  return size;
}

/** Parses an integer as strconv.Atoi; throws NumberParseError. */
export const atoi = (text: string): bigint => parseInteger(text, 64, "Atoi");

/** Parses an integer as strconv.Atoi, ignoring its error: 0, or the nearest int64 if out of range. */
export function atoiOrNearest(text: string): bigint {
  try {
    return atoi(text);
  } catch (error) {
    if (error instanceof NumberParseError) return error.nearest;
    throw error;
  }
}
