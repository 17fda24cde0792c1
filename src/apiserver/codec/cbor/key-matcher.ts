import type { CborReader } from "./cbor-reader.ts";

/** The bytes of a key, and the same bytes as words of four. */
interface Key {
  readonly bytes: Uint8Array;
  readonly words: readonly number[];
}

function keyOf(bytes: Uint8Array): Key {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, words: Array.from({ length: bytes.length >> 2 }, (_, i) => view.getUint32(i * 4)) };
}

/** A hash of a key. A collision only costs a comparison. */
const sumOf = (bytes: Uint8Array, from: number, length: number): number =>
  (length << 16) |
  ((bytes[from + length - 1] ?? 0) << 8) |
  ((bytes[from + 2] ?? 0) ^ (bytes[from + (length >> 1)] ?? 0));

/** Returns the total length of a byte string item from its head, or 0 for any other item. */
function itemLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first >= 0x40 && first < 0x58) return first - 0x3f;
  return first === 0x58 ? (bytes[at + 1] ?? 0) + 2 : 0;
}

/**
 * Finds the fields of a struct by the bytes of their keys, without decoding them to texts. Objects of one type are
 * similar, so the field that followed last time is tried first.
 */
export class KeyMatcher {
  readonly #keys: readonly Key[];
  readonly #places = new Map<number, number[]>();
  /** For each field index, from 1, the index of the field that followed it last. */
  readonly #following: number[];

  /** `keys` are the encoded keys by field index. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys.map(keyOf);
    this.#following = Array.from({ length: keys.length + 1 }, () => -1);
    keys.forEach((key, place) => {
      const sum = sumOf(key, 0, key.length);
      const places = this.#places.get(sum);
      if (places === undefined) this.#places.set(sum, [place]);
      else places.push(place);
    });
  }

  /**
   * Reads the next key if it is encoded canonically and returns its field index, or -1. `previous` is the index of the
   * previous field, or -1.
   */
  take(reader: CborReader, previous: number): number {
    const { bytes, at } = reader;
    const guess = this.#following[previous + 1] ?? -1;
    const length = itemLength(bytes, at);
    const place = guess >= 0 && this.#matches(reader, guess, length) ? guess : this.#find(reader, length);
    if (place < 0) return -1;
    this.#following[previous + 1] = place;
    reader.at = at + length;
    return place;
  }

  #find(reader: CborReader, length: number): number {
    const places = length === 0 ? undefined : this.#places.get(sumOf(reader.bytes, reader.at, length));
    if (places === undefined) return -1;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? -1;
      if (this.#matches(reader, place, length)) return place;
    }
    return -1;
  }

  #matches({ bytes, view, at }: CborReader, place: number, length: number): boolean {
    const key = this.#keys[place];
    if (key === undefined || key.bytes.length !== length || at + length > bytes.length) return false;
    const { words } = key;
    for (let i = 0; i < words.length; i++) if (view.getUint32(at + i * 4) !== words[i]) return false;
    for (let i = words.length * 4; i < length; i++) if (bytes[at + i] !== key.bytes[i]) return false;
    return true;
  }
}
