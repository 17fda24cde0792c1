import { memoText } from "../../../component-base/memo.ts";
import { isPlain, quoteText } from "./quote.ts";

const mostKeys = 256;

/**
 * Prints maps of strings with sorted keys and no characters to escape, with as few concatenations as possible. Maps of
 * one type mostly have the same keys, so the text before each value is cached from the last map.
 */
export class TextMapPrinter {
  /** The sorted keys, and the text before the value of each. */
  readonly #keys: string[] = [];
  readonly #heads: string[] = [];

  /** Prints a map, or returns undefined if it is not of this form. */
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

  /** Records a key at an index, if it is in order there. */
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
 * Returns the text before a value in a map of strings, from the closing quote of the previous value to the opening
 * quote of this one: `","key":"`.
 */
const headOfText = memoText((key) => `",${quoteText(key)}:"`, 2000);
