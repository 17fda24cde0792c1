import type { Difference } from "../../../apimachinery/json/text-parts.ts";
import { runningWork } from "../../../component-base/work.ts";
import { escapeHtml } from "./quote.ts";

/** Encodes values of one type and compares them. */
export interface Printer {
  /** Encodes a value; `undefined` and null are encoded as the zero value. */
  encode(value: unknown): string;
  /**
   * Records the parts in which the texts of two values differ. Returns false if the values have different parts, so
   * that their texts must be compared as a whole.
   */
  compare?(before: object, after: object, differences: Differences): boolean;
}

/** Collects the differences between the texts of two values, in text order. */
export class Differences {
  readonly found: Difference[] = [];
  readonly #path: (string | number)[] = [];

  /** Compares the values of a member or an item in two values of the same type. */
  at(step: string | number, printer: Printer, before: unknown, after: unknown): void {
    if (before === after) return;
    const known = this.found.length;
    this.#path.push(step);
    if (!(printer.compare && isContainer(before) && isContainer(after) && printer.compare(before, after, this))) {
      this.found.length = known;
      // of a large request, whether the text differs is found where it is replaced: it need not be made twice
      this.#note(runningWork() === undefined ? printer.encode(before) : undefined, printer.encode(after));
    }
    this.#path.pop();
  }

  /** Compares two texts of a member. */
  texts(step: string, before: string, after: string): void {
    this.#path.push(step);
    this.#note(before, after);
    this.#path.pop();
  }

  get depth(): number {
    return this.#path.length;
  }

  #note(before: string | undefined, after: string): void {
    if (before !== after) this.found.push({ path: [...this.#path], text: escapeHtml(after) });
  }
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
