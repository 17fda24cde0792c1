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
  #end = "";

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

  /** Says what stands in place of all that is left out. */
  end(text: string): void {
    this.#end = text;
  }

  /** Returns the whole text. */
  toString(): string {
    const last = this.#last.join("") + this.#end;
    return this.#parts.length === 0 ? last : this.#parts.join("") + last;
  }
}
