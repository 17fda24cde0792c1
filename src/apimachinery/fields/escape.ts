/** An invalid field selector; the message is upstream's. */
export class FieldSelectorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FieldSelectorError";
  }
}

/** Escapes the special characters of field selectors: backslash, comma and equals sign (fields.EscapeValue). */
export const escapeFieldValue = (value: string): string => value.replace(/[\\,=]/g, "\\$&");

const isSpecial = (rune: string): boolean => rune === "\\" || rune === "," || rune === "=";

/**
 * Removes the escapes (fields.UnescapeValue); throws FieldSelectorError for a lone backslash or an unescaped comma or
 * equals sign.
 */
export function unescapeFieldValue(text: string): string {
  let out = "";
  let escaped = false;
  for (const rune of text) {
    if (escaped && !isSpecial(rune))
      throw new FieldSelectorError(`invalid field selector: invalid escape sequence: \\${rune}`);
    if (!escaped && (rune === "," || rune === "="))
      throw new FieldSelectorError(`invalid field selector: unescaped character in value: ${rune.charCodeAt(0)}`);
    const opens: boolean = !escaped && rune === "\\";
    if (!opens) out += rune;
    escaped = opens;
  }
  if (escaped) throw new FieldSelectorError("invalid field selector: invalid escape sequence: \\");
  return out;
}
