import { CborError, unacceptable, unexpectedEnd } from "./cbor-error.ts";
import { float16 } from "./float16.ts";

/** Major types by number. */
export const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, primitive: 7 } as const;

const names = [
  "positive integer",
  "negative integer",
  "byte string",
  "UTF-8 text string",
  "array",
  "map",
  "tag",
  "primitives",
] as const;

/** Returns the name of a major type for errors. */
export const majorName = (type: number): string => names[type] ?? "";

/** Additional information of an item of indefinite length, and of the break that ends it. */
export const indefinite = 31;
const breakCode = 0xff;

/** Reads the heads of items and checks that they are well-formed. */
export class CborHeads {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;
  /**
   * The last head read: major type, additional information, and argument. Above 2^53 the argument is inexact and `wide`
   * has the exact value.
   */
  type = 0;
  info = 0;
  argument = 0;
  wide = 0n;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The major type of the next item. */
  get nextType(): number {
    return (this.bytes[this.at] ?? 0) >> 5;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Skips a break if it is next. */
  foundBreak(): boolean {
    if (this.bytes[this.at] !== breakCode) return false;
    this.at++;
    return true;
  }

  head(): void {
    if (this.atEnd) throw unexpectedEnd();
    const first = this.bytes[this.at++] ?? 0;
    this.type = first >> 5;
    this.info = first & 31;
    this.argument = this.info;
    if (this.info < 24) return;
    if (this.info <= 27) this.#argument(1 << (this.info - 24));
    else this.#withoutArgument();
  }

  #argument(size: number): void {
    if (this.at + size > this.bytes.length) throw unexpectedEnd();
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (this.bytes[this.at + i] ?? 0);
    this.argument = value;
    if (size === 8) this.wide = this.view.getBigUint64(this.at);
    this.at += size;
    if (this.type === major.primitive) this.#checkPrimitive(size);
  }

  #checkPrimitive(size: number): void {
    if (size === 1) {
      if (this.argument < 32) throw new CborError(`cbor: invalid simple value ${this.argument} for type primitives`);
      return;
    }
    const value = this.float();
    if (Number.isNaN(value)) throw unacceptable("primitives", "floating-point NaN");
    if (!Number.isFinite(value)) throw unacceptable("primitives", "floating-point infinity");
  }

  #withoutArgument(): void {
    const { type, info } = this;
    if (info === indefinite && type === major.primitive) throw new CborError('cbor: unexpected "break" code');
    if (info !== indefinite || type < major.bytes || type === major.tag)
      throw new CborError(`cbor: invalid additional information ${info} for type ${majorName(type)}`);
  }

  /** Returns the value of the float whose head was read last. */
  float(): number {
    if (this.info === 25) return float16(this.argument);
    return this.info === 26 ? this.view.getFloat32(this.at - 4) : this.view.getFloat64(this.at - 8);
  }
}
