import { YamlError } from "./yaml-error.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

// oxlint-disable-next-line no-control-regex
const forbidden = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Decodes a body whose characters must all be allowed in YAML. */
export function sourceText(bytes: Uint8Array): string {
  const text = decodedText(bytes);
  refuseControlCharacters(text);
  return text === "" ? "\n" : text;
}

/** Reports whether a text has characters that YAML does not allow, escaped or not. */
export const hasControlCharacters = (text: string): boolean => forbidden.test(text);

/** Throws for a text with characters that YAML does not allow, escaped or not. */
export function refuseControlCharacters(text: string): void {
  if (hasControlCharacters(text)) throw new YamlError("yaml: control characters are not allowed");
}

/** Decodes UTF-8 or UTF-16, with or without a byte order mark. Throws a YamlError for other bytes. */
export function decodedText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = utf8.decode(start === 0 ? bytes : bytes.subarray(start));
  if (text.includes("\ufffd")) checkUtf8(bytes);
  return text;
}

const lengthOf = (lead: number): number =>
  lead < 0x80 ? 1 : (lead & 0xe0) === 0xc0 ? 2 : (lead & 0xf0) === 0xe0 ? 3 : (lead & 0xf8) === 0xf0 ? 4 : 0;
const least = [0, 0, 0x80, 0x800, 0x10000];

/** Throws an error with the position of the first invalid octet. */
function checkUtf8(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lengthOf(lead);
    if (length === 0) throw new YamlError("yaml: invalid leading UTF-8 octet");
    if (at + length > bytes.length) throw new YamlError("yaml: incomplete UTF-8 octet sequence");
    let value = length === 1 ? lead : lead & (0xff >> (length + 1));
    for (let i = 1; i < length; i++) {
      const octet = bytes[at + i] ?? 0;
      if ((octet & 0xc0) !== 0x80) throw new YamlError("yaml: invalid trailing UTF-8 octet");
      value = (value << 6) | (octet & 0x3f);
    }
    if (value < (least[length] ?? 0)) throw new YamlError("yaml: invalid length of a UTF-8 sequence");
    if ((value >= 0xd800 && value < 0xe000) || value > 0x10ffff) throw new YamlError("yaml: invalid Unicode character");
    at += length;
  }
}
