import { isBreak } from "./cursor.ts";
import { isPrintable } from "./scalar-style.ts";

/** Returns the chomping indicator: `-` if the text ends without a break, `+` if it ends with more than one. */
export function chompingOf(text: string): string {
  if (!isBreak(text.charAt(text.length - 1))) return "-";
  return text.length === 1 || isBreak(text.charAt(text.length - 2)) ? "+" : "";
}

const named: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\u0085": "N",
  "\u00a0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

const hex = (code: number, width: number): string => code.toString(16).toUpperCase().padStart(width, "0");

/**
 * Escapes a character if needed. In a text that begins with a byte order mark every character is escaped, as in the
 * library.
 */
export function escapeRune(rune: string, always: boolean): string {
  if (!always && rune.length === 1 && isPrintable(rune) && !isBreak(rune) && rune !== '"' && rune !== "\\") return rune;
  const name = named[rune];
  if (name !== undefined) return `\\${name}`;
  const code = rune.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}
