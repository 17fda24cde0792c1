import { quoteGoByte } from "../go-strings.ts";

/** Invalid JSON, or a number out of the range of float64; the message is that of Go's encoding/json. */
export class JsonSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsonSyntaxError";
  }
}

/** Returns the first UTF-8 byte of the character at `pos`, because Go's scanner works on bytes. */
function byteAt(text: string, pos: number): number {
  const code = text.codePointAt(pos) ?? 0;
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

/**
 * Returns Go's error for an unexpected character. Inside a token, its scanner treats the end of the text as a space.
 */
export function unexpected(text: string, pos: number, where: string, insideToken: boolean): JsonSyntaxError {
  if (pos < text.length) return new JsonSyntaxError(`invalid character ${quoteGoByte(byteAt(text, pos))} ${where}`);
  return new JsonSyntaxError(insideToken ? `invalid character ' ' ${where}` : "unexpected end of JSON input");
}
