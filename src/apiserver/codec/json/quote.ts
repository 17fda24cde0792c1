/** Matches texts without characters to escape and without unpaired surrogates. */
const plain = /^[ !#-[\]-\ud7ff]*$/;

/** Reports whether a string can be quoted without escapes. */
export const isPlain = (text: string): boolean => plain.test(text);

/** Quotes a string and escapes everything except what `escapeHtml` escapes later in the whole text. */
export const quoteText = (text: string): string => (isPlain(text) ? `"${text}"` : stringify(text));

const unpaired = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/**
 * Returns the JSON of a value without undefined members, as JSON.stringify does; unpaired surrogates, which stand for
 * bytes that are not UTF-8, are escaped as U+FFFD, as in Go.
 */
export function stringify(value: object | string): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(unpaired, "$1\\ufffd") : json;
}

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
