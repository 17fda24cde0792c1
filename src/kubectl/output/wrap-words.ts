const lengthOf = (text: string): number => [...text].length;

/** Breaks lines between words at a width; longer words stay whole (go-wordwrap's WrapString). */
export function wrapWords(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  let [done, column, spaces] = ["", 0, ""];
  for (const part of line.match(/[^\S\u00a0]+|[\S\u00a0]+/g) ?? []) {
    if (/^[^\S\u00a0]/.test(part)) {
      spaces = part;
      continue;
    }
    const length = lengthOf(part);
    const overflows = column + spaces.length + length > width && column + spaces.length > 1;
    if (overflows) [done, column, spaces] = [`${done}\n`, 0, ""];
    done += spaces + part;
    column += spaces.length + length;
    spaces = "";
  }
  return column + spaces.length > width ? done : done + spaces;
}
