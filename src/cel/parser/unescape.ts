import { goEscapes } from "../../apimachinery/go-strings.ts";

interface Quoted {
  readonly body: string;
  readonly raw: boolean;
}

/** Returns the text between the quotes of a valid string token. */
function bodyOf(token: string): Quoted {
  const text = token.includes("\r") ? token.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : token;
  const raw = text.startsWith("r") || text.startsWith("R");
  const quoted = raw ? text.slice(1) : text;
  const width = quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''")) ? 3 : 1;
  return { body: quoted.slice(width, -width), raw };
}

/** Returns the length of a numeric escape after its backslash, and its code; undefined for other escapes. */
function numericEscape(body: string, at: number): readonly [length: number, code: number] | undefined {
  const char = body.charAt(at);
  if (char >= "0" && char <= "3") return [3, parseInt(body.slice(at, at + 3), 8)];
  const digits = char === "x" || char === "X" ? 2 : char === "u" ? 4 : char === "U" ? 8 : 0;
  return digits === 0 ? undefined : [digits + 1, parseInt(body.slice(at + 1, at + 1 + digits), 16)];
}

const isCodePoint = (code: number): boolean => code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);

/** Returns the value of a string token, or the error message of cel-go. */
export function unescapeString(token: string): { readonly text: string } | { readonly problem: string } {
  const { body, raw } = bodyOf(token);
  if (raw || !body.includes("\\")) return { text: body };
  let text = "";
  for (let i = 0; i < body.length; i++) {
    if (body.charAt(i) !== "\\") {
      text += body.charAt(i);
      continue;
    }
    const numeric = numericEscape(body, ++i);
    if (numeric === undefined) {
      text += goEscapes[body.charAt(i)] ?? body.charAt(i);
    } else {
      if (!isCodePoint(numeric[1])) return { problem: "invalid unicode code point" };
      text += String.fromCodePoint(numeric[1]);
      i += numeric[0] - 1;
    }
  }
  return { text };
}

/** Returns the value of a bytes token without its `b`, or the error message of cel-go. */
export function unescapeBytes(token: string): { readonly bytes: Uint8Array } | { readonly problem: string } {
  const { body, raw } = bodyOf(token);
  const encoder = new TextEncoder();
  if (raw || !body.includes("\\")) return { bytes: encoder.encode(body) };
  const bytes: number[] = [];
  for (let i = 0; i < body.length; i++) {
    if (body.charAt(i) !== "\\") {
      const rune = String.fromCodePoint(body.codePointAt(i) ?? 0);
      bytes.push(...encoder.encode(rune));
      i += rune.length - 1;
      continue;
    }
    const numeric = numericEscape(body, ++i);
    if (numeric === undefined) {
      bytes.push((goEscapes[body.charAt(i)] ?? body.charAt(i)).charCodeAt(0));
    } else {
      if ("uU".includes(body.charAt(i))) return { problem: "unable to unescape string" };
      bytes.push(numeric[1] & 255);
      i += numeric[0] - 1;
    }
  }
  return { bytes: Uint8Array.from(bytes) };
}
