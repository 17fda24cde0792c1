import { CreditGate } from "./credit.ts";
import type { Chunk } from "./protocol.ts";

/** Where an outgoing body goes. */
export interface BodySink {
  chunk(chunk: Chunk): void;
  end(): void;
  /** The body broke off: what made it threw. */
  broken(reason: string): void;
}

/** A body that leaves in frames, at the pace of its reader. */
export class OutgoingBody {
  readonly #gate = new CreditGate();
  readonly #iterator: AsyncIterator<Chunk>;

  constructor(body: AsyncIterable<Chunk>) {
    this.#iterator = body[Symbol.asyncIterator]();
  }

  /** Sends everything; ends early, and lets go of the body, once `stop` was called. */
  async pump(sink: BodySink): Promise<void> {
    try {
      for (let next = await this.#next(); next.done !== true; next = await this.#next()) this.#send(next.value, sink);
      if (!this.#gate.closed) sink.end();
    } catch (error) {
      if (!this.#gate.closed) sink.broken(error instanceof Error ? error.message : String(error));
    }
  }

  grant(units: number): void {
    this.#gate.grant(units);
  }

  /** Nobody reads any more. */
  stop(): void {
    if (this.#gate.closed) return;
    this.#gate.close();
    this.#iterator.return?.().catch(() => undefined); // the reader is gone: there is no one to tell
  }

  async #next(): Promise<IteratorResult<Chunk, unknown>> {
    await this.#gate.ready();
    return this.#gate.closed ? { done: true, value: undefined } : this.#iterator.next();
  }

  #send(chunk: Chunk, sink: BodySink): void {
    if (this.#gate.closed) return;
    this.#gate.take(chunk);
    sink.chunk(chunk);
  }
}

/** The parts of a ReadableStream, which Safari cannot iterate; `return` cancels it even while a part is awaited. */
export function readStream(stream: ReadableStream<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  const reader = stream.getReader();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      const read = await reader.read();
      return read.done ? { done: true, value: undefined } : { done: false, value: read.value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}
