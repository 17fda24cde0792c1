import { isBlank, isBreak, type Cursor } from "./cursor.ts";

/** White space inside a scalar of several lines: kept within a line, folded between lines. */
export class Folding {
  #blanks = "";
  #first = "";
  #more = "";
  /** A line has ended since the last character. */
  brokeLine = false;

  /** Takes blanks and breaks; `check` looks at each blank before it is taken. */
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

  /** An escaped break, which leaves nothing. */
  breakLine(): void {
    this.#blanks = "";
    this.brokeLine = true;
  }

  /** What the white space taken so far amounts to: one break is a space. */
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
