import { ParseError } from "./parse-error.ts";
import { quoteGo } from "./go-strings.ts";
import { encodeNumber } from "./json/encode.ts";
import { intNumber } from "./json/number.ts";
import { TypeMismatchError } from "./json/type-name.ts";
import { Double, type JsonValue } from "./json/value.ts";
import { atoi, atoiOrNearest, NumberParseError, parseInteger } from "./strconv.ts";

/** The JSON form of intstr.IntOrString: an int32 or a string. */
export type IntOrString = number | string;

const isNumber = (value: JsonValue): value is number | bigint | Double =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;

/** Decodes an IntOrString; `literal` is the original number token, for the error. Throws TypeMismatchError. */
export function decodeIntOrString(value: JsonValue, literal?: string): IntOrString {
  if (typeof value === "string") return value;
  if (value === null) return 0;
  if (typeof value === "number" && Number.isInteger(value) && value >= -2147483648 && value <= 2147483647) return value;
  throw new TypeMismatchError(value, "int32", isNumber(value) ? (literal ?? encodeNumber(value)) : "");
}

/** Returns a number if the text is an int32, else the text (intstr.Parse). */
export function parseIntOrString(text: string): IntOrString {
  try {
    return Number(parseInteger(text, 32));
  } catch (error) {
    if (error instanceof NumberParseError) return text;
    throw error;
  }
}

/** Returns the number, or the value of a numeric string; 0 for other strings (IntOrString.IntValue). */
export const intValue = (value: IntOrString): number | bigint =>
  typeof value === "number" ? value : intNumber(atoiOrNearest(value));

/** An IntOrString that is neither a number nor a percentage. */
class PercentError extends ParseError {
  constructor(message: string) {
    super(`invalid value for IntOrString: ${message}`);
    this.name = "PercentError";
  }
}

function percentOf(text: string): number {
  if (!text.endsWith("%")) throw new PercentError("invalid type: string is not a percentage");
  try {
    return Number(atoi(text.slice(0, -1)));
  } catch (error) {
    throw error instanceof NumberParseError
      ? new PercentError(`invalid value ${quoteGo(text)}: ${error.message}`)
      : error;
  }
}

/** Returns the number, or the percentage of `total` (intstr.GetScaledValueFromIntOrPercent); throws PercentError. */
export function scaledValue(value: IntOrString, total: number, roundUp: boolean): number {
  if (typeof value === "number") return value;
  const share = (percentOf(value) * total) / 100;
  return (roundUp ? Math.ceil(share) : Math.floor(share)) + 0;
}
