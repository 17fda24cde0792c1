import { escapeHtml } from "../codec/json/quote.ts";

/** Escapes JSON text as encoding/json does. */
export const escapeJson = escapeHtml;

const stringOrSpace = /"(?:[^"\\]|\\.)*"|\s+/g;

/** Returns the JSON text without insignificant whitespace (json.Compact), or undefined if it is not valid JSON. */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return escapeHtml(text.replace(stringOrSpace, (token) => (token.startsWith('"') ? token : "")));
}
