import { CreditReturn } from "./credit.ts";
import type { Chunk } from "./protocol.ts";

/** The source of an incoming body, which is informed about the reader. */
export interface BodySource {
  /** The reader consumed this number of units. */
  grant(units: number): void;
  /** The reader stopped reading. */
  cancel(): void;
}

type Ending = { readonly kind: "end" } | { readonly kind: "broken"; readonly reason: string };

/** A body that arrives in frames. Reading it grants credit to the writer. Can be iterated once. */
export class IncomingBody implements AsyncIterableIterator<Chunk> {
  readonly #source: BodySource;
  readonly #credit: CreditReturn;
  readonly #chunks: Chunk[] = [];
  #ending: Ending | undefined;
  #wake: (() => void) | undefined;

  constructor(source: BodySource) {
    this.#source = source;
    this.#credit = new CreditReturn((units) => source.grant(units));
  }

  push(chunk: Chunk): void {
    if (this.#ending !== undefined) return;
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  /** Marks the body as complete: the iteration ends after the queued chunks. */
  end(): void {
    this.#finish({ kind: "end" });
  }

  /** Marks the body as interrupted: the iteration throws after the queued chunks. */
  break(reason: string): void {
    this.#finish({ kind: "broken", reason });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Chunk>> {
    while (this.#chunks.length === 0 && this.#ending === undefined)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    const value = this.#chunks.shift();
    if (value === undefined) return this.#finished();
    this.#credit.consumed(value);
    return { done: false, value };
  }

  return(): Promise<IteratorResult<Chunk>> {
    const cancels = this.#ending === undefined;
    this.#chunks.length = 0;
    this.#finish({ kind: "end" });
    if (cancels) this.#source.cancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  #finish(ending: Ending): void {
    this.#ending ??= ending;
    this.#wake?.();
  }

  #finished(): IteratorResult<Chunk> {
    if (this.#ending?.kind === "broken") throw new Error(this.#ending.reason);
    return { done: true, value: undefined };
  }
}
