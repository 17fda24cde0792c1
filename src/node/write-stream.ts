import type { ServerResponse } from "node:http";

/** Streams a body at the rate at which the client reads it, and cancels it as soon as the client disconnects. */
export async function writeStream(response: ServerResponse, body: AsyncIterable<string | Uint8Array>): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  const flow = new Flow(response, () => void iterator.return?.().catch(() => undefined));
  if (response.req.method === "HEAD") return flow.end();
  response.flushHeaders();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (flow.closed) return;
      if (!response.write(next.value)) await flow.drained();
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
  readonly #release: () => void;
  #resume: (() => void) | undefined;

  constructor(response: ServerResponse, release: () => void) {
    this.#response = response;
    this.#release = release;
    response.on("drain", () => this.#wake());
    response.on("close", () => this.#close());
    if (response.destroyed) this.#close();
  }

  drained(): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  end(): void {
    this.#response.end();
    this.#close();
  }

  #wake(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  #close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#release();
    this.#wake();
  }
}
