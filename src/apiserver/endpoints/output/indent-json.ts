import { closingQuote } from "../../../apimachinery/json/plain-text.ts";

/** Indents compact JSON by two spaces per level, as Go's json.Indent does. Numbers and strings are not changed. */
export const indentJson = (text: string): string => new JsonIndenter().add(text);

/** Indents the consecutive parts of a JSON text, which may be divided anywhere outside of strings. */
export class JsonIndenter {
  #depth = 0;
  /** Whether the last character opened a container, which may be empty. */
  #opened = false;

  add(text: string): string {
    let out = "";
    for (let i = 0; i < text.length;) {
      const char = text[i] ?? "";
      if (this.#opened) {
        this.#opened = false;
        if (char !== "}" && char !== "]") out += newLine(++this.#depth);
        else {
          out += char;
          i++;
          continue;
        }
      }
      if (char === '"') {
        const end = closingQuote(text, i) + 1;
        out += text.slice(i, end);
        i = end;
        continue;
      }
      i++;
      out += this.#indented(char);
    }
    return out;
  }

  #indented(char: string): string {
    switch (char) {
      case "{":
      case "[":
        this.#opened = true;
        return char;
      case "}":
      case "]":
        return newLine(--this.#depth) + char;
      case ",":
        return char + newLine(this.#depth);
      case ":":
        return ": ";
      default:
        return char;
    }
  }
}

const newLine = (depth: number): string => `\n${"  ".repeat(depth)}`;
