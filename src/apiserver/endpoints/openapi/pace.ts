import type { Turns } from "../../../component-base/event-loop.ts";

/** The characters of a document that are written in one task. */
const charactersPerTurn = 96 * 1024;

/** Divides the work on documents by the text that it reads or writes, so that other tasks run in between. */
export class Pace {
  readonly #turns: Pick<Turns, "next">;
  #left = charactersPerTurn;

  constructor(turns: Pick<Turns, "next">) {
    this.#turns = turns;
  }

  /** Counts work that has been done. If enough has been, returns a promise of the next turn. */
  spend(characters: number): Promise<void> | undefined {
    this.#left -= characters;
    if (this.#left > 0) return undefined;
    this.#left = charactersPerTurn;
    return this.#turns.next();
  }

  /** Runs work whose parts yield the characters that they read or wrote. */
  async run<T>(work: Generator<number, T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      const turn = this.spend(step.value);
      if (turn !== undefined) await turn;
    }
  }
}
