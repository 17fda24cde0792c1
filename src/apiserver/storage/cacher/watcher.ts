import type { FanOut } from "../fan-out.ts";
import type { Batch, Delivery } from "./delivery.ts";

/** The maximum number of events and bytes queued for a slow reader before its watch is terminated. */
export interface WatcherLimits {
  readonly events: number;
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
  readonly #fanOut: FanOut;
  readonly #ended: (tooSlow: boolean) => void;
  #initial: Iterator<Batch<T>> | undefined;
  #queue: Delivery<T>[] = [];
  #head = 0;
  #events = 0;
  #bytes = 0;
  #over = false;
  #reader: ((result: IteratorResult<Batch<T>, undefined>) => void) | undefined;
  /** Whether the reader is woken in a later task. */
  #called = false;

  constructor(initial: Iterator<Batch<T>>, limits: WatcherLimits, fanOut: FanOut, ended: (tooSlow: boolean) => void) {
    this.#initial = initial;
    this.#limits = limits;
    this.#fanOut = fanOut;
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

  /**
   * Queues a delivery, and has the fan-out wake a reader that waits. A reader that exceeds the limits ends after the
   * events already queued.
   */
  push(delivery: Delivery<T>): void {
    if (this.#over) return;
    if (this.#reader === undefined) return this.#enqueue(delivery);
    if (this.#called) return this.#enqueueForReader(delivery);
    if (this.#fanOut.admit(this)) return this.#give(delivery.events);
    this.#called = true;
    this.#enqueue(delivery);
  }

  /** Gives a reader that waits what is queued. */
  wake(): void {
    this.#called = false;
    if (this.#reader === undefined) return;
    const batch = this.#takeQueued();
    if (batch !== undefined) this.#give(batch);
  }

  /** Ends the stream. Queued deliveries can still be read. */
  end(tooSlow = false): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended(tooSlow);
    this.wake();
    this.#reader?.(done);
    this.#reader = undefined;
  }

  /** Ends the stream immediately and discards queued deliveries. */
  abort(): void {
    this.#initial = undefined;
    this.#queue = [];
    this.#head = 0;
    this.end();
  }

  #give(events: Batch<T>): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.({ done: false, value: events });
  }

  /** A reader that has yet to be woken is not slow: it gets what is queued before that exceeds the limits. */
  #enqueueForReader(delivery: Delivery<T>): void {
    if (this.#exceeds(delivery)) this.wake();
    this.#enqueue(delivery);
  }

  #exceeds({ events, bytes }: Delivery<T>): boolean {
    return this.#events + events.length > this.#limits.events || this.#bytes + bytes > this.#limits.bytes;
  }

  #enqueue(delivery: Delivery<T>): void {
    if (this.#exceeds(delivery) && this.#head < this.#queue.length) return this.end(true);
    this.#events += delivery.events.length;
    this.#bytes += delivery.bytes;
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
    const [first, from] = [this.#queue[this.#head], this.#head];
    if (first === undefined) return undefined;
    let bytes = 0;
    while (this.#head < this.#queue.length && bytes < batchBytes) {
      const delivery = this.#queue[this.#head++];
      if (delivery === undefined) break;
      this.#events -= delivery.events.length;
      bytes += delivery.bytes;
    }
    this.#bytes -= bytes;
    const events = first.joined(this.#queue, from, this.#head);
    if (this.#head * 2 > this.#queue.length) this.#shrink();
    return events;
  }

  #shrink(): void {
    if (this.#head === this.#queue.length) this.#queue.length = 0;
    else this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}
