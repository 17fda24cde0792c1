/** Texts that stand in JSON as they are: nothing to escape, and no half of a character. */
const plain = /^[ !#-[\]-\ud7ff]*$/;

/** Whether a string needs nothing but quotes to stand in JSON. */
export const isPlain = (text: string): boolean => plain.test(text);

/** A string in quotes, with everything escaped but what `escapeHtml` sees to for a whole text at once. */
export const quoteText = (text: string): string => (isPlain(text) ? `"${text}"` : JSON.stringify(text));

const html = /[<>&\u2028\u2029]/g;
const htmlEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Escapes `<`, `>`, `&` and the two line separators, as Go does: in JSON they stand in strings only. */
export function escapeHtml(json: string): string {
  const none =
    json.indexOf("<") < 0 &&
    json.indexOf(">") < 0 &&
    json.indexOf("&") < 0 &&
    json.indexOf("\u2028") < 0 &&
    json.indexOf("\u2029") < 0;
  return none ? json : json.replace(html, htmlEscape);
}
