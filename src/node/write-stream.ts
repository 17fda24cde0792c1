import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Outbox, Part } from "./outbox.ts";

/** Streams a body at the rate at which the client reads it, and cancels it as soon as the client disconnects. */
export async function writeStream(response: ServerResponse, body: AsyncIterable<Part>, outbox: Outbox): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  const flow = new Flow(response, outbox, () => void iterator.return?.().catch(() => undefined));
  if (response.req.method === "HEAD") return flow.end();
  response.flushHeaders();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (flow.closed) return;
      if (!flow.write(next.value)) await flow.drained();
    }
    flow.end();
  } catch {
    // A stream that fails ends without its last chunk, as in Go, so that the client can detect that it is incomplete.
    response.destroy();
  }
}

/** The size of parts from which on they are sent before the next part is read. */
const gatheredSize = 1 << 16;

/** Tracks backpressure and disconnection of the client. Releases the body exactly once. */
class Flow {
  closed = false;
  readonly #response: ServerResponse;
  readonly #outbox: Outbox;
  readonly #release: () => void;
  /** The parts of this turn. */
  readonly #parts: Part[] = [];
  #size = 0;
  /** Whether the client has yet to read what was sent. */
  #full = false;
  #resume: (() => void) | undefined;

  constructor(response: ServerResponse, outbox: Outbox, release: () => void) {
    this.#response = response;
    this.#outbox = outbox;
    this.#release = release;
    response.on("close", () => this.#close());
    if (response.destroyed) this.#close();
  }

  /** Writes a part; returns false if the next one should wait. */
  write(part: Part): boolean {
    if (part.length === 0) return true; // an empty chunk is the last one
    if (this.#parts.push(part) === 1) this.#outbox.add(this);
    this.#size += part.length;
    return !this.#full && this.#size < gatheredSize;
  }

  /** Waits until the client has taken what was written. */
  drained(): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resume) => {
      this.#resume = resume;
    });
  }

  /** Sends the parts of this turn. */
  send(): void {
    if (this.closed || this.#parts.length === 0) return;
    try {
      const target = this.#chunkedSocket() ?? this.#response;
      const hasRoom = target === this.#response ? this.#writeEach() : target.write(this.#outbox.chunkOf(this.#parts));
      this.#parts.length = 0;
      this.#size = 0;
      if (hasRoom) this.#wake();
      else if (!this.#full) this.#waitFor(target);
    } catch {
      this.#response.destroy();
    }
  }

  end(): void {
    this.send();
    this.#response.end();
    this.#close();
  }

  /**
   * Returns the socket if it is this response's and the client understands chunks, as of HTTP/1.1. A chunk goes to it
   * directly and in one piece: node:http writes its head, its bytes and its end separately, and encodes them for each
   * client.
   */
  #chunkedSocket(): Socket | undefined {
    const { socket, chunkedEncoding } = this.#response;
    return chunkedEncoding && socket !== null ? socket : undefined;
  }

  #writeEach(): boolean {
    let hasRoom = true;
    for (const part of this.#parts) hasRoom = this.#response.write(part);
    return hasRoom;
  }

  #waitFor(target: Socket | ServerResponse): void {
    this.#full = true;
    target.once("drain", () => {
      this.#full = false;
      this.#wake();
    });
  }

  #wake(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  #close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#parts.length = 0;
    this.#release();
    this.#wake();
  }
}
