/** Matches texts without characters to escape and without unpaired surrogates. */
const plain = /^[ !#-[\]-\ud7ff]*$/;

/** Reports whether a string can be quoted without escapes. */
export const isPlain = (text: string): boolean => plain.test(text);

/** Quotes a string and escapes everything except what `escapeHtml` escapes later in the whole text. */
export const quoteText = (text: string): string => (isPlain(text) ? `"${text}"` : JSON.stringify(text));

const html = /[<>&\u2028\u2029]/g;
const htmlEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Escapes `<`, `>`, `&` and the two line separators as Go does. In JSON they occur only inside strings. */
export function escapeHtml(json: string): string {
  const none =
    json.indexOf("<") < 0 &&
    json.indexOf(">") < 0 &&
    json.indexOf("&") < 0 &&
    json.indexOf("\u2028") < 0 &&
    json.indexOf("\u2029") < 0;
  return none ? json : json.replace(html, htmlEscape);
}
