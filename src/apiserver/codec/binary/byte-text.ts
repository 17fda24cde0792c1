import { decodeUtf8 } from "../../../apimachinery/utf8.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads texts from bytes. The bytes are decoded once as a whole, and ASCII texts are substrings of the result. */
export class ByteText {
  readonly #bytes: Uint8Array;
  #whole: string | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the UTF-8 text in a range; each invalid byte becomes U+FFFD. */
  read(from: number, to: number): string {
    for (let i = from; i < to; i++) {
      if ((this.#bytes[i] ?? 0) >= 0x80) return decodeUtf8(this.#bytes.subarray(from, to));
    }
    this.#whole ??= lowBits(this.#bytes);
    return this.#whole.slice(from, to);
  }
}

/** Bodies up to this size are copied to a shared buffer. */
const sharedSize = 16384;
const shared = new Uint32Array(sharedSize / 4);
const sharedBytes = new Uint8Array(shared.buffer);

/** Decodes all bytes without their highest bit, because text decoders are fast for pure ASCII. */
function lowBits(bytes: Uint8Array): string {
  const small = bytes.length <= sharedSize;
  const words = small ? shared : new Uint32Array((bytes.length + 3) >> 2);
  const copy = small ? sharedBytes : new Uint8Array(words.buffer);
  copy.set(bytes);
  const count = (bytes.length + 3) >> 2;
  for (let i = 0; i < count; i++) words[i] = (words[i] ?? 0) & 0x7f7f7f7f;
  return utf8.decode(copy.subarray(0, bytes.length));
}
