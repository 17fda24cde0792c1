/** How columns are set: the least width of a column, and the spaces after the widest cell. */
export interface TabWidths {
  readonly least: number;
  readonly padding: number;
}

/** The widths of tables (printers.GetNewTabWriter). */
export const tableWidths: TabWidths = { least: 6, padding: 3 };
/** The widths of descriptions (describe's tabbedString). */
export const describeWidths: TabWidths = { least: 0, padding: 2 };

/** A line as its cells. The last one ends the line and belongs to no column. */
export type Cells = readonly string[];

/** The number of characters. Most texts have no pairs of surrogates. */
const widthOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length);

/** The lines of a text, whose cells are ended by tabs. */
export const cellsOf = (text: string): readonly Cells[] => text.split("\n").map((line) => line.split("\t"));

/** Aligns cells that tabs end, a column being the lines above each other that have its cell (text/tabwriter). */
export const alignTabs = (text: string, widths: TabWidths): string => alignLines(cellsOf(text), widths);

/** Aligns the cells of lines as `alignTabs` does. The last line is not ended. */
export function alignLines(lines: readonly Cells[], widths: TabWidths): string {
  const done = lines.map(() => "");
  for (let [column, more] = [0, true]; more; column++) more = addColumn(done, lines, column, widths);
  return lines.map((cells, line) => `${done[line] ?? ""}${cells.at(-1) ?? ""}`).join("\n");
}

/** Adds the cells of a column to the lines that have it. Returns whether there are any. */
function addColumn(done: string[], lines: readonly Cells[], column: number, { least, padding }: TabWidths): boolean {
  const has = (line: number): boolean => column + 1 < (lines[line]?.length ?? 0);
  const own: number[] = [];
  let any = false;
  for (let from = 0; from < lines.length; from++) {
    let width = least;
    let to = from;
    for (; has(to); to++) {
      const cell = (own[to] = widthOf(lines[to]?.[column] ?? ""));
      width = Math.max(width, cell + padding);
    }
    for (let line = from; line < to; line++)
      done[line] += `${lines[line]?.[column] ?? ""}${" ".repeat(width - (own[line] ?? 0))}`;
    any ||= to > from;
    from = Math.max(from, to);
  }
  return any;
}

/**
 * Aligns lines of a table with columns at least as wide as those of the lines before, which `widths` keeps
 * (tabwriter.RememberWidths). The last line is not ended.
 */
export function rememberingWidths(lines: readonly Cells[], widths: number[]): string {
  for (const cells of lines)
    for (const [i, cell] of cells.slice(0, -1).entries())
      widths[i] = Math.max(widths[i] ?? tableWidths.least, widthOf(cell) + tableWidths.padding);
  const pad = (cell: string, width: number): string => cell + " ".repeat(Math.max(0, width - widthOf(cell)));
  return lines
    .map((cells) => cells.map((cell, i) => (i < cells.length - 1 ? pad(cell, widths[i] ?? 0) : cell)).join(""))
    .join("\n");
}
