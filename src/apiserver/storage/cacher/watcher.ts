import type { WatchEvent } from "../interface.ts";

type Batch<T> = readonly WatchEvent<T>[];

/** The maximum number of events and bytes queued for a slow reader before its watch is terminated. */
export interface WatcherLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Events of one commit, shared by the watchers of one group. */
export interface Delivery<T> {
  readonly events: Batch<T>;
  /** The size of the texts of the events. */
  readonly bytes: number;
}

/** The bytes from which on a reader gets what is queued in more than one batch. */
const batchBytes = 1 << 20;

const done = { done: true, value: undefined } as const;

/**
 * Streams events to one reader: first `initial`, which is generated as the reader consumes it, then the pushed
 * deliveries.
 */
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

  /** Queues a delivery. A reader that exceeds the limits ends after the events already queued. */
  push(delivery: Delivery<T>): void {
    if (this.#over) return;
    const reader = this.#reader;
    if (reader === undefined) return this.#enqueue(delivery);
    this.#reader = undefined;
    reader({ done: false, value: delivery.events });
  }

  /** Ends the stream. Queued deliveries can still be read. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended();
    this.#reader?.(done);
    this.#reader = undefined;
  }

  /** Ends the stream immediately and discards queued deliveries. */
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
    return this.#takeQueued();
  }

  /** Takes all that is queued, within bounds: a reader that comes late has few batches to catch up with. */
  #takeQueued(): Batch<T> | undefined {
    const first = this.#head;
    let bytes = 0;
    while (this.#head < this.#queue.length && bytes < batchBytes) {
      const delivery = this.#queue[this.#head++];
      if (delivery === undefined) break;
      this.#events -= delivery.events.length;
      bytes += delivery.bytes;
    }
    this.#bytes -= bytes;
    const taken = this.#queue.slice(first, this.#head);
    if (this.#head * 2 > this.#queue.length) this.#shrink();
    return taken.length > 1 ? taken.flatMap(({ events }) => events) : taken[0]?.events;
  }

  #shrink(): void {
    this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}
