import { creditWindow, unitsOf } from "./protocol.ts";
import type { Chunk } from "./protocol.ts";

/** The writer's side of a flow-control window: counts the units sent and blocks while the window is exhausted. */
export class CreditGate {
  #credit = creditWindow;
  #closed = false;
  #wake: (() => void) | undefined;

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves once a chunk may be sent or the gate is closed. */
  async ready(): Promise<void> {
    while (this.#credit <= 0 && !this.#closed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Deducts a chunk from the window. The last chunk may exceed the window, so that chunks of any size can be sent. */
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

/**
 * The reader's side of a flow-control window: returns consumed units once they reach half the window, to reduce the
 * number of credit frames.
 */
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
