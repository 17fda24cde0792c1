const quote = 0x22;
const backslash = 0x5c;
/** The depth of nesting of a plain text. */
export const maxPlainDepth = 500;

/** Returns the offset of the closing quote of the string that starts at `start`, in valid JSON; -1 if there is none. */
export function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/**
 * Returns the end of a number that JSON.parse decodes as Go does; -1 for one that may differ: a long one, one with an
 * exponent, negative zero, or a possibly whole float.
 */
function plainNumberEnd(text: string, start: number): number {
  let pos = start;
  let fraction = -1;
  let lastNonZero = -1;
  for (; ; pos++) {
    const code = text.charCodeAt(pos);
    if (code >= 0x30 && code <= 0x39) {
      if (code !== 0x30) lastNonZero = pos;
    } else if (code === 0x2e) fraction = pos;
    else if (code === 0x65 || code === 0x45) return -1;
    else if (code !== 0x2d) break;
  }
  if (pos - start > 15 || lastNonZero < fraction) return -1;
  return lastNonZero < 0 && pos - start > 1 ? -1 : pos;
}

/**
 * Counts the members of all objects in valid JSON. Returns -1 if the text contains anything that JSON.parse decodes
 * differently from Go (whole floats, large integers, escaped surrogates, deep nesting). Repeated members are counted
 * each time, so that comparing with the parsed value reveals them.
 */
export function countPlainMembers(text: string): number {
  if (text.includes("\\ud") || text.includes("\\uD")) return -1;
  let members = 0;
  let depth = 0;
  for (let pos = 0; pos < text.length; pos++) {
    const code = text.charCodeAt(pos);
    if (code === quote) pos = closingQuote(text, pos);
    else if (code === 0x3a) members++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxPlainDepth) return -1;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = plainNumberEnd(text, pos);
      if (end < 0) return -1;
      pos = end - 1;
    }
  }
  return members;
}
