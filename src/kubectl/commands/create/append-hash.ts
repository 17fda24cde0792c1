import { sha256 } from "@noble/hashes/sha2.js";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { kindOf, nameOf, objectAt, textAt, withValueAt } from "../../json-access.ts";

const consonants: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };

/** The hash of what a ConfigMap or Secret holds, without vowels (util/hash of kubectl). */
export function contentHash(object: JsonObject): string {
  const { immutable, binaryData } = object;
  const isSecret = kindOf(object) === "Secret";
  const content = {
    data: objectAt(object, "data"),
    kind: kindOf(object),
    name: nameOf(object),
    ...(isSecret && { type: textAt(object, "type") }),
    ...(immutable !== undefined && { immutable }),
    ...(!isSecret && binaryData !== undefined && { binaryData }),
  };
  return shortHash(sha256(new TextEncoder().encode(encodeJson(content))));
}

/** The beginning of a hash in digits and consonants, which form no words. */
export function shortHash(bytes: Uint8Array): string {
  const hex = [...bytes.subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/[013ae]/g, (digit) => consonants[digit] ?? digit);
}

/** A ConfigMap or Secret whose name ends with the hash of what it holds (`--append-hash`). */
export const withHash = (object: JsonObject): JsonObject =>
  withValueAt(object, ["metadata", "name"], `${nameOf(object)}-${contentHash(object)}`);
