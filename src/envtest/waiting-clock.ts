import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { isInPieces, isStream, type Answer, type Handle } from "../component-base/exchange.ts";

/** A timer of Node, which keeps its process alive unless told otherwise. Browsers have numbers. */
interface NodeTimer {
  ref(): void;
  unref(): void;
}

const isNodeTimer = (timer: unknown): timer is NodeTimer =>
  typeof timer === "object" && timer !== null && "unref" in timer;

/**
 * How long a read of a watch in which nothing happens keeps the process alive: longer than test runners give a test. A
 * test that failed may have left one.
 */
export const eventPatienceMs = 10_000;

/**
 * The real clock of a test server. Its timers keep a process alive only while somebody waits for the server: those of
 * controllers go on for ever, and a test that failed before it closed its server must end nevertheless.
 */
export class WaitingClock implements Clock {
  readonly #clock = createSystemClock();
  readonly #timers = new Set<NodeTimer>();
  #waiting = 0;

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(ms: number, callback: () => void): () => void {
    const timer: unknown = setTimeout(() => {
      if (isNodeTimer(timer)) this.#timers.delete(timer);
      callback();
    }, ms);
    if (!isNodeTimer(timer)) return () => clearTimeout(timer as number);
    this.#timers.add(timer);
    if (this.#waiting === 0) timer.unref();
    return () => {
      this.#timers.delete(timer);
      clearTimeout(timer as unknown as number);
    };
  }

  /** Waits for what the server does: its timers keep the process alive until then, or for some milliseconds. */
  async until<T>(done: Promise<T>, limitMs?: number): Promise<T> {
    const release = this.#hold();
    const limit = limitMs === undefined ? undefined : setTimeout(release, limitMs);
    try {
      return await done;
    } finally {
      clearTimeout(limit);
      release();
    }
  }

  /** Lets timers keep the process alive until the returned function is called. */
  #hold(): () => void {
    if (this.#waiting++ === 0) for (const timer of this.#timers) timer.ref();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.#waiting === 0) for (const timer of this.#timers) timer.unref();
    };
  }

  /** Wraps the server's handler so that whoever waits for an answer, or for the next piece of one, is waited with. */
  waitedFor =
    (handle: Handle): Handle =>
    async (exchange) => {
      const answer = await this.until(handle(exchange));
      const { body } = answer;
      if (!isStream(body) || isInPieces(body)) return answer;
      return { ...answer, body: this.#waitedStream(body) } satisfies Answer;
    };

  #waitedStream<T>(stream: AsyncIterable<T>): AsyncIterable<T> {
    return {
      [Symbol.asyncIterator]: () => {
        const pieces = stream[Symbol.asyncIterator]();
        return {
          next: () => this.until(pieces.next(), eventPatienceMs),
          return: async (value?: T) => (await pieces.return?.(value)) ?? { done: true, value: undefined },
        };
      },
    };
  }
}
