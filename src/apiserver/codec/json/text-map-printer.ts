import { memoText } from "../../../component-base/memo.ts";
import { isPlain, quoteText } from "./quote.ts";

const mostKeys = 256;

/**
 * Prints maps of texts whose keys are in order and that hold nothing to escape, of as few pieces as can be. Maps of one
 * type mostly have the same
 * keys, so that what stands before each value is kept of the last map.
 */
export class TextMapPrinter {
  /** Keys in order, and the text before the value of each. */
  readonly #keys: string[] = [];
  readonly #heads: string[] = [];

  /** Undefined for any other map. */
  print(map: Readonly<Record<string, unknown>>): string | undefined {
    let text = "";
    let at = 0;
    for (const key in map) {
      const value = map[key];
      if (typeof value !== "string" || !isPlain(value) || (this.#keys[at] !== key && !this.#learn(at, key)))
        return undefined;
      text += (this.#heads[at++] ?? "") + value;
    }
    return at === 0 ? "{}" : `${text}"}`;
  }

  /** Takes a key for the one at an index, if it may stand there. */
  #learn(at: number, key: string): boolean {
    if (at === mostKeys || (at > 0 && (this.#keys[at - 1] ?? "") > key)) return false;
    const head = headOfText(key);
    this.#keys.length = at;
    this.#heads.length = at;
    this.#keys.push(key);
    this.#heads.push(at === 0 ? `{${head.slice(2)}` : head);
    return true;
  }
}

/**
 * What stands before a text in a map of texts, from the quote that closes the one before it to its own: `","key":"`.
 */
const headOfText = memoText((key) => `",${quoteText(key)}:"`, 2000);
