import type { Json } from "../recorded-case.ts";
import { textOf, viewOf } from "./bytes.ts";

const selfDescribed = 55_799;
const simpleValues = new Map<number, Json>([
  [20, false],
  [21, true],
  [22, null],
]);

/**
 * Reads CBOR as Kubernetes writes it: untagged byte strings are text, and binary data is tagged and returned as { tag,
 * value }. Throws if the input is truncated.
 */
export class CborReader {
  /** The number of bytes read. */
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  item(): Json {
    const head = this.#bytes[this.#take(1)] ?? 0;
    const [major, info] = [head >> 5, head & 31];
    if (major === 7) return this.#simpleOrFloat(info);
    const argument = this.#argument(info);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 4:
        return Array.from({ length: argument }, () => this.item());
      case 5:
        return Object.fromEntries(Array.from({ length: argument }, () => [String(this.item()), this.item()]));
      case 6:
        return argument === selfDescribed ? this.item() : { tag: argument, value: this.item() };
      default:
        return this.#text(argument);
    }
  }

  #text(length: number): string {
    const start = this.#take(length);
    return textOf(this.#bytes.subarray(start, start + length));
  }

  #argument(info: number): number {
    if (info < 24) return info;
    switch (info) {
      case 24:
        return this.#view.getUint8(this.#take(1));
      case 25:
        return this.#view.getUint16(this.#take(2));
      case 26:
        return this.#view.getUint32(this.#take(4));
      default:
        return Number(this.#view.getBigUint64(this.#take(8)));
    }
  }

  #simpleOrFloat(info: number): Json {
    if (info === 27) return this.#view.getFloat64(this.#take(8));
    if (info === 26) return this.#view.getFloat32(this.#take(4));
    if (info === 25) return halfFloat(this.#view.getUint16(this.#take(2)));
    const value = simpleValues.get(info);
    if (value === undefined) throw new Error(`simple value ${info}`);
    return value;
  }

  #take(length: number): number {
    const start = this.at;
    if (start + length > this.#bytes.length) throw new Error("the bytes end in the middle of an item");
    this.at += length;
    return start;
  }
}

function halfFloat(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const special = fraction ? Number.NaN : Number.POSITIVE_INFINITY;
  const finite = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  const size = exponent === 31 ? special : finite;
  return bits & 0x8000 ? -size : size;
}
