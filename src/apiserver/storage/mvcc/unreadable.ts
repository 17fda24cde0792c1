import type { CorruptObject } from "../storage-error.ts";
import type { Entry } from "../versioned-table.ts";

/** The most objects that are told, and how much of the text of each. */
const mostTold = 100;
const toldText = 2000;

/** A stored object that cannot be decoded: why, and the beginning of its text. */
export interface Unreadable {
  readonly key: string;
  readonly message: string;
  readonly text: string;
}

/** The objects that could not be decoded when they were read, as long as they are stored. */
export class UnreadableObjects {
  readonly #current: (key: string) => Entry | undefined;
  readonly #report: (corrupt: CorruptObject) => void;
  readonly #noted = new Map<string, { readonly entry: Entry; readonly message: string }>();

  /** `current` returns the newest version of a key. */
  constructor(current: (key: string) => Entry | undefined, report: (corrupt: CorruptObject) => void) {
    this.#current = current;
    this.#report = report;
  }

  note(corrupt: CorruptObject, entry: Entry): void {
    const { key, message } = corrupt;
    if (this.#current(key) === entry) this.#noted.set(key, { entry, message });
    this.#report(corrupt);
  }

  list(): readonly Unreadable[] {
    for (const [key, { entry }] of this.#noted) if (this.#current(key) !== entry) this.#noted.delete(key);
    return [...this.#noted]
      .slice(0, mostTold)
      .map(([key, { entry, message }]) => ({ key, message, text: entry.text.slice(0, toldText) }));
  }
}
