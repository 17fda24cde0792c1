import { useMemo, useState, type ReactNode } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { managersOf } from "../../client/managed-fields.ts";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/feedback.tsx";
import { isNobodys, type FieldMark } from "../kube/field-marks.ts";
import { FieldLines } from "./field-lines.tsx";
import { fieldSentence, type SinceWords } from "./field-sentence.ts";
import { FieldTable } from "./field-table.tsx";
import { Legend } from "./legend.tsx";
import { lineRows } from "./line-rows.ts";
import { useFieldMarks, type MarkedText } from "./use-field-marks.ts";
import "./ownership.css";

export interface OwnershipPanelProps {
  readonly object: KubeObject;
  readonly tones: ReadonlyMap<string, number>;
  readonly since: SinceWords;
}

/**
 * Shows the owners of an object's fields, as annotated lines or as a table, with a legend and a description of the
 * selected field.
 */
export function OwnershipPanel({ object, tones, since }: OwnershipPanelProps) {
  const marked = useFieldMarks(object);
  return marked === undefined ? <Skeleton lines={12} /> : <Marked marked={marked} tones={tones} since={since} />;
}

function Marked({
  marked,
  tones,
  since,
}: {
  readonly marked: MarkedText;
  readonly tones: ReadonlyMap<string, number>;
  readonly since: SinceWords;
}) {
  const [view, setView] = useState<"lines" | "table">("lines");
  const [wanted, setIsolated] = useState<string | undefined>(undefined);
  const [path, setPath] = useState<string | undefined>(undefined);
  const managers = managersOf(marked.object);
  const isolated =
    wanted === undefined || wanted === "nobody" || managers.some(({ id }) => id === wanted) ? wanted : undefined;
  const rows = useMemo(() => lineRows(marked, isolated), [marked, isolated]);
  const unowned = useMemo(() => marked.marks.filter(isNobodys).length, [marked]);
  const chosen = marked.marks.find((mark) => mark.path === path);
  const selected = chosen?.node.line;
  const select = (line: number) =>
    setPath(marked.marks.findLast((mark) => mark.node.line <= line && mark.node.lastLine >= line)?.path);
  return (
    <div className="column fill kp-own">
      <div className="kp-own-bar">
        <Legend managers={managers} tones={tones} unowned={unowned} isolated={isolated} onIsolate={setIsolated} />
        <div className="row kp-own-views" role="group" aria-label="Shown as">
          <Button size="small" tone="plain" aria-pressed={view === "lines"} onClick={() => setView("lines")}>
            Lines
          </Button>
          <Button size="small" tone="plain" aria-pressed={view === "table"} onClick={() => setView("table")}>
            Table
          </Button>
        </div>
      </div>
      {view === "lines" ? (
        <FieldLines
          label="Fields and their managers: arrow keys move"
          rows={rows}
          tones={tones}
          selected={selected}
          onSelect={select}
        />
      ) : (
        <FieldTable
          marks={marked.marks}
          managers={managers}
          tones={tones}
          isolated={isolated}
          selected={selected}
          onSelect={select}
        />
      )}
      <div className="kp-own-sentence small" role="status" aria-label="The selected field">
        {sentences(marked.marks, selected, since)}
      </div>
    </div>
  );
}

function sentences(marks: readonly FieldMark[], line: number | undefined, since: SinceWords): ReactNode {
  const told = marks.filter(
    (mark) => mark.node.line === line && (mark.owners.length > 0 || isNobodys(mark) || mark.container),
  );
  if (line === undefined || told.length === 0)
    return <span className="quiet">Select a field to read who owns it.</span>;
  return told.map((mark) => <p key={mark.path}>{fieldSentence(mark, since)}</p>);
}
