const headerBytes = 5;

/** Returns a message with the five bytes that precede it in a stream of gRPC: not compressed, and the length. */
export function frameOf(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(headerBytes + message.length);
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, headerBytes);
  return frame;
}

/** Cuts what arrives of a stream into its messages. */
export class FrameReader {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  /** The bytes of the frame that has begun, once its header is there. */
  #wanted: number | undefined;

  /** Takes a part in and returns the messages that are whole with it. */
  add(part: Uint8Array): Uint8Array[] {
    this.#parts.push(part);
    this.#bytes += part.length;
    const messages: Uint8Array[] = [];
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#bytes < headerBytes) return messages;
        const whole = this.#join();
        this.#wanted = headerBytes + new DataView(whole.buffer, whole.byteOffset).getUint32(1);
      }
      if (this.#bytes < this.#wanted) return messages;
      const whole = this.#join();
      messages.push(whole.subarray(headerBytes, this.#wanted));
      this.#parts = [whole.subarray(this.#wanted)];
      this.#bytes = whole.length - this.#wanted;
      this.#wanted = undefined;
    }
  }

  #join(): Uint8Array {
    const [first] = this.#parts;
    const whole = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.#bytes);
    this.#parts = [whole];
    return whole;
  }
}
