import type { Mark, YamlError } from "./yaml-error.ts";

/** Character classes of YAML 1.1. Functions with `Z` in the name also match the end of the text. */
export const isBreak = (char: string): boolean =>
  char === "\n" || char === "\r" || char === "\u0085" || char === "\u2028" || char === "\u2029";
export const isBlank = (char: string): boolean => char === " " || char === "\t";
export const isBreakZ = (char: string): boolean => char === "" || isBreak(char);
export const isBlankZ = (char: string): boolean => isBlank(char) || isBreakZ(char);
export const isDigit = (char: string): boolean => char >= "0" && char <= "9" && char.length === 1;
export const isAlpha = (char: string): boolean => /^[0-9A-Za-z_-]$/.test(char);
export const isHex = (char: string): boolean => /^[0-9A-Fa-f]$/.test(char);

/** A position in a text that moves forward. */
export class Cursor {
  readonly #text: string;
  readonly #failure: YamlError | undefined;
  index = 0;
  line = 0;
  column = 0;

  /** Reading past the end throws `failure`, if there is one. */
  constructor(text: string, failure?: YamlError) {
    this.#text = text;
    this.#failure = failure;
  }

  /** Returns the character `ahead` of the position, or "" after the end. */
  char(ahead = 0): string {
    const char = this.#text.charAt(this.index + ahead);
    if (char === "" && this.#failure !== undefined) throw this.#failure;
    return char;
  }

  get mark(): Mark {
    return { index: this.index, line: this.line, column: this.column };
  }

  skip(count = 1): void {
    this.index += count;
    this.column += count;
  }

  /** Reads one character that is not a line break. */
  read(): string {
    const char = this.char();
    this.skip();
    return char;
  }

  /** Reads a line break. All except the two separators are returned as a newline. */
  readLine(): string {
    const char = this.char();
    if (!isBreak(char)) return "";
    this.index += char === "\r" && this.char(1) === "\n" ? 2 : 1;
    this.column = 0;
    this.line++;
    return char === "\u2028" || char === "\u2029" ? char : "\n";
  }

  /** Reads characters while they match. */
  readWhile(is: (char: string) => boolean): string {
    const from = this.index;
    while (is(this.char())) this.skip();
    return this.#text.slice(from, this.index);
  }

  /** Reads the characters up to the end of the line. */
  readToBreak(): string {
    return this.readWhile((char) => !isBreakZ(char));
  }

  /** Whether `---` or `...` is at the beginning of the line. */
  get atDocumentIndicator(): boolean {
    return this.column === 0 && (this.startsWith("---") || this.startsWith("...")) && isBlankZ(this.char(3));
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.index);
  }
}
