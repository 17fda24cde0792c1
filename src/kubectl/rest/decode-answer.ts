import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";

/** A number that JSON.parse may change: long, negative zero, or with a fraction or an exponent. */
const delicateNumber = /(?:^|[:,[])\s*-?(?:\d{16}|\d+[.eE]|0(?<=-0))/;

/**
 * Decodes the JSON of an answer as `decodeJson` does. A server repeats no members, so only numbers decide whether
 * JSON.parse gives the same; looking for them costs a fraction of counting members. Throws JsonSyntaxError.
 */
export function decodeAnswer(text: string): JsonValue {
  if (delicateNumber.test(text)) return decodeJson(text);
  try {
    return JSON.parse(text);
  } catch {
    return decodeJson(text);
  }
}
