import { isRecord } from "../../apimachinery/is-record.ts";
import { base64OfBytes, bytesOfBase64 } from "../../apimachinery/base64.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";

/** The base64 text of a string's UTF-8 bytes, as JSON carries bytes. */
export const encodeBase64 = (text: string): string => base64OfBytes(new TextEncoder().encode(text));

const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "number";
};

/** Go's words for a base64 text that does not hold a JSON object, or undefined. */
export function jsonObjectProblem(base64: string): string | undefined {
  const text = new TextDecoder().decode(bytesOfBase64(base64));
  try {
    const value = decodeJson(text);
    return value === null || isRecord(value)
      ? undefined
      : `json: cannot unmarshal ${goKind(value)} into Go value of type map[string]interface {}`;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return err.message;
    throw err;
  }
}
