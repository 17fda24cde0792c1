import { base64OfBytes, bytesOfBase64 } from "./base64.ts";

/** A block of PEM: `-----BEGIN TYPE-----`, perhaps headers, base64, `-----END TYPE-----`. */
export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
}

const endLine = /\n-----END ([^\n]*?)-----[ \t\r]*(?=\n|$)/g;
const beginLine = /^-----BEGIN ([^\n]*?)-----[ \t\r]*$/;
const spaces = /[ \t\r\n]+/g;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Returns the well-formed blocks of a text in PEM, without what is between them or malformed (pem.Decode). A block
 * begins at the last line before its end that begins one, so that the text is read once.
 */
export function* pemBlocks(text: string): Generator<PemBlock> {
  const whole = `\n${text}`;
  let from = 0;
  for (const end of whole.matchAll(endLine)) {
    const region = whole.slice(from, end.index);
    const block = readBlock(region.slice(region.lastIndexOf("\n-----BEGIN ") + 1), end[1] ?? "");
    from = end.index + end[0].length;
    if (block !== undefined) yield block;
  }
}

/** Reads a block of which the last line is left off; undefined if it is malformed. */
function readBlock(text: string, type: string): PemBlock | undefined {
  const [first = "", ...lines] = text.split("\n");
  if (beginLine.exec(first)?.[1] !== type) return undefined;
  const headers = lines.findIndex((line) => !line.includes(":"));
  const digits = lines.slice(Math.max(headers, 0)).join("").replace(spaces, "");
  return base64.test(digits) ? { type, hasHeaders: headers > 0, bytes: bytesOfBase64(digits) } : undefined;
}

/** Returns the text of bytes that are written as base64, a character for a byte. */
export const latin1OfBase64 = (value: string): string => new TextDecoder("latin1").decode(bytesOfBase64(value));

/** Returns bytes as a block of PEM. */
export function pemOf(type: string, bytes: Uint8Array): string {
  const lines = base64OfBytes(bytes).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join("\n")}\n-----END ${type}-----\n`;
}
