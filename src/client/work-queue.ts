import type { Clock } from "../apimachinery/clock.ts";

/** Options of a work queue. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Processes one key; a rejection requeues the key with a delay that doubles with each consecutive failure. */
  readonly process: (key: string) => Promise<void>;
  /** The number of keys processed concurrently, default 1; a key is never processed twice at the same time. */
  readonly workers?: number;
  readonly baseDelayMs?: number;
  readonly maxDelayMs?: number;
}

/**
 * A queue of distinct keys in order of arrival (client-go workqueue). A key added while it is being processed is
 * processed again. On the clock of a world, each key is a turn of the world, and keys whose delays end at the same time
 * are added in the order of the queues and of the keys.
 */
export class WorkQueue {
  readonly #options: Required<WorkQueueOptions>;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #delayed = new Map<string, () => void>();
  readonly #rank: string;
  #idle: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = { workers: 1, baseDelayMs: 5, maxDelayMs: 60_000, ...options };
    this.#rank = options.clock.rank?.() ?? "";
  }

  add(key: string): void {
    if (this.#closed) return;
    this.#waiting.add(key);
    this.#start();
  }

  /** Adds a key after a delay; replaces an earlier delayed addition of the key. */
  addAfter(key: string, ms: number): void {
    if (this.#closed) return;
    this.#delayed.get(key)?.();
    const release = (): void => {
      this.#delayed.delete(key);
      this.add(key);
    };
    this.#delayed.set(key, this.#options.clock.after(ms, release, `${this.#rank} ${key}`));
  }

  /** Resolves when no key is waiting or being processed. Delayed keys do not count. */
  idle(): Promise<void> {
    if (this.#waiting.size === 0 && this.#running.size === 0) return Promise.resolve();
    this.#idle ??= deferred();
    return this.#idle.promise;
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
    for (const cancel of this.#delayed.values()) cancel();
    this.#delayed.clear();
    this.#settle();
  }

  #start(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#options.workers) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.add(key);
      this.#turn(key);
    }
  }

  #turn(key: string): void {
    const { clock } = this.#options;
    if (clock.turn === undefined) void this.#run(key);
    else clock.turn(() => this.#run(key));
  }

  async #run(key: string): Promise<void> {
    try {
      if (!this.#closed) await this.#options.process(key);
      this.#failures.delete(key);
    } catch {
      this.#retry(key);
    }
    this.#running.delete(key);
    this.#start();
    this.#settle();
  }

  #retry(key: string): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.addAfter(key, Math.min(this.#options.baseDelayMs * 2 ** failures, this.#options.maxDelayMs));
  }

  #settle(): void {
    if (this.#waiting.size > 0 || this.#running.size > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
