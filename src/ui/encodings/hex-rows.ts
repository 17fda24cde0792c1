/** A row of a hex dump: its offset, the bytes in hexadecimal, and their characters. */
export interface HexRow {
  readonly offset: string;
  readonly bytes: string;
  readonly signs: string;
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const sign = (byte: number): string => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·");

/** Formats one row, when it becomes visible, with a wider gap after every eight bytes. */
export function hexRow(bytes: Uint8Array, offset: number, perRow: number): HexRow {
  const part = bytes.subarray(offset, offset + perRow);
  let digits = "";
  let signs = "";
  part.forEach((byte, i) => {
    digits += `${i === 0 ? "" : i % 8 === 0 ? "  " : " "}${hex[byte] ?? ""}`;
    signs += sign(byte);
  });
  return { offset: offset.toString(16).padStart(6, "0"), bytes: digits, signs };
}

/** Returns the offsets of all rows. */
export const hexOffsets = (length: number, perRow: number): readonly number[] =>
  Array.from({ length: Math.ceil(length / perRow) }, (_, i) => i * perRow);
