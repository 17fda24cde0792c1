/** A foldable range: the lines after `start` up to `end`, both counted from 0. */
export interface FoldRange {
  readonly start: number;
  readonly end: number;
}

/** A line that is longer is cut into pieces: no screen shows it, and no browser lays it out in time. */
const longestLine = 2000;
const pieceLength = 240;

/** The lines of a text as they are shown, and their numbers if some are pieces of long lines, which have none. */
interface ShownLines {
  readonly lines: readonly string[];
  readonly numbers: readonly (number | undefined)[] | undefined;
}

/** Splits a text into lines, and lines beyond measure into pieces. */
export function shownLines(text: string): ShownLines {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.every(({ length }) => length <= longestLine)) return { lines, numbers: undefined };
  const pieces: string[] = [];
  const numbers: (number | undefined)[] = [];
  for (const [index, line] of lines.entries()) {
    const step = line.length <= longestLine ? longestLine : pieceLength;
    for (let start = 0; start === 0 || start < line.length; start += step) {
      pieces.push(line.slice(start, start + step));
      numbers.push(start === 0 ? index + 1 : undefined);
    }
  }
  return { lines: pieces, numbers };
}

/** Returns the depth of a line. A YAML list item is deeper than the key that it belongs to. */
function depthOf(line: string): number {
  const spaces = line.length - line.trimStart().length;
  return line.startsWith("- ", spaces) ? spaces + 1 : spaces;
}

/** Returns the foldable ranges of indented text, by first line. Works for formatted JSON and YAML. */
export function foldRanges(lines: readonly string[]): ReadonlyMap<number, FoldRange> {
  const ranges = new Map<number, FoldRange>();
  const open: { readonly line: number; readonly depth: number }[] = [];
  const close = (depth: number, end: number) => {
    for (let top = open.at(-1); top !== undefined && top.depth >= depth; top = open.at(-1)) {
      open.pop();
      if (end > top.line) ranges.set(top.line, { start: top.line, end });
    }
  };
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    const depth = depthOf(line);
    close(depth, index - 1);
    open.push({ line: index, depth });
  });
  close(0, lines.length - 1);
  return ranges;
}

/** Returns the foldable lines whose key is one of `keys`, which are initially folded. */
export function linesOfKeys(
  lines: readonly string[],
  ranges: ReadonlyMap<number, FoldRange>,
  keys: readonly string[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const start of ranges.keys()) {
    const line = lines[start]?.trim() ?? "";
    if (keys.some((key) => line.startsWith(`${key}:`) || line.startsWith(`"${key}":`))) found.add(start);
  }
  return found;
}

/** The numbers of the lines that are not inside a folded range. */
export function visibleLines(
  count: number,
  ranges: ReadonlyMap<number, FoldRange>,
  folded: ReadonlySet<number>,
): readonly number[] {
  const visible: number[] = [];
  for (let line = 0; line < count; line += 1) {
    visible.push(line);
    if (folded.has(line)) line = ranges.get(line)?.end ?? line;
  }
  return visible;
}
