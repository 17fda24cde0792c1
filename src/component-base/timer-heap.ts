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

/**
 * Timers in order of time, then of their keys, then of arrival: a binary heap, in which cancelled timers stay until
 * they are due.
 */
export class TimerHeap {
  readonly #timers: Timer[] = [];

  /** Returns the earliest timer that is not cancelled. */
  peek(): Timer | undefined {
    for (let first = this.#timers[0]; first !== undefined; first = this.#timers[0]) {
      if (!first.cancelled) return first;
      this.#pop();
    }
    return undefined;
  }

  /** Removes and returns the earliest timer. */
  pop(): Timer | undefined {
    return this.peek() === undefined ? undefined : this.#pop();
  }

  push(timer: Timer): void {
    const timers = this.#timers;
    let at = timers.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = timers[parent];
      if (above === undefined || isBefore(above, timer)) break;
      timers[at] = above;
      at = parent;
    }
    timers[at] = timer;
  }

  clear(): void {
    this.#timers.length = 0;
  }

  #pop(): Timer | undefined {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    if (last !== undefined && timers.length > 0) this.#sink(last);
    return first;
  }

  #sink(timer: Timer): void {
    const timers = this.#timers;
    let at = 0;
    for (;;) {
      const left = timers[2 * at + 1];
      const right = timers[2 * at + 2];
      const least = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (least === undefined || isBefore(timer, least)) break;
      timers[at] = least;
      at = least === left ? 2 * at + 1 : 2 * at + 2;
    }
    timers[at] = timer;
  }
}
