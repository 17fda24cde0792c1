import type { WatchEvent } from "../interface.ts";

type Batch<T> = readonly WatchEvent<T>[];

/** How many events and bytes of texts may wait for a reader before it is given up. */
export interface WatcherLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Events of one commit that the watchers of one selection share. */
export interface Delivery<T> {
  readonly events: Batch<T>;
  /** Of their texts. */
  readonly bytes: number;
}

const done = { done: true, value: undefined } as const;

/** A reader of events: first what came before it (`initial`, made as it reads on), then what is pushed. */
export class Watcher<T> implements AsyncIterableIterator<Batch<T>, undefined> {
  readonly #limits: WatcherLimits;
  readonly #ended: () => void;
  #initial: Iterator<Batch<T>> | undefined;
  #queue: Delivery<T>[] = [];
  #head = 0;
  #events = 0;
  #bytes = 0;
  #over = false;
  #reader: ((result: IteratorResult<Batch<T>, undefined>) => void) | undefined;

  constructor(initial: Iterator<Batch<T>>, limits: WatcherLimits, ended: () => void) {
    this.#initial = initial;
    this.#limits = limits;
    this.#ended = ended;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Batch<T>, undefined>> {
    const batch = this.#take();
    if (batch !== undefined) return Promise.resolve({ done: false, value: batch });
    if (this.#over) return Promise.resolve(done);
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Batch<T>, undefined>> {
    this.abort();
    return Promise.resolve(done);
  }

  /** Queues a delivery; a reader that has too much before it is ended after what it has. */
  push(delivery: Delivery<T>): void {
    if (this.#over) return;
    const reader = this.#reader;
    if (reader === undefined) return this.#enqueue(delivery);
    this.#reader = undefined;
    reader({ done: false, value: delivery.events });
  }

  /** No more deliveries will come; those that wait may still be read. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended();
    this.#reader?.(done);
    this.#reader = undefined;
  }

  /** Ends at once: nobody reads any more. */
  abort(): void {
    this.end();
    this.#initial = undefined;
    this.#queue = [];
    this.#head = 0;
  }

  #enqueue(delivery: Delivery<T>): void {
    this.#events += delivery.events.length;
    this.#bytes += delivery.bytes;
    const tooMuch = this.#events > this.#limits.events || this.#bytes > this.#limits.bytes;
    if (tooMuch && this.#head < this.#queue.length) return this.end();
    this.#queue.push(delivery);
  }

  #take(): Batch<T> | undefined {
    while (this.#initial !== undefined) {
      const { done: over, value } = this.#initial.next();
      if (over === true) this.#initial = undefined;
      else if (value.length > 0) return value;
    }
    const delivery = this.#queue[this.#head];
    if (delivery === undefined) return undefined;
    this.#events -= delivery.events.length;
    this.#bytes -= delivery.bytes;
    this.#head++;
    if (this.#head * 2 > this.#queue.length) this.#shrink();
    return delivery.events;
  }

  #shrink(): void {
    this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}
