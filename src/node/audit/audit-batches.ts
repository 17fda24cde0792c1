import type { Clock } from "../../apimachinery/clock.ts";
import type { AuditBatchOptions } from "./audit-webhook-options.ts";

interface BatchOptions extends AuditBatchOptions {
  readonly clock: Clock;
  /** Sends a batch; resolves to whether it was sent. */
  deliver(events: readonly string[]): Promise<boolean>;
  /** Called for an event that the buffer has no room for. */
  dropped(): void;
}

/**
 * Gathers events and sends them in batches: once there are enough for one, or after a time. Batches are sent beside
 * each other, as often as the throttle lets them (plugin/pkg/audit/buffered).
 */
export class AuditBatches {
  readonly #options: BatchOptions;
  readonly #sending = new Set<Promise<unknown>>();
  #buffer: string[] = [];
  #cancelWait: (() => void) | undefined;
  #closed = false;
  /** Batches that may be sent at once, and when they were counted last. */
  #allowed: number;
  #countedAt: number;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#allowed = options.throttle?.burst ?? 0;
    this.#countedAt = options.clock.monotonic();
  }

  add(event: string): void {
    const { bufferSize, clock, maxBatchWaitMs } = this.#options;
    if (this.#closed || this.#buffer.length >= bufferSize) return this.#options.dropped();
    this.#buffer.push(event);
    if (this.#isFull()) this.#flush();
    else this.#cancelWait ??= clock.after(maxBatchWaitMs, () => this.#flush());
  }

  /** Sends what is left, whatever the throttle says, and resolves once nothing is being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWait?.();
    while (this.#buffer.length > 0) this.#send();
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  #isFull(): boolean {
    return this.#buffer.length >= this.#options.maxBatchSize;
  }

  #flush(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    while (this.#buffer.length > 0) {
      const waitMs = this.#takeTurn();
      if (waitMs > 0) {
        this.#cancelWait = this.#options.clock.after(waitMs, () => this.#flush());
        return;
      }
      this.#send();
      if (!this.#isFull()) break;
    }
    if (this.#buffer.length > 0)
      this.#cancelWait = this.#options.clock.after(this.#options.maxBatchWaitMs, () => this.#flush());
  }

  /** Returns how long the next batch has to wait; 0 if it may be sent, and is counted. */
  #takeTurn(): number {
    const { throttle, clock } = this.#options;
    if (throttle === undefined) return 0;
    const now = clock.monotonic();
    this.#allowed = Math.min(throttle.burst, this.#allowed + ((now - this.#countedAt) * throttle.perSecond) / 1000);
    this.#countedAt = now;
    if (this.#allowed < 1) return Math.ceil(((1 - this.#allowed) * 1000) / throttle.perSecond);
    this.#allowed--;
    return 0;
  }

  #send(): void {
    const events = this.#buffer.splice(0, this.#options.maxBatchSize);
    const sending = this.#options.deliver(events);
    this.#sending.add(sending);
    void sending.finally(() => this.#sending.delete(sending));
  }
}
