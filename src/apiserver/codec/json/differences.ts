import type { Difference } from "../../../apimachinery/json/text-parts.ts";
import { escapeHtml } from "./quote.ts";

/** What prints values of a type and tells how they differ. */
export interface Printer {
  /** The value as text; `undefined` and null print as the zero. */
  encode(value: unknown): string;
  /**
   * Leaves where the texts of two held values differ, part by part; false where they do not have the same parts, and
   * their texts are to be compared as a whole.
   */
  compare?(before: object, after: object, differences: Differences): boolean;
}

/** Gathers where the texts of two held values differ, in their order. */
export class Differences {
  readonly found: Difference[] = [];
  readonly #path: (string | number)[] = [];

  /** Compares what two values of one type hold at a member or an item. */
  at(step: string | number, printer: Printer, before: unknown, after: unknown): void {
    if (before === after) return;
    const known = this.found.length;
    this.#path.push(step);
    if (!(printer.compare && isContainer(before) && isContainer(after) && printer.compare(before, after, this))) {
      this.found.length = known;
      this.#note(printer.encode(before), printer.encode(after));
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

  #note(before: string, after: string): void {
    if (before !== after) this.found.push({ path: [...this.#path], text: escapeHtml(after) });
  }
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
