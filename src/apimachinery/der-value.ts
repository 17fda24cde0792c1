import { partAt, partsOf, type DerPart } from "./der.ts";

/** A value in DER together with the bytes that it stands in. */
export interface DerValue {
  readonly bytes: Uint8Array;
  readonly part: DerPart;
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

/** Reads the value at the beginning of bytes; undefined if it is malformed or cut off. */
export function readValue(bytes: Uint8Array): DerValue | undefined {
  const part = partAt(bytes, 0);
  return part === undefined || part.end > bytes.length ? undefined : { bytes, part };
}

/** Returns the values inside a constructed one; none if they are malformed. */
export const childrenOf = ({ bytes, part }: DerValue): readonly DerValue[] =>
  (partsOf(bytes, part) ?? []).map((child) => ({ bytes, part: child }));

/** Returns the contents of a value. */
export const contentsOf = ({ bytes, part }: DerValue): Uint8Array => bytes.subarray(part.start, part.end);

/** Returns a value with its tag and length, which end where its contents begin. */
export const wholeOf = ({ bytes, part }: DerValue, from: number): Uint8Array => bytes.subarray(from, part.end);

export const hasTag = (value: DerValue | undefined, tag: number): value is DerValue => value?.part.tag === tag;

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
