import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { isRecord } from "../record.ts";

/** The base64 text of a string's UTF-8 bytes, as JSON carries bytes. */
export function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "number";
};

/** Go's words for a base64 text that does not hold a JSON object, or undefined. */
export function jsonObjectProblem(base64: string): string | undefined {
  const text = new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
  try {
    const value = decodeJson(text);
    return value === null || isRecord(value) ? undefined : `json: cannot unmarshal ${goKind(value)} into Go value of type map[string]interface {}`;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return err.message;
    throw err;
  }
}
