import { quoteGoByte } from "../go-strings.ts";
import type { JsonValue } from "./value.ts";

/** Invalid JSON, or a number out of the range of float64; the message is that of Go's encoding/json. */
export class JsonSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsonSyntaxError";
  }
}

/** A number out of the range of float64 in valid JSON. `value` is the whole document with an infinite Double for it. */
export class NumberRangeError extends JsonSyntaxError {
  readonly token: string;
  readonly value: JsonValue;
  constructor(token: string, value: JsonValue) {
    super(`json: cannot unmarshal number ${token} into Go value of type float64`);
    this.token = token;
    this.value = value;
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
