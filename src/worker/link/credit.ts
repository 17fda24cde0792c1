import { creditWindow, unitsOf } from "./protocol.ts";
import type { Chunk } from "./protocol.ts";

/** The writer's side of a window: counts what was sent and waits for the reader where it is used up. */
export class CreditGate {
  #credit = creditWindow;
  #closed = false;
  #wake: (() => void) | undefined;

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves once a chunk may be sent, or the gate was closed. */
  async ready(): Promise<void> {
    while (this.#credit <= 0 && !this.#closed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Counts a chunk that is being sent. The last one may overdraw the window, so that any size gets through. */
  take(chunk: Chunk): void {
    this.#credit -= unitsOf(chunk);
  }

  grant(units: number): void {
    this.#credit += units;
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }
}

/** The reader's side: gathers what was consumed and gives it back by the half window, so that few frames go back. */
export class CreditReturn {
  readonly #give: (units: number) => void;
  #units = 0;

  constructor(give: (units: number) => void) {
    this.#give = give;
  }

  consumed(chunk: Chunk): void {
    this.#units += unitsOf(chunk);
    if (this.#units < creditWindow / 2) return;
    this.#give(this.#units);
    this.#units = 0;
  }
}
