import type { Clock } from "../../apimachinery/clock.ts";
import type { Controller } from "../../client/controller.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { WorkQueue } from "../../client/work-queue.ts";

export interface QueuedControllerOptions {
  readonly clock: Clock;
  /** The informers that must have listed before the first key is processed (client-go WaitForCacheSync). */
  readonly informers: readonly { whenSynced(): Promise<void> }[];
  /** The number of keys processed concurrently. */
  readonly workers: number;
  /** Processes one key; a rejection requeues it with backoff. The signal aborts when the controller stops. */
  readonly process: (key: string, signal: AbortSignal) => Promise<void>;
  /** Called when the controller starts, for what it does beside its queue. */
  readonly started?: (signal: AbortSignal) => void;
}

/** A controller over shared informers: their handlers add keys, which are processed once the informers have listed. */
export class QueuedController implements Controller {
  readonly #queue: WorkQueue;
  readonly #options: QueuedControllerOptions;
  readonly #due = new Map<string, number>();
  #stop = new AbortController();

  constructor(options: QueuedControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({
      clock: options.clock,
      workers: options.workers,
      process: async (key) => {
        this.#due.delete(key);
        await this.#synced();
        if (!this.#stop.signal.aborted) await options.process(key, this.#stop.signal);
      },
    });
  }

  add(key: string): void {
    this.#queue.add(key);
  }

  /** Adds a key after a delay, unless it is added sooner anyway (client-go DelayingInterface). */
  addAfter(key: string, ms: number): void {
    const now = this.#options.clock.monotonic();
    const due = this.#due.get(key);
    if (due !== undefined && due >= now && due <= now + ms) return;
    this.#due.set(key, now + ms);
    this.#queue.addAfter(key, ms);
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.#queue.close(), { once: true });
    this.#options.started?.(this.#stop.signal);
  }

  async idle(): Promise<void> {
    await this.#synced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#queue.close();
  }

  async #synced(): Promise<void> {
    await Promise.all(this.#options.informers.map((informer) => informer.whenSynced()));
  }
}
