const utf8 = new TextEncoder();

/** Characters of all warnings together up to which each is told in full (filters.truncateAtTotalRunes). */
const maxTotal = 4 * 1024;

/** Characters of each warning where all together were too many (filters.truncateItemRunes). */
const maxEach = 256;

/**
 * Values of Warning headers for texts that differ: too many characters cut each text short, and leave out the last
 * (filters.WithWarningRecorder).
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
 * A Warning header's value: code 299, no agent, the text quoted (net.NewWarningHeader). Its characters are the bytes of
 * UTF-8, as headers carry them.
 */
export const warningHeader = (text: string): string => `299 - ${headerBytes(quote(text))}`;

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text);
/** A header's value as HTTP carries it: the bytes of UTF-8, a character each. */
export const headerBytes = (text: string): string => (isAscii(text) ? text : asBytes(text));
const asBytes = (text: string): string => String.fromCharCode(...utf8.encode(text));

/** Upstream sends no header for a text with control characters. */
// oxlint-disable-next-line no-control-regex
const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f-\u009f]/.test(text);

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
