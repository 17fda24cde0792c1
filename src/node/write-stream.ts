import type { ServerResponse } from "node:http";

/** Sends a body as it arrives, no faster than the client reads, and returns it as soon as the client is gone. */
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
    // As in Go, a stream that breaks ends without its last chunk: the client can tell it from one that is complete.
    response.destroy();
  }
}

/** Knows when the client can take more and when it is gone; lets go of the body exactly once. */
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
