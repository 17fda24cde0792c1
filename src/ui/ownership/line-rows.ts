import { groupBy } from "../../apimachinery/group-by.ts";
import { isNobodys, type FieldMark } from "../kube/field-marks.ts";
import { listed } from "../../diagnosis/words.ts";
import { managerWords } from "../kube/ownership-changes.ts";
import { nobody } from "./legend.tsx";
import type { MarkedText } from "./use-field-marks.ts";

/** A line of the object with the fields that start on it. */
export interface LineRow {
  readonly line: number;
  readonly text: string;
  readonly marks: readonly FieldMark[];
  /** The ids of the owners of the innermost field on the line. */
  readonly owners: readonly string[];
  readonly nobodys: boolean;
  readonly names: string;
  /** Whether the owners are the same as on the previous line with owners, so that their names need not be repeated. */
  readonly repeats: boolean;
  /** Whether the line goes on with the value of a line above, whose owners it has. */
  readonly continues: boolean;
}

/** Returns the lines of an object, or only those with one manager's fields and their parents. */
export function lineRows({ lines, marks }: MarkedText, isolated: string | undefined): readonly LineRow[] {
  const byLine = groupBy(marks, (mark) => mark.node.line);
  const spanning = spanningMarks(marks);
  const shown = isolated === undefined ? undefined : linesLeadingTo(marks, (mark) => belongsTo(mark, isolated));
  let before = "";
  return lines.flatMap((text, line) => {
    if (shown !== undefined && !shown.has(line)) return [];
    const value = spanning.get(line);
    const row =
      value === undefined
        ? rowOf(line, text, byLine.get(line) ?? [], before)
        : { ...rowOf(line, text, [value], before), marks: [], continues: true };
    if (row.names !== "") before = row.names;
    return [row];
  });
}

function rowOf(line: number, text: string, marks: readonly FieldMark[], before: string): LineRow {
  const innermost = marks.at(-1);
  const owners = innermost?.owners ?? [];
  const nobodys = innermost !== undefined && isNobodys(innermost);
  const names = nobodys ? nobody : owners.length === 0 ? "" : listed(owners.map(managerWords));
  return {
    line,
    text,
    marks,
    owners: owners.map(({ id }) => id),
    nobodys,
    names,
    repeats: names === before,
    continues: false,
  };
}

/** Returns the field whose value goes on, for each further line of values with several lines. */
function spanningMarks(marks: readonly FieldMark[]): ReadonlyMap<number, FieldMark> {
  const spanning = new Map<number, FieldMark>();
  for (const mark of marks)
    if (!mark.container)
      for (let line = mark.node.line + 1; line <= mark.node.lastLine; line += 1) spanning.set(line, mark);
  return spanning;
}

/** True if a field belongs to a manager, or has no owner if `id` is `nobody`. */
export const belongsTo = (mark: FieldMark, id: string): boolean =>
  id === nobody ? isNobodys(mark) : mark.owners.some((owner) => owner.id === id);

/** Returns the lines of matching fields and of their parents. */
function linesLeadingTo(marks: readonly FieldMark[], wanted: (mark: FieldMark) => boolean): ReadonlySet<number> {
  const lines = new Set<number>();
  const open: FieldMark[] = [];
  for (const mark of marks) {
    while (open.length >= mark.node.path.length) open.pop();
    open.push(mark);
    if (!wanted(mark)) continue;
    for (const above of open) lines.add(above.node.line);
    if (!mark.container) for (let line = mark.node.line; line <= mark.node.lastLine; line += 1) lines.add(line);
  }
  return lines;
}
