import { tokens } from "./token.ts";

/** The end of a token, or the offset at which it is invalid. */
export interface Scan {
  readonly ok: boolean;
  readonly end: number;
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const isHexDigit = (code: number): boolean =>
  isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

function skipWhile(text: string, from: number, holds: (code: number) => boolean): number {
  let pos = from;
  while (pos < text.length && holds(text.charCodeAt(pos))) pos++;
  return pos;
}

const isUintSuffix = (code: number): boolean => code === 117 || code === 85;

/** Returns the end of an exponent at `pos`, or `pos` if there is none. */
function exponentEnd(text: string, pos: number): number {
  if ((text.charCodeAt(pos) | 32) !== 101) return pos;
  const sign = text.charCodeAt(pos + 1);
  const digits = sign === 43 || sign === 45 ? pos + 2 : pos + 1;
  return isDigit(text.charCodeAt(digits)) ? skipWhile(text, digits, isDigit) : pos;
}

function scanHex(text: string, pos: number): { readonly kind: number; readonly end: number } {
  const end = skipWhile(text, pos + 2, isHexDigit);
  return isUintSuffix(text.charCodeAt(end)) ? { kind: tokens.uint, end: end + 1 } : { kind: tokens.int, end };
}

/** Scans the longest number at `pos`, which starts with a digit or with a point before a digit. */
export function scanNumber(text: string, pos: number): { readonly kind: number; readonly end: number } {
  if (text.charCodeAt(pos) === 48 && text.charCodeAt(pos + 1) === 120 && isHexDigit(text.charCodeAt(pos + 2)))
    return scanHex(text, pos);
  const whole = skipWhile(text, pos, isDigit);
  const hasFraction = text.charCodeAt(whole) === 46 && isDigit(text.charCodeAt(whole + 1));
  const mantissa = hasFraction ? skipWhile(text, whole + 1, isDigit) : whole;
  const end = exponentEnd(text, mantissa);
  if (hasFraction || end > mantissa) return { kind: tokens.float, end };
  return isUintSuffix(text.charCodeAt(whole))
    ? { kind: tokens.uint, end: whole + 1 }
    : { kind: tokens.int, end: whole };
}

const failAt = (end: number): Scan => ({ ok: false, end });
const hexLengths: Readonly<Record<string, number>> = { x: 2, X: 2, u: 4, U: 8 };

function scanOctal(text: string, pos: number): Scan {
  for (let i = 1; i < 3; i++) {
    const code = text.charCodeAt(pos + i);
    if (!(code >= 48 && code <= 55)) return failAt(pos + i);
  }
  return { ok: true, end: pos + 3 };
}

/** Scans an escape sequence whose backslash is at `pos`. */
function scanEscape(text: string, pos: number): Scan {
  const char = text.charAt(pos + 1);
  if (char !== "" && "abfnrtv\"'\\?`".includes(char)) return { ok: true, end: pos + 2 };
  if (char >= "0" && char <= "3") return scanOctal(text, pos + 1);
  const length = hexLengths[char];
  if (length === undefined) return failAt(Math.min(pos + 1, text.length));
  const end = skipWhile(text, pos + 2, isHexDigit);
  return end < pos + 2 + length ? failAt(end) : { ok: true, end: pos + 2 + length };
}

/** Scans to the end of the closing quotes. Line breaks are only allowed within triple quotes. */
function scanTo(text: string, pos: number, quotes: string, raw: boolean): Scan {
  const quote = quotes.charCodeAt(0);
  let at = pos;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote && text.startsWith(quotes, at)) return { ok: true, end: at + quotes.length };
    if (quotes.length === 1 && (code === 10 || code === 13)) return failAt(at);
    if (code === 92 && !raw) {
      const escape = scanEscape(text, at);
      if (!escape.ok) return escape;
      at = escape.end;
    } else {
      at++;
    }
  }
  return failAt(text.length);
}

/**
 * Scans a string whose first quote is at `pos`. Unterminated triple quotes are an empty string followed by the start
 * of another string.
 */
export function scanString(text: string, pos: number, raw: boolean): Scan {
  const quote = text.charAt(pos);
  const quotes = quote.repeat(3);
  if (!text.startsWith(quotes, pos)) return scanTo(text, pos + 1, quote, raw);
  const block = scanTo(text, pos + 3, quotes, raw);
  return block.ok ? block : { ok: true, end: pos + 2 };
}

const isEscapedIdentifierCode = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 46 || code === 45 || code === 47 || code === 32;

export function scanEscapedIdentifier(text: string, pos: number): Scan {
  const end = skipWhile(text, pos + 1, isEscapedIdentifierCode);
  return end > pos + 1 && text.charCodeAt(end) === 96 ? { ok: true, end: end + 1 } : failAt(end);
}
