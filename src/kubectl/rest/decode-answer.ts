import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { decodeLongJson } from "../../component-base/long-json.ts";
import { runningWork } from "../../component-base/work.ts";
import { textAt } from "../json-access.ts";

/** A number that JSON.parse may change: long, negative zero, or with a fraction or an exponent. */
const delicateNumber = /(?:^|[:,[])\s*-?(?:\d{16}|\d+[.eE]|0(?<=-0))/;

/**
 * Decodes the JSON of an answer as `decodeJson` does. A server repeats no members, so only numbers decide whether
 * JSON.parse gives the same; looking for them costs a fraction of counting members. In a large computation it pauses.
 * Throws JsonSyntaxError.
 */
export function decodeAnswer(text: string): JsonValue {
  if (runningWork() !== undefined) return decodeLongJson(text);
  if (delicateNumber.test(text)) return decodeJson(text);
  try {
    return JSON.parse(text);
  } catch {
    return decodeJson(text);
  }
}

/** The metadata of a list, which the server writes before the items. */
const listHead = /^\{"kind":"\w*","apiVersion":"[^"]*","metadata":(\{[^{}]*\})/;
/** The metadata of a list of custom resources, which is at its end. */
const listTail = /^"metadata":(\{[^{}]*\})\}\s*$/;

const listMetadata = (text: string): string | undefined =>
  (listHead.exec(text) ?? listTail.exec(text.slice(Math.max(0, text.lastIndexOf('"metadata":')))))?.[1];

/**
 * The token by which the next part of a list is asked for; "" for none. It is read off the list's JSON, so
 * that the next part can be asked for before this one is decoded. Throws JsonSyntaxError.
 */
export function continueOf(text: string): string {
  const metadata = listMetadata(text);
  const value = metadata === undefined ? decodeAnswer(text) : { metadata: decodeAnswer(metadata) };
  return isObject(value) ? textAt(value, "metadata", "continue") : "";
}
