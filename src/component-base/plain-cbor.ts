const maxDepth = 64;

/**
 * Rejects CBOR other than what this project's files contain: one definite-length item without tags, nested at most 64
 * deep. Decoders act on tags (cbor-x constructs any global that tag 27 names), and allocate arrays of announced
 * lengths, so that bytes from outside are checked before they are decoded.
 */
export function checkPlainCbor(bytes: Uint8Array): void {
  const end = new PlainCbor(bytes).item(0, 0);
  if (end !== bytes.length) throw new Error("there are bytes after the CBOR item");
}

class PlainCbor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Checks the item at a position and returns the position after it. */
  item(at: number, depth: number): number {
    const initial = this.#bytes[at];
    if (initial === undefined) throw new Error("the CBOR ends early");
    if (depth > maxDepth) throw new Error("the CBOR is nested too deeply");
    const major = initial >> 5;
    const { argument, next } = this.#argument(at, initial & 31);
    switch (major) {
      case 2:
      case 3:
        return this.#within(next + argument);
      case 4:
        return this.#items(next, argument, depth);
      case 5:
        return this.#items(next, argument * 2, depth);
      case 6:
        throw new Error("the CBOR contains a tag");
      default:
        return next; // an integer, a float or a simple value
    }
  }

  #argument(at: number, info: number): { readonly argument: number; readonly next: number } {
    if (info < 24) return { argument: info, next: at + 1 };
    if (info > 27) throw new Error("the CBOR contains an item of unknown length");
    const size = 2 ** (info - 24);
    const next = this.#within(at + 1 + size);
    switch (size) {
      case 1:
        return { argument: this.#view.getUint8(at + 1), next };
      case 2:
        return { argument: this.#view.getUint16(at + 1), next };
      case 4:
        return { argument: this.#view.getUint32(at + 1), next };
      default:
        return { argument: Number(this.#view.getBigUint64(at + 1)), next };
    }
  }

  /** Every item takes at least one byte, which bounds the announced count. */
  #items(at: number, count: number, depth: number): number {
    this.#within(at + count);
    let next = at;
    for (let i = 0; i < count; i++) next = this.item(next, depth + 1);
    return next;
  }

  #within(end: number): number {
    if (end > this.#bytes.length) throw new Error("the CBOR ends early");
    return end;
  }
}
