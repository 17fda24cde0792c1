import { messageOf } from "../../apimachinery/message-of.ts";
import { CreditGate } from "./credit.ts";
import type { Chunk } from "./protocol.ts";

/** The destination of an outgoing body. */
export interface BodySink {
  chunk(chunk: Chunk): void;
  end(): void;
  /** The body was interrupted, because its producer threw. */
  broken(reason: string): void;
}

/** A body that is sent in frames, at the rate at which the reader grants credit. */
export class OutgoingBody {
  readonly #gate = new CreditGate();
  readonly #iterator: AsyncIterator<Chunk>;

  constructor(body: AsyncIterable<Chunk>) {
    this.#iterator = body[Symbol.asyncIterator]();
  }

  /** Sends the whole body. Returns early and releases the body after `stop` was called. */
  async pump(sink: BodySink): Promise<void> {
    try {
      for (let next = await this.#next(); next.done !== true; next = await this.#next()) this.#send(next.value, sink);
      if (!this.#gate.closed) sink.end();
    } catch (error) {
      if (!this.#gate.closed) sink.broken(messageOf(error));
    }
  }

  grant(units: number): void {
    this.#gate.grant(units);
  }

  /** Handles that the reader is gone. */
  stop(): void {
    if (this.#gate.closed) return;
    this.#gate.close();
    this.#iterator.return?.().catch(() => undefined); // the reader is gone, so there is no one to report the error to
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

/**
 * Returns an iterator over a ReadableStream, which Safari cannot iterate. `return` cancels the stream even while a read
 * is pending.
 */
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
