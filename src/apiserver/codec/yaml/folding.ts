import { isBlank, isBreak, type Cursor } from "./cursor.ts";

/** White space inside a multi-line scalar: kept within a line, folded between lines. */
export class Folding {
  #blanks = "";
  #first = "";
  #more = "";
  /** Whether a line has ended since the last character. */
  brokeLine = false;

  /** Reads blanks and breaks. `check` is called before each blank is read. */
  take(cursor: Cursor, check?: () => void): void {
    for (let char = cursor.char(); isBlank(char) || isBreak(char); char = cursor.char()) {
      if (isBlank(char)) {
        check?.();
        if (this.brokeLine) cursor.skip();
        else this.#blanks += cursor.read();
      } else if (this.brokeLine) this.#more += cursor.readLine();
      else {
        this.#blanks = "";
        this.#first = cursor.readLine();
        this.brokeLine = true;
      }
    }
  }

  /** Handles an escaped line break, which is removed. */
  breakLine(): void {
    this.#blanks = "";
    this.brokeLine = true;
  }

  /** Returns the text for the white space read so far; a single break becomes a space. */
  join(): string {
    const joined = this.brokeLine ? this.#folded() : this.#blanks;
    this.#blanks = this.#first = this.#more = "";
    this.brokeLine = false;
    return joined;
  }

  #folded(): string {
    if (this.#first === "\n") return this.#more === "" ? " " : this.#more;
    return this.#first + this.#more;
  }
}
