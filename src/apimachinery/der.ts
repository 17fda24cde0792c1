/** A value in ASN.1 DER: its tag and the range of its contents. */
export interface DerPart {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

export const bitString = 0x03;
export const objectIdentifier = 0x06;
export const sequence = 0x30;

/** Returns the value that begins at an offset; undefined if there is none. */
export function partAt(bytes: Uint8Array, at: number): DerPart | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4) return undefined;
  const length =
    digits === 0 ? first : bytes.subarray(at + 2, at + 2 + digits).reduce((sum, digit) => sum * 256 + digit, 0);
  const start = at + 2 + digits;
  return { tag, start, end: start + length };
}

/** Returns the values inside a constructed one; undefined if they are malformed. */
export function partsOf(bytes: Uint8Array, { start, end }: DerPart): readonly DerPart[] | undefined {
  const parts: DerPart[] = [];
  for (let at = start; at < end;) {
    const part = partAt(bytes, at);
    if (part === undefined || part.end > end) return undefined;
    parts.push(part);
    at = part.end;
  }
  return parts;
}
