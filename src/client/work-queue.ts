import type { Clock } from "../apimachinery/clock.ts";

/** Bounds of a work queue. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Does the work of one key; a rejection puts the key back after a while that doubles with every failure in a row. */
  readonly process: (key: string) => Promise<void>;
  /** Keys worked on at the same time, 1 unless told; never the same key twice. */
  readonly workers?: number;
  readonly baseDelayMs?: number;
  readonly maxDelayMs?: number;
}

/**
 * Keys that wait for work, each once, in order of arrival (client-go workqueue). A key added while it is worked on is
 * worked on again.
 */
export class WorkQueue {
  readonly #options: Required<WorkQueueOptions>;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #delayed = new Map<string, () => void>();
  #idle: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = { workers: 1, baseDelayMs: 5, maxDelayMs: 60_000, ...options };
  }

  add(key: string): void {
    if (this.#closed) return;
    this.#waiting.add(key);
    this.#start();
  }

  /** Adds a key later; an earlier such plan for it is replaced. */
  addAfter(key: string, ms: number): void {
    if (this.#closed) return;
    this.#delayed.get(key)?.();
    const cancel = this.#options.clock.after(ms, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, cancel);
  }

  /** Resolves when no key waits or is worked on. Keys added for later do not count. */
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
      void this.#run(key);
    }
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#options.process(key);
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
