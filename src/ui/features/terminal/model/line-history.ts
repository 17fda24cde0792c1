/** The lines that were run, and where the user is in them. */
export interface LineHistory {
  /** Oldest first. */
  readonly lines: readonly string[];
  /** The line that is shown; `lines.length` for the one that is being written. */
  readonly at: number;
  /** What was written before the user went back. */
  readonly draft: string;
}

const most = 200;

export const historyOf = (lines: readonly string[]): LineHistory => ({ lines, at: lines.length, draft: "" });

/** Adds a line at the end; a line that repeats the last one is not added. */
export function withLine({ lines }: LineHistory, line: string): LineHistory {
  return historyOf(lines.at(-1) === line ? lines : [...lines, line].slice(-most));
}

/** Goes back (-1) or forth (1) from the shown text; undefined at an end. */
export function step(
  { lines, at, draft }: LineHistory,
  by: -1 | 1,
  text: string,
): { readonly history: LineHistory; readonly text: string } | undefined {
  const next = at + by;
  if (next < 0 || next > lines.length) return undefined;
  const kept = at === lines.length ? text : draft;
  return { history: { lines, at: next, draft: kept }, text: next === lines.length ? kept : (lines[next] ?? "") };
}
