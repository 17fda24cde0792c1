import { CreditReturn } from "./credit.ts";
import type { Chunk } from "./protocol.ts";

/** Whom an incoming body tells about its reader. */
export interface BodySource {
  /** The reader took in so many units. */
  grant(units: number): void;
  /** The reader wants no more. */
  cancel(): void;
}

type Ending = { readonly kind: "end" } | { readonly kind: "broken"; readonly reason: string };

/** A body that arrives in frames: whoever iterates it paces its writer. Can be iterated once. */
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

  /** Everything was sent: the iteration ends after what is queued. */
  end(): void {
    this.#finish({ kind: "end" });
  }

  /** The body broke off: the iteration throws after what is queued. */
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
