/** The number of texts that are joined at once. */
const joined = 512;

/**
 * A long text that is made of many short ones. Engines keep `text += more` as a tree of concatenations until the text
 * is read: that of 300,000 members takes 20 MB, is read in one piece, and stays if the text is not read.
 */
export class LongText {
  readonly #parts: string[] = [];
  #last: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#last.length === 0 && this.#parts.length === 0;
  }

  add(text: string): void {
    this.#length += text.length;
    if (this.#last.push(text) < joined) return;
    this.#parts.push(this.#last.join(""));
    this.#last = [];
  }

  /** Returns the whole text. */
  toString(): string {
    const last = this.#last.join("");
    return this.#parts.length === 0 ? last : this.#parts.join("") + last;
  }
}
