const utf8 = new TextEncoder();

/** The total length in characters above which warnings are truncated (filters.truncateAtTotalRunes). */
const maxTotal = 4 * 1024;

/** The maximum length of each warning if warnings are truncated (filters.truncateItemRunes). */
const maxEach = 256;

/**
 * Returns the values of Warning headers for distinct texts. If the texts are too long in total, each one is truncated
 * and the last ones are dropped (filters.WithWarningRecorder).
 */
export function warningHeaders(texts: readonly string[]): readonly string[] {
  return shorten(texts.filter((text) => text !== "" && !hasControl(text))).map(warningHeader);
}

function shorten(texts: readonly string[]): readonly string[] {
  let written = 0;
  const tooLong = texts.findIndex((text) => (written += lengthOf(text)) > maxTotal);
  if (tooLong < 0) return texts;
  const short = texts.slice(0, tooLong + 1).map(cut);
  written = short.reduce((sum, text) => sum + lengthOf(text), 0);
  for (let i = tooLong + 1; i < texts.length && written < maxTotal; i++) {
    const text = cut(texts[i] ?? "");
    short.push(text);
    written += lengthOf(text);
  }
  return short;
}

const cut = (text: string): string => (text.length <= maxEach ? text : [...text].slice(0, maxEach).join(""));
const lengthOf = (text: string): number => (isAscii(text) ? text.length : [...text].length);

/**
 * The value of a Warning header: code 299, no agent, the quoted text (net.NewWarningHeader). Its characters are the
 * bytes of the UTF-8 encoding.
 */
export const warningHeader = (text: string): string => `299 - ${headerBytes(quote(text))}`;

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text);
/** Encodes a header value as UTF-8, one character per byte. */
export const headerBytes = (text: string): string => (isAscii(text) ? text : asBytes(text));
const asBytes = (text: string): string => Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join("");

/** Whether a text has control characters; upstream sends no header for it. */
// oxlint-disable-next-line no-control-regex
const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f-\u009f]/.test(text);

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
