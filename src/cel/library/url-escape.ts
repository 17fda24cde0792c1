import { quoteGo } from "../../apimachinery/go-strings.ts";
import { unescapeUrl } from "../../apimachinery/unescape-url.ts";

/** The parts of a URL, each with characters of its own that need no escape. */
export type UrlPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

/** Text that is no URL, in the words of Go's net/url. */
export class UrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UrlError";
  }
}

/** Characters beyond letters, digits and `-_.~` that stand as they are. */
const unescaped: Readonly<Record<UrlPart, string>> = {
  path: "$&+,/:;=@",
  host: "!$&'()*+,;=:[]<>\"",
  zone: "!$&'()*+,;=:[]<>\"",
  user: "$&+,;=",
  query: "",
  fragment: "$&+,/:;=?@!()*",
};

const isUnreserved = (char: string): boolean => /^[A-Za-z0-9\-_.~]$/.test(char);
const needsEscape = (char: string, part: UrlPart): boolean => !isUnreserved(char) && !unescaped[part].includes(char);

/** Percent-encodes what a part cannot hold. */
export function escapePart(text: string, part: UrlPart): string {
  let out = "";
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte);
    out += byte < 128 && !needsEscape(char, part) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

/** True if a raw part may stay as it was written. */
export function isValidEncoded(text: string, part: UrlPart): boolean {
  return Array.from(text).every(
    (char) => "!$&'()*+,;=:@[]%".includes(char) || (char < "\x80" && !needsEscape(char, part)),
  );
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

/** Decodes a part; throws UrlError for what it cannot hold. */
export function unescapePart(text: string, part: UrlPart): string {
  const isHost = part === "host" || part === "zone";
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
