const canonical = /^[A-Za-z0-9+/]*={0,2}$/;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Decodes standard base64 as Go does (line breaks ignored, padding required, unused bits ignored). Returns its
 * canonical text, or the index of the first invalid byte (base64.CorruptInputError).
 */
export function canonicalBase64(text: string): string | { readonly illegalAt: number } {
  if (text.length % 4 === 0 && canonical.test(text)) return withoutUnusedBits(text);
  return canonicalSlowly(text);
}

/** Clears the unused bits of the last letter, which are zero in canonical text. */
function withoutUnusedBits(text: string): string {
  if (!text.endsWith("=")) return text;
  const padding = text.endsWith("==") ? 2 : 1;
  const at = text.length - padding - 1;
  const bits = alphabet.indexOf(text.charAt(at));
  const mask = padding === 2 ? 0x30 : 0x3c;
  return (bits & mask) === bits ? text : text.slice(0, at) + alphabet.charAt(bits & mask) + "=".repeat(padding);
}

const isBreak = (char: string): boolean => char === "\n" || char === "\r";

/** Decodes by groups of four letters like Go's decoder, to find the same error. */
function canonicalSlowly(text: string): string | { readonly illegalAt: number } {
  let letters = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isBreak(char)) continue;
    if (char === "=") return endOfPadding(text, at, letters);
    if (!alphabet.includes(char)) return { illegalAt: utf8Offset(text, at) };
    letters += char;
  }
  const open = letters.length % 4;
  return open === 0 ? letters : { illegalAt: utf8Offset(text, text.length) - open };
}

function endOfPadding(text: string, first: number, letters: string): string | { readonly illegalAt: number } {
  const open = letters.length % 4;
  if (open < 2) return { illegalAt: first };
  let at = first + 1;
  if (open === 2) {
    while (isBreak(text.charAt(at))) at++;
    if (at >= text.length) return { illegalAt: text.length };
    if (text.charAt(at) !== "=") return { illegalAt: at - 1 };
    at++;
  }
  while (isBreak(text.charAt(at))) at++;
  if (at < text.length) return { illegalAt: at };
  return withoutUnusedBits(letters + "=".repeat(4 - open));
}

const utf8Offset = (text: string, at: number): number => new TextEncoder().encode(text.slice(0, at)).length;
