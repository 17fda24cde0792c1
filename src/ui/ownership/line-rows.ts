import { groupBy } from "../../apimachinery/group-by.ts";
import { isNobodys, type FieldMark } from "../kube/field-marks.ts";
import { listed, managerWords } from "../kube/ownership-changes.ts";
import { nobody } from "./legend.tsx";
import type { MarkedText } from "./use-field-marks.ts";

/** One line of the object with the fields that begin on it. */
export interface LineRow {
  readonly line: number;
  readonly text: string;
  readonly marks: readonly FieldMark[];
  /** Ids of those who own the innermost field on the line. */
  readonly owners: readonly string[];
  readonly nobodys: boolean;
  readonly names: string;
  /** The same owners as on the line above that has any: the names need not stand there again. */
  readonly repeats: boolean;
}

/** The lines of an object, or those that lead to one manager's fields. */
export function lineRows({ lines, marks }: MarkedText, isolated: string | undefined): readonly LineRow[] {
  const byLine = groupBy(marks, (mark) => mark.node.line);
  const shown = isolated === undefined ? undefined : linesLeadingTo(marks, (mark) => belongsTo(mark, isolated));
  let before = "";
  return lines.flatMap((text, line) => {
    if (shown !== undefined && !shown.has(line)) return [];
    const row = rowOf(line, text, byLine.get(line) ?? [], before);
    if (row.names !== "") before = row.names;
    return [row];
  });
}

function rowOf(line: number, text: string, marks: readonly FieldMark[], before: string): LineRow {
  const innermost = marks.at(-1);
  const owners = innermost?.owners ?? [];
  const nobodys = innermost !== undefined && isNobodys(innermost);
  const names = nobodys ? nobody : owners.length === 0 ? "" : listed(owners.map(managerWords));
  return { line, text, marks, owners: owners.map(({ id }) => id), nobodys, names, repeats: names === before };
}

/** Whether a field is one of a manager's, or one of nobody's. */
export const belongsTo = (mark: FieldMark, id: string): boolean =>
  id === nobody ? isNobodys(mark) : mark.owners.some((owner) => owner.id === id);

/** The lines of the fields that are wanted, and those of everything that they stand in. */
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
