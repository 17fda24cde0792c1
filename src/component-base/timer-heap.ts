import { Heap } from "./heap.ts";

/** Work that is due at a time. */
export interface Timer {
  readonly at: number;
  /** Orders timers that are due at the same time, and then the id does. */
  readonly key: string;
  readonly id: number;
  readonly run: () => void | Promise<void>;
  cancelled: boolean;
}

function isBefore(a: Timer, b: Timer): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.key === b.key ? a.id < b.id : a.key < b.key;
}

/** Timers in order of time, then of their keys, then of arrival; cancelled timers stay until they are due. */
export class TimerHeap {
  readonly #timers = new Heap<Timer>(isBefore);

  /** Returns the earliest timer that is not cancelled. */
  peek(): Timer | undefined {
    while (this.#timers.peek()?.cancelled === true) this.#timers.pop();
    return this.#timers.peek();
  }

  /** Removes and returns the earliest timer. */
  pop(): Timer | undefined {
    this.peek();
    return this.#timers.pop();
  }

  push(timer: Timer): void {
    this.#timers.push(timer);
  }

  clear(): void {
    this.#timers.clear();
  }
}
