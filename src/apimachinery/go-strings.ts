import { byteOfRune } from "./byte-text.ts";
import { LongText } from "./long-text.ts";
import { joinParts, type Steps } from "./steps.ts";

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/** The characters that Go's escapes of one letter stand for, quotes and the backslash apart; CEL has the same. */
export const goEscapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const namedEscapes = new Map(Object.entries(goEscapes).map(([letter, char]) => [char, `\\${letter}`]));

/**
 * Reports Go's unicode.IsPrint for a string of one code point: letters, marks, numbers, punctuation, symbols and the
 * ASCII space. A byte that is not UTF-8 counts as the symbol U+FFFD.
 */
export const isPrintable = (rune: string): boolean =>
  rune === " " || printable.test(rune) || byteOfRune(rune) !== undefined;

/** Returns the length of a string in UTF-8 bytes: Go's `len`. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}

const hex = (code: number, width: number): string => code.toString(16).padStart(width, "0");

function isPlain(text: string, quote: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === quote || code === 0x5c) return false;
  }
  return true;
}

function escapeRune(rune: string, quote: string): string {
  const code = rune.codePointAt(0) ?? 0;
  if (rune === quote || rune === "\\") return `\\${rune}`;
  if (code >= 0x20 && code < 0x7f) return rune;
  const named = namedEscapes.get(rune);
  if (named !== undefined) return named;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  if (printable.test(rune)) return rune;
  const byte = byteOfRune(rune);
  if (byte !== undefined) return `\\x${hex(byte, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

/**
 * Whether code points are printed as they are, by their number: 0 until it is asked for. A memo of a pure function,
 * since the classes of Unicode are slow to match and messages quote texts of megabytes.
 */
let knownRunes: Uint8Array | undefined;
const asItIs = 1;
const escaped = 2;

function isAsItIs(code: number): boolean {
  knownRunes ??= new Uint8Array(0x110000);
  const known = knownRunes[code];
  if (known !== 0) return known === asItIs;
  const isPlainRune = code >= 0x80 && printable.test(String.fromCodePoint(code));
  knownRunes[code] = isPlainRune ? asItIs : escaped;
  return isPlainRune;
}

/** What ASCII characters are escaped to. */
const asciiEscapes: string[] = [];

function escapeAscii(code: number, quote: string): string {
  const rune = String.fromCharCode(code);
  return rune === "'" || rune === '"' ? escapeRune(rune, quote) : (asciiEscapes[code] ??= escapeRune(rune, quote));
}

function escapeText(text: string, quote: string): string {
  const out = new LongText();
  let start = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    const isKept = code < 0x7f ? code >= 0x20 && code !== 0x22 && code !== 0x27 && code !== 0x5c : isAsItIs(code);
    if (!isKept) {
      if (at > start) out.add(text.slice(start, at));
      out.add(code < 0x80 ? escapeAscii(code, quote) : escapeRune(text.slice(at, at + width), quote));
      start = at + width;
    }
    at += width;
  }
  out.add(text.slice(start));
  return out.toString();
}

const quoteWith = (text: string, quote: string, steps?: Steps): string =>
  quote +
  (isPlain(text, quote.charCodeAt(0)) ? text : joinParts(text, (part) => escapeText(part, quote), steps)) +
  quote;

/** Quotes a string as Go's `%q` (strconv.Quote). */
export const quoteGo = (text: string): string => quoteGoInSteps(text);

/** As `quoteGo`; a long string in steps. */
export const quoteGoInSteps = (text: string, steps?: Steps): string => quoteWith(text, '"', steps);

/** Quotes a byte as the errors of Go's JSON and path parsers do: `'x'`, `'"'`, `'\''`. */
export function quoteGoByte(byte: number): string {
  if (byte === 0x27) return "'\\''";
  if (byte === 0x22) return "'\"'";
  return `'${quoteGo(String.fromCharCode(byte)).slice(1, -1)}'`;
}

/** Returns the shortest digits and the decimal exponent of a finite number: 1234.5 is ["12345", 3]. */
function shortestDigits(value: number): readonly [string, number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  return [mantissa.replace(".", ""), Number(exponent)];
}

/** Formats a float64 as Go's `%v` (`%g` with the shortest digits): 1e+06 where JSON prints 1000000. */
export function formatGoFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [digits, exponent] = shortestDigits(Math.abs(value));
  if (exponent >= -4 && exponent < 6) return sign + plainDecimal(digits, exponent);
  const power = Math.abs(exponent).toString().padStart(2, "0");
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${sign}${digits.charAt(0)}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
}

function plainDecimal(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, "0");
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
