import type { Socket } from "node:net";
import type { ServerResponse } from "node:http";
import type { ChunkEncoder } from "./chunk-encoder.ts";

/** Streams a body at the rate at which the client reads it, and cancels it as soon as the client disconnects. */
export async function writeStream(
  response: ServerResponse,
  body: AsyncIterable<string | Uint8Array>,
  chunks: ChunkEncoder,
): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  const flow = new Flow(response, chunks, () => void iterator.return?.().catch(() => undefined));
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

/** Tracks backpressure and disconnection of the client. Releases the body exactly once. */
class Flow {
  closed = false;
  readonly #response: ServerResponse;
  readonly #chunks: ChunkEncoder;
  readonly #release: () => void;
  #waiting: { readonly drained: Socket | ServerResponse; readonly resume: () => void } | undefined;

  constructor(response: ServerResponse, chunks: ChunkEncoder, release: () => void) {
    this.#response = response;
    this.#chunks = chunks;
    this.#release = release;
    response.on("close", () => this.#close());
    if (response.destroyed) this.#close();
  }

  /**
   * Writes a part; returns false if the next one should wait. A chunk goes to the socket directly and in one piece:
   * node:http writes its head, its bytes and its end separately, and encodes them for each client.
   */
  write(part: string | Uint8Array): boolean {
    if (part.length === 0) return true; // an empty chunk is the last one
    const socket = this.#chunkedSocket();
    return socket === undefined ? this.#response.write(part) : socket.write(this.#chunks.encode(part));
  }

  drained(): Promise<void> {
    if (this.closed) return Promise.resolve();
    const drained = this.#chunkedSocket() ?? this.#response;
    return new Promise((resume) => {
      this.#waiting = { drained, resume };
      drained.once("drain", this.#wake);
    });
  }

  end(): void {
    this.#response.end();
    this.#close();
  }

  /** Returns the socket if it is this response's and the client understands chunks, as of HTTP/1.1. */
  #chunkedSocket(): Socket | undefined {
    const { socket, chunkedEncoding } = this.#response;
    return chunkedEncoding && socket !== null ? socket : undefined;
  }

  readonly #wake = (): void => {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.drained.removeListener("drain", this.#wake);
    waiting?.resume();
  };

  #close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#release();
    this.#wake();
  }
}
