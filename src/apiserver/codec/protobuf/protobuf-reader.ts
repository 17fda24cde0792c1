import { intNumber } from "../../../apimachinery/json/number.ts";
import { ByteText } from "../binary/byte-text.ts";

/** An invalid message, with the error text of upstream's generated decoders. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

const unexpectedEnd = (): ProtobufError => new ProtobufError("unexpected EOF");
const invalidLength = (): ProtobufError => new ProtobufError("proto: negative length found during unmarshaling");
const overflow = (): ProtobufError => new ProtobufError("proto: integer overflow");

/** The maximum nesting depth, which makes recursion safe. No API type is nested this deep. */
const maxDepth = 500;

/** Reads the bytes of a message. */
export class ProtobufReader {
  readonly bytes: Uint8Array;
  at: number;
  /** The end of the current message. */
  end: number;
  /** The last tag read. */
  field = 0;
  wireType = 0;
  #low = 0;
  #high = 0;
  #depth = 0;
  readonly #text: ByteText;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = bytes.length;
    this.#text = new ByteText(bytes);
  }

  /** Reads a varint as two 32-bit halves. */
  #varint(): void {
    let low = 0;
    let high = 0;
    for (let shift = 0; ; shift += 7) {
      if (shift >= 64) throw overflow();
      if (this.at >= this.end) throw unexpectedEnd();
      const byte = this.bytes[this.at++] ?? 0;
      if (shift < 28) low |= (byte & 0x7f) << shift;
      else if (shift === 28) {
        low |= (byte & 0x0f) << 28;
        high |= (byte & 0x7f) >> 4;
      } else high |= (byte & 0x7f) << (shift - 32);
      if (byte < 0x80) break;
    }
    this.#low = low;
    this.#high = high;
  }

  /**
   * Reads the next tag, or returns false at the end of the message. `message` is the name of the message type for
   * errors.
   */
  tag(message: string): boolean {
    if (this.at >= this.end) return false;
    this.#varint();
    this.wireType = this.#low & 7;
    this.field = (this.#low >>> 3) | (this.#high << 29);
    if (this.wireType === 4) throw new ProtobufError(`proto: ${message}: wiretype end group for non-group`);
    if (this.field <= 0)
      throw new ProtobufError(`proto: ${message}: illegal tag ${this.field} (wire type ${this.#unsigned()})`);
    return true;
  }

  /** Reads the tag in a map entry, without validation. */
  entryTag(): boolean {
    if (this.at >= this.end) return false;
    this.#varint();
    this.wireType = this.#low & 7;
    this.field = (this.#low >>> 3) | (this.#high << 29);
    return true;
  }

  #unsigned(): string {
    return String((BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0));
  }

  expect(wireType: number, goName: string): void {
    if (this.wireType !== wireType)
      throw new ProtobufError(`proto: wrong wireType = ${this.wireType} for field ${goName}`);
  }

  bool(): boolean {
    this.#varint();
    return (this.#low | this.#high) !== 0;
  }

  int32(): number {
    this.#varint();
    return this.#low;
  }

  int64(): number | bigint {
    this.#varint();
    if (this.#high === 0) return this.#low >>> 0;
    return intNumber(BigInt.asIntN(64, (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0)));
  }

  float64(): number {
    if (this.at + 8 > this.end) throw unexpectedEnd();
    const value = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8).getFloat64(0, true);
    this.at += 8;
    return value;
  }

  /** Reads a length and checks that as many bytes follow. */
  #length(): number {
    this.#varint();
    if (this.#high < 0) throw invalidLength();
    const length = this.#high * 0x100000000 + (this.#low >>> 0);
    if (this.at + length > this.end) throw unexpectedEnd();
    return length;
  }

  text(): string {
    const length = this.#length();
    const from = this.at;
    this.at += length;
    return this.#text.read(from, this.at);
  }

  /** Returns a view of bytes, not a copy. */
  view(): Uint8Array {
    const length = this.#length();
    const from = this.at;
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }

  /** Enters a nested message. The result must be passed to `leave`. */
  enter(): number {
    const outer = this.end;
    const length = this.#length();
    if (++this.#depth > maxDepth) throw new ProtobufError("exceeded max depth");
    this.end = this.at + length;
    return outer;
  }

  leave(outer: number): void {
    this.#depth--;
    this.at = this.end;
    this.end = outer;
  }

  /** Skips the value of the last tag, including a whole group. */
  skip(): void {
    let depth = 0;
    for (;;) {
      if (this.wireType === 3) depth++;
      else if (this.wireType === 4) {
        if (depth === 0) throw new ProtobufError("proto: unexpected end of group");
        depth--;
      } else this.#skipValue();
      if (depth === 0) return;
      if (!this.entryTag()) throw unexpectedEnd();
    }
  }

  #skipValue(): void {
    switch (this.wireType) {
      case 0:
        this.#varint();
        return;
      case 1:
      case 5:
        this.at += this.wireType === 1 ? 8 : 4;
        if (this.at > this.end) throw unexpectedEnd();
        return;
      case 2:
        this.view();
        return;
      default:
        throw new ProtobufError(`proto: illegal wireType ${this.wireType}`);
    }
  }
}
