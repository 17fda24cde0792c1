import { YamlError } from "./yaml-error.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

// oxlint-disable-next-line no-control-regex
const forbidden = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** A text as far as it is read, and the error of what follows it: that what is not allowed in YAML. */
export interface SourceText {
  readonly text: string;
  readonly failure?: YamlError;
}

/**
 * Decodes a body. What is not allowed in YAML fails once it is read, so that other errors before it are told first.
 */
export function sourceText(bytes: Uint8Array): SourceText {
  try {
    const text = decodedText(bytes);
    refuseControlCharacters(text);
    return { text: text === "" ? "\n" : text };
  } catch (error) {
    if (!(error instanceof YamlError) || isUtf16(bytes)) throw error;
    return readUpToFailure(bytes, error);
  }
}

/** Reports whether a text has characters that YAML does not allow, escaped or not. */
export const hasControlCharacters = (text: string): boolean => forbidden.test(text);

/** Throws for a text with characters that YAML does not allow, escaped or not. */
export function refuseControlCharacters(text: string): void {
  if (hasControlCharacters(text)) throw new YamlError("yaml: control characters are not allowed");
}

const isLittleEndian = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;
const isBigEndian = (bytes: Uint8Array): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;
const isUtf16 = (bytes: Uint8Array): boolean => isLittleEndian(bytes) || isBigEndian(bytes);
const textStart = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

/** Decodes UTF-8 or UTF-16, with or without a byte order mark. Throws a YamlError for other bytes. */
export function decodedText(bytes: Uint8Array): string {
  if (isLittleEndian(bytes)) return new TextDecoder("utf-16le").decode(bytes);
  if (isBigEndian(bytes)) return new TextDecoder("utf-16be").decode(bytes);
  const start = textStart(bytes);
  const text = utf8.decode(start === 0 ? bytes : bytes.subarray(start));
  if (text.includes("\ufffd")) checkUtf8(bytes);
  return text;
}

const lengthOf = (lead: number): number =>
  lead < 0x80 ? 1 : (lead & 0xe0) === 0xc0 ? 2 : (lead & 0xf0) === 0xe0 ? 3 : (lead & 0xf8) === 0xf0 ? 4 : 0;
const least = [0, 0, 0x80, 0x800, 0x10000];

/** Throws the error of the first octet that is not UTF-8. */
function checkUtf8(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += lengthOf(bytes[at] ?? 0)) characterAt(bytes, at);
}

/** Returns the code of the character at a position of UTF-8. Throws a YamlError if there is none. */
function characterAt(bytes: Uint8Array, at: number): number {
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
  return value;
}

/** How many bytes the library reads at once; all their characters are checked (yaml input_raw_buffer_size). */
const portionSize = 512;

/** Decodes the portions before that of the first character that is not allowed. */
function readUpToFailure(bytes: Uint8Array, failure: YamlError): SourceText {
  const start = textStart(bytes);
  let [portion, end] = [start, portionSize];
  for (let at = start; at < bytes.length; at += lengthOf(bytes[at] ?? 0)) {
    if (at >= end || at + lengthOf(bytes[at] ?? 0) > end) [portion, end] = [at, at + portionSize];
    try {
      refuseControlCharacters(String.fromCodePoint(characterAt(bytes, at)));
    } catch (error) {
      if (error instanceof YamlError) return { text: utf8.decode(bytes.subarray(start, portion)), failure: error };
      throw error;
    }
  }
  return { text: "", failure };
}
