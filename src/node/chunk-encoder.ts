import { Buffer } from "node:buffer";

const end = "\r\n";

/**
 * Encodes parts of streams as chunks of HTTP/1.1. A part that is sent to many clients in one turn of the event loop, as
 * an event is to all its watchers, is encoded once.
 */
export class ChunkEncoder {
  readonly #encoded = new Map<string | Uint8Array, Buffer>();

  /** Returns the chunk of a part that is not empty. */
  encode(part: string | Uint8Array): Buffer {
    return this.#encoded.get(part) ?? this.#add(part);
  }

  #add(part: string | Uint8Array): Buffer {
    if (this.#encoded.size === 0) setImmediate(() => this.#encoded.clear());
    const chunk = encodeChunk(part);
    this.#encoded.set(part, chunk);
    return chunk;
  }
}

function encodeChunk(part: string | Uint8Array): Buffer {
  const length = typeof part === "string" ? Buffer.byteLength(part) : part.byteLength;
  const head = length.toString(16) + end;
  const chunk = Buffer.allocUnsafe(head.length + length + end.length);
  const start = chunk.write(head, "latin1");
  if (typeof part === "string") chunk.write(part, start);
  else chunk.set(part, start);
  chunk.write(end, start + length, "latin1");
  return chunk;
}
