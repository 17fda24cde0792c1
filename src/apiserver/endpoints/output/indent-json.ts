import { closingQuote } from "../../../apimachinery/json/plain-text.ts";

/** Indents JSON by two spaces per level, as Go's json.Indent does. Numbers and strings are not changed. */
export function indentJson(text: string): string {
  let out = "";
  let depth = 0;
  for (let i = 0; i < text.length;) {
    const char = text[i] ?? "";
    if (char === '"') {
      const end = closingQuote(text, i) + 1;
      out += text.slice(i, end);
      i = end;
      continue;
    }
    i++;
    if (char === "{" || char === "[") {
      const close = char === "{" ? "}" : "]";
      if (text[i] === close) {
        out += char + close;
        i++;
      } else out += char + newLine(++depth);
    } else if (char === "}" || char === "]") out += newLine(--depth) + char;
    else if (char === ",") out += `,${newLine(depth)}`;
    else if (char === ":") out += ": ";
    else out += char;
  }
  return out;
}

const newLine = (depth: number): string => `\n${"  ".repeat(depth)}`;
