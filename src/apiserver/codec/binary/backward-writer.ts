const utf8 = new TextEncoder();

/** Up to this length, encoding character by character is faster than a call of the encoder. */
const short = 48;

const start = 4096;

/** Buffers up to this size are kept for the next writer. */
const maxKept = 1024 * 1024;

let kept: Uint8Array<ArrayBuffer> | undefined;

const none = new Uint8Array();

/**
 * Writes bytes from the end to the beginning, so that the length of a value is known when its prefix is written. A
 * message's fields are written from the last to the first, each value before its tag.
 */
export class BackwardWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #at: number;

  /** Takes the bytes that are expected to be written, if these are many. */
  constructor(expected = 0) {
    if (expected > maxKept) this.#bytes = new Uint8Array(expected);
    else {
      this.#bytes = kept ?? new Uint8Array(start);
      kept = undefined;
    }
    this.#at = this.#bytes.length;
  }

  /** The number of bytes written. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** What has been written so far, until more is. */
  get written(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  /** Forgets all but the first bytes that were written. */
  rewind(length: number): void {
    this.#at = this.#bytes.length - length;
  }

  /** Ensures capacity for more bytes before those written. */
  #reserve(count: number): void {
    if (this.#at >= count) return;
    const length = this.length;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, length + count));
    grown.set(this.#bytes.subarray(this.#at), grown.length - length);
    this.#bytes = grown;
    this.#at = grown.length - length;
  }

  byte(value: number): void {
    if (this.#at < 1) this.#reserve(1);
    this.#bytes[--this.#at] = value;
  }

  bytes(value: Uint8Array): void {
    const { length } = value;
    this.#reserve(length);
    this.#at -= length;
    if (length > short) return this.#bytes.set(value, this.#at);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < length; i++) bytes[at + i] = value[i] ?? 0;
  }

  /** Writes a text in UTF-8 and returns the number of bytes. */
  text(text: string): number {
    const { length } = text;
    if (length > short) return this.#longText(text);
    this.#reserve(length);
    const from = this.#at - length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return this.#longText(text);
      this.#bytes[from + i] = code;
    }
    this.#at = from;
    return length;
  }

  #longText(text: string): number {
    this.#reserve(text.length * 3);
    const from = this.#at - text.length * 3;
    const { written } = utf8.encodeInto(text, this.#bytes.subarray(from, this.#at));
    this.#bytes.copyWithin(this.#at - written, from, from + written);
    this.#at -= written;
    return written;
  }

  /** Writes an unsigned protobuf varint. */
  varint(value: number): void {
    let size = 1;
    for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
    this.#reserve(size);
    this.#at -= size;
    let rest = value;
    for (let i = 0; i < size - 1; i++, rest = Math.floor(rest / 0x80)) this.#bytes[this.#at + i] = (rest % 0x80) | 0x80;
    this.#bytes[this.#at + size - 1] = rest;
  }

  /** Writes an int64 as a protobuf varint; negative numbers take ten bytes. */
  int64(value: number | bigint): void {
    if (typeof value === "number" && value >= 0) return this.varint(value);
    const groups: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
    groups.push(Number(rest));
    this.bytes(Uint8Array.from(groups));
  }

  /** Returns the written bytes. The writer must not be used afterwards. */
  finish(): Uint8Array {
    const written = this.#bytes.slice(this.#at);
    if (this.#bytes.length <= maxKept) kept = this.#bytes;
    this.#bytes = none;
    this.#at = 0;
    return written;
  }
}
