import { quoteGoByte } from "../go-strings.ts";

/** Text that is no JSON, or a number that no float64 holds; the message is Go's encoding/json's. */
export class JsonSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsonSyntaxError";
  }
}

/** The first byte of the UTF-8 form of the character at `pos`: Go's scanner sees bytes. */
function byteAt(text: string, pos: number): number {
  const code = text.codePointAt(pos) ?? 0;
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

/** What Go says about an unexpected character. Inside a token its scanner takes the end of the text for a space. */
export function unexpected(text: string, pos: number, where: string, insideToken: boolean): JsonSyntaxError {
  if (pos < text.length) return new JsonSyntaxError(`invalid character ${quoteGoByte(byteAt(text, pos))} ${where}`);
  return new JsonSyntaxError(insideToken ? `invalid character ' ' ${where}` : "unexpected end of JSON input");
}
