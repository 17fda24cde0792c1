/** A value in ASN.1 DER: the bytes that it stands in, its tag, and the range of its contents. */
export interface DerValue {
  readonly bytes: Uint8Array;
  readonly tag: number;
  /** Where its tag is. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns the value that begins at an offset, of which the contents may be cut off; undefined if there is none. */
export function valueAt(bytes: Uint8Array, from: number): DerValue | undefined {
  const [tag, first] = bytes.subarray(from, from + 2);
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4) return undefined;
  const length =
    digits === 0 ? first : bytes.subarray(from + 2, from + 2 + digits).reduce((sum, digit) => sum * 256 + digit, 0);
  const start = from + 2 + digits;
  return { bytes, tag, from, start, end: start + length };
}

/** Reads the value at the beginning of bytes; undefined if it is malformed or cut off. */
export function readValue(bytes: Uint8Array): DerValue | undefined {
  const value = valueAt(bytes, 0);
  return value === undefined || value.end > bytes.length ? undefined : value;
}

/** Returns the values inside a constructed one; none if they are malformed. */
export function childrenOf({ bytes, start, end }: DerValue): readonly DerValue[] {
  const children: DerValue[] = [];
  for (let at = start; at < end;) {
    const child = valueAt(bytes, at);
    if (child === undefined || child.end > end) return [];
    children.push(child);
    at = child.end;
  }
  return children;
}

/** Returns the contents of a value. */
export const contentsOf = ({ bytes, start, end }: DerValue): Uint8Array => bytes.subarray(start, end);

/** Returns a value with its tag and length. */
export const wholeOf = ({ bytes, from, end }: DerValue): Uint8Array => bytes.subarray(from, end);

export const hasTag = (value: DerValue | undefined, tag: number): value is DerValue => value?.tag === tag;

/** Returns a non-negative number of big-endian bytes. */
export const unsignedOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);

/** Returns an object identifier in dots: `2.5.4.10`. */
export function identifierOf(value: DerValue): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of contentsOf(value)) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join(".");
}
