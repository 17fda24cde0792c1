import { isZeroTime, type Time } from "../../../apimachinery/civil-time.ts";
import { DurationParseError, formatDuration, parseDuration } from "../../../apimachinery/duration.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { QuantityParseError, unmarshalQuantity } from "../../../apimachinery/quantity-parse.ts";
import { encodeMicroTime, encodeTime } from "../../../apimachinery/time.ts";
import {
  readTime,
  rfc3339Layout,
  rfc3339MicroLayout,
  TimeParseError,
  type TimeLayout,
} from "../../../apimachinery/time-parse.ts";
import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import { DecodeError, type DecodeState } from "./decode-state.ts";
import type { NodeCodec } from "./node-codec.ts";
import { quoteText } from "./quote.ts";
import { lastOfRepeated, type Document } from "./repeated-members.ts";
import { valueName } from "./value-name.ts";

/** Matches canonical times that need no parsing: not the zero time, and on a day that every month has. */
const plainTime =
  /^(?!0001)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{6})?Z$/;

/** The codec of a time, held as its canonical text, or null for the zero time. */
const timeLike = (goType: string, layout: TimeLayout, length: number, format: (time: Time) => string): NodeCodec => ({
  goType,
  emptiness: "never",
  struct: true,
  zero: () => null,
  decode: (value, state) => {
    const text = stringOf(value, state);
    return text.length === length && plainTime.test(text) ? text : canonicalTime(text, layout, format);
  },
  encode: (value) => (typeof value === "string" ? quoteText(value) : "null"),
});

/** Returns the string value for a type with its own unmarshaler. Any other type of value ends decoding. */
function stringOf(value: Document & {}, state: DecodeState): string {
  if (typeof value === "string") return value;
  state.savedError = undefined;
  state.typeError(valueName(value), "string");
  throw state.savedError ?? new DecodeError("not a string");
}

function canonicalTime(text: string, layout: TimeLayout, format: (time: Time) => string): string | null {
  try {
    const time = readTime(text, layout);
    return isZeroTime(time) ? null : format(time);
  } catch (error) {
    throw error instanceof TimeParseError ? new DecodeError(error.message, { cause: error }) : error;
  }
}

export const timeCodec = (): NodeCodec => timeLike("v1.Time", rfc3339Layout, 20, encodeTime);
export const microTimeCodec = (): NodeCodec => timeLike("v1.MicroTime", rfc3339MicroLayout, 27, encodeMicroTime);

/** The codec of a duration, held as Go prints it. */
export const durationCodec = (): NodeCodec =>
  textCodec("v1.Duration", "0s", (value, state) => canonicalDuration(stringOf(value, state)));

function canonicalDuration(text: string): string {
  try {
    return formatDuration(parseDuration(text));
  } catch (error) {
    throw error instanceof DurationParseError ? new DecodeError(error.message, { cause: error }) : error;
  }
}

/** The codec of a type held as its canonical text, with a zero value that is text too. */
const textCodec = (
  goType: string,
  zero: string,
  decode: (value: Document & {}, state: DecodeState) => string,
): NodeCodec => ({
  goType,
  emptiness: "never",
  struct: true,
  zero: () => zero,
  decode,
  encode: (value) => quoteText(typeof value === "string" ? value : zero),
});

/** A cache of canonical quantities, since the same ones occur often. */
const knownQuantities = new BoundedMap<string, string>(1000);

/** The codec of a quantity, held as Go prints it. A number is parsed from its literal in the document. */
export const quantityCodec = (): NodeCodec =>
  textCodec("resource.Quantity", "0", (value, state) => {
    if (typeof value === "string") return canonicalQuantityText(value);
    return canonicalQuantity(numberText(value, state));
  });

function numberText(value: Document & {}, state: DecodeState): string {
  return typeof value === "number" && Number.isInteger(value)
    ? String(value)
    : (state.literal() ?? encodeJson(lastOfRepeated(value)));
}

/** Returns a quantity as Go prints it. Throws DecodeError. */
export const canonicalQuantityText = (text: string): string => knownQuantities.get(text) ?? learnQuantity(text);

function learnQuantity(text: string): string {
  const printed = canonicalQuantity(`"${text}"`);
  knownQuantities.set(text, printed);
  return printed;
}

function canonicalQuantity(json: string): string {
  try {
    return unmarshalQuantity(json).toString();
  } catch (error) {
    throw error instanceof QuantityParseError ? new DecodeError(error.message, { cause: error }) : error;
  }
}
