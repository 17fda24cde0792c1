/** Writes a value in ASN.1 DER: the tag, the length and the parts of the contents. */
export function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag, ...lengthBytes(length)];
  const bytes = new Uint8Array(head.length + length);
  bytes.set(head);
  let at = head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 | digits.length, ...digits];
}

export const derSequence = (...parts: readonly Uint8Array[]): Uint8Array => der(0x30, ...parts);
export const derSet = (...parts: readonly Uint8Array[]): Uint8Array => der(0x31, ...parts);
export const derOctets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes);
export const derTrue = (): Uint8Array => der(0x01, [0xff]);

/** Writes bits, of which the last `unused` do not count. */
export const derBits = (bytes: Uint8Array | readonly number[], unused = 0): Uint8Array => der(0x03, [unused], bytes);

/** Writes a non-negative integer of big-endian bytes. */
export function derInteger(bytes: Uint8Array): Uint8Array {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from++;
  const digits = bytes.subarray(from);
  return (digits[0] ?? 0) >= 0x80 ? der(0x02, [0], digits) : der(0x02, digits);
}

/** Writes an object identifier given in dots: `2.5.4.3`. */
export function derIdentifier(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return der(0x06, [first * 40 + second], rest.flatMap(base128));
}

function base128(number: number): readonly number[] {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest % 128) | 0x80);
  return digits;
}

/** Writes a time of whole seconds: UTCTime up to 2049, GeneralizedTime after that (RFC 5280, section 4.1.2.5). */
export function derTime(ms: number): Uint8Array {
  const text = `${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
  const isUtcTime = text < "2050";
  return der(isUtcTime ? 0x17 : 0x18, new TextEncoder().encode(isUtcTime ? text.slice(2) : text));
}
