/** How columns are set: the least width of a column, and the spaces after the widest cell. */
export interface TabWidths {
  readonly least: number;
  readonly padding: number;
}

/** The widths of tables (printers.GetNewTabWriter). */
export const tableWidths: TabWidths = { least: 6, padding: 3 };
/** The widths of descriptions (describe's tabbedString). */
export const describeWidths: TabWidths = { least: 0, padding: 2 };

/** The number of characters. Most texts have no pairs of surrogates. */
const widthOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length);

/** Aligns cells that tabs end, a column being the lines above each other that have its cell (text/tabwriter). */
export function alignTabs(text: string, { least, padding }: TabWidths): string {
  const lines = text.split("\n").map((line) => line.split("\t"));
  const done: string[] = [];
  const write = (from: number, to: number, widths: readonly number[]): void => {
    for (const cells of lines.slice(from, to))
      done.push(
        cells
          .map((cell, i) =>
            i < widths.length && i < cells.length - 1
              ? cell + " ".repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell)))
              : cell,
          )
          .join(""),
      );
  };
  const format = (from: number, to: number, widths: readonly number[]): void => {
    const column = widths.length;
    const has = (line: number): boolean => column < (lines[line]?.length ?? 0) - 1;
    let start = from;
    for (let line = from; line < to; line++) {
      if (!has(line)) continue;
      write(start, line, widths);
      start = line;
      let width = least;
      for (; line < to && has(line); line++) width = Math.max(width, widthOf(lines[line]?.[column] ?? "") + padding);
      format(start, line, [...widths, width]);
      start = line;
    }
    write(start, to, widths);
  };
  format(0, lines.length, []);
  return done.join("\n");
}
