import { escapeHtml } from "../codec/json/quote.ts";

/** JSON text with everything escaped that Go escapes. */
export const escapeJson = escapeHtml;

const stringOrSpace = /"(?:[^"\\]|\\.)*"|\s+/g;

/** JSON in one line, as it stands otherwise (json.Compact); undefined where it is no JSON. */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return escapeHtml(text.replace(stringOrSpace, (token) => (token.startsWith('"') ? token : "")));
}
