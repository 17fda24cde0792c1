import { ParseError } from "./parse-error.ts";
import { quoteGo } from "./go-strings.ts";
import { unescapeUrl } from "./unescape-url.ts";

/** The components of a URL, which differ in the characters that need no escaping. */
export type UrlPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

/** Thrown for an invalid URL, with the message of Go's net/url. */
export class UrlError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "UrlError";
  }
}

/** Characters that need no escaping, in addition to letters, digits and `-_.~`. */
const unescaped: Readonly<Record<UrlPart, string>> = {
  path: "$&+,/:;=@",
  host: "!$&'()*+,;=:[]<>\"",
  zone: "!$&'()*+,;=:[]<>\"",
  user: "$&+,;=",
  query: "",
  fragment: "$&+,/:;=?@!()*",
};

/** Which ASCII characters need no escaping in a component. */
const keptIn = (part: UrlPart): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => {
    const char = String.fromCharCode(code);
    return /[A-Za-z0-9\-_.~]/.test(char) || unescaped[part].includes(char);
  });
const kept: Readonly<Record<UrlPart, readonly boolean[]>> = {
  path: keptIn("path"),
  host: keptIn("host"),
  zone: keptIn("zone"),
  user: keptIn("user"),
  query: keptIn("query"),
  fragment: keptIn("fragment"),
};
const needsEscape = (char: string, part: UrlPart): boolean => kept[part][char.charCodeAt(0)] !== true;

function needsNoEscape(text: string, part: UrlPart): boolean {
  const table = kept[part];
  for (let i = 0; i < text.length; i++) if (table[text.charCodeAt(i)] !== true) return false;
  return true;
}

const percent = 0x25;
const hexDigits = new TextEncoder().encode("0123456789ABCDEF");
const ascii = new TextDecoder();

/** Percent-encodes the characters that need escaping in a component. */
export function escapePart(text: string, part: UrlPart): string {
  if (needsNoEscape(text, part)) return text;
  const table = kept[part];
  const bytes = new TextEncoder().encode(text);
  const out = new Uint8Array(3 * bytes.length);
  let length = 0;
  for (const byte of bytes) {
    if (table[byte] === true) {
      out[length++] = byte;
      continue;
    }
    out[length++] = percent;
    out[length++] = hexDigits[byte >> 4] ?? 0;
    out[length++] = hexDigits[byte & 15] ?? 0;
  }
  return ascii.decode(out.subarray(0, length));
}

const validAsEncoded = "!$&'()*+,;=:@[]%";

/** Reports whether an encoded component is valid, so that its original encoding is kept. */
export function isValidEncoded(text: string, part: UrlPart): boolean {
  const table = kept[part];
  for (let i = 0; i < text.length; i++)
    if (table[text.charCodeAt(i)] !== true && !validAsEncoded.includes(text.charAt(i))) return false;
  return true;
}

function checkEscape(text: string, at: number, part: UrlPart): void {
  const escape = text.slice(at, at + 3);
  const digits = /^%[0-9a-fA-F]{2}$/.test(escape);
  if (!digits) throw new UrlError(`invalid URL escape ${quoteGo(escape)}`);
  if (escape === "%25") return;
  const byte = parseInt(escape.slice(1), 16);
  const isBadHost = part === "host" && byte < 0x80;
  const isBadZone = part === "zone" && byte !== 32 && needsEscape(String.fromCharCode(byte), "host");
  if (isBadHost || isBadZone) throw new UrlError(`invalid URL escape ${quoteGo(escape)}`);
}

/** Decodes a component. Throws UrlError if it is invalid. */
export function unescapePart(text: string, part: UrlPart): string {
  const isHost = part === "host" || part === "zone";
  if (!isHost && !text.includes("%") && part !== "query") return text;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "%") {
      checkEscape(text, i, part);
      i += 2;
    } else if (isHost && char < "\x80" && needsEscape(char, part)) {
      throw new UrlError(`invalid character ${quoteGo(char)} in host name`);
    }
  }
  return unescapeUrl(text, part === "query") ?? text;
}
