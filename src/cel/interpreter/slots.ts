import type { Step } from "./frame.ts";

interface Scoped {
  readonly name: string;
  readonly step: Step;
}

/** Gives variables their places in a frame. */
export class Slots {
  readonly #scopes: Scoped[] = [];
  readonly #variables = new Map<string, number>();
  #locals = 0;

  /** How a variable of a surrounding comprehension is read. */
  find(name: string): Step | undefined {
    return this.#scopes.findLast((scope) => scope.name === name)?.step;
  }

  /** A variable of a comprehension becomes visible; each gets a place of its own. */
  enter(name: string, read: (slot: number) => Step = readLocal): number {
    const slot = this.#locals++;
    this.#scopes.push({ name, step: read(slot) });
    return slot;
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** The place of a variable of the environment. */
  variable(name: string): number {
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    const slot = this.#variables.size;
    this.#variables.set(name, slot);
    return slot;
  }
}

const readLocal =
  (slot: number): Step =>
  (frame) =>
    frame.locals[slot] ?? null;
