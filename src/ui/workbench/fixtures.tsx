import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { CodeEditor } from "../code/code-editor.tsx";
import { plural } from "../data/words.ts";
import { IconButton } from "../design/button.tsx";
import { Note } from "../design/feedback.tsx";
import { TextInput } from "../design/field.tsx";
import { Panes } from "../design/panes.tsx";
import { Tabs } from "../design/tabs.tsx";
import { useNarrow } from "../platform/media.ts";
import type { ReadValue } from "../texts/text-calls.ts";
import "./matrix.css";

interface FixturesViewProps {
  /** The name under which the sizes of the panes are kept. */
  readonly id: string;
  readonly bar: ReactNode;
  /** The table of fixtures, with a sentence that sums it up, an error, and the outcomes that its signs stand for. */
  readonly summary: string;
  readonly trouble: string;
  readonly matrix: ReactNode;
  readonly legend: readonly (readonly [sign: string, words: string])[];
  /** The explanation of the selected cell, and the editor of its fixture. */
  readonly explanation: ReactNode;
  readonly editor: ReactNode;
}

/** The fixtures of a workbench: their table above what explains the selected cell. */
export function FixturesView({ id, bar, explanation, editor, ...table }: FixturesViewProps) {
  const narrow = useNarrow();
  if (narrow)
    return (
      <div className="column fill scroll kp-bench-stack" tabIndex={0} role="region" aria-label="Fixtures">
        {bar}
        <FixtureTable {...table} />
        {explanation}
        {editor}
      </div>
    );
  const details = (
    <Panes
      id={`${id}-details`}
      panes={[
        { id: "verdict", size: 54, min: 180, content: explanation },
        { id: "text", size: 46, min: 160, content: editor },
      ]}
    />
  );
  return (
    <div className="column fill">
      {bar}
      <Panes
        id={id}
        direction="vertical"
        panes={[
          { id: "matrix", size: 40, min: 120, content: <FixtureTable {...table} /> },
          { id: "fixture", size: 60, min: 150, content: details },
        ]}
      />
    </div>
  );
}

function FixtureTable({
  summary,
  trouble,
  matrix,
  legend,
}: Pick<FixturesViewProps, "summary" | "trouble" | "matrix" | "legend">) {
  return (
    <div className="column fill">
      <p className="kp-dry-head small quiet" role="status">
        {summary}
      </p>
      {trouble === "" ? null : (
        <div className="pad">
          <Note tone="warning">{trouble}</Note>
        </div>
      )}
      {matrix}
      <p className="kp-legend small quiet">
        {legend.map(([sign, words]) => (
          <span key={words}>
            <b>{sign}</b> {words}
          </span>
        ))}
        <span>Numbers are costs.</span>
      </p>
    </div>
  );
}

/** Says how many of the fixtures with a result have the expected one. */
export const expectedInWords = (good: number, known: number): string =>
  good === known
    ? `${plural(known, "fixture")}, all as expected.`
    : `${good} of ${plural(known, "fixture")} as expected.`;

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};
const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index));

interface GridKeys {
  readonly rows: number;
  readonly columns: number;
  readonly row: number;
  readonly column: number;
  readonly onMove: (row: number, column: number) => void;
}

/** Moves the selection among the cells of a table by the arrow keys, and the focus with it once the cell is drawn. */
export function useGridKeys({ rows, columns, row, column, onMove }: GridKeys) {
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    const here = moved.current ? grid.current?.querySelector<HTMLElement>(".kp-cell[data-selected]") : undefined;
    if (!here) return;
    moved.current = false;
    here.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    moved.current = true;
    onMove(within(row + move[0], rows), within(column + move[1], columns));
  };
  return { ref: grid, onKeyDown };
}

interface GridCellProps extends Pick<ComponentProps<"button">, "title" | "children"> {
  readonly label: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly "data-kind"?: string | undefined;
  readonly "data-outcome"?: string | undefined;
}

/** A cell of a table in which `useGridKeys` moves the selection. */
export const GridCell = ({ label, selected, onSelect, ...rest }: GridCellProps) => (
  <button
    type="button"
    className="kp-cell"
    aria-label={label}
    tabIndex={selected ? 0 : -1}
    data-selected={selected ? "" : undefined}
    onClick={onSelect}
    {...rest}
  />
);

interface EditableFixture {
  readonly id: string;
  readonly name: string;
  readonly object: string;
  readonly old?: string;
}

interface FixtureEditorProps {
  readonly fixture: EditableFixture;
  /** Whether there is an old object beside the new one. */
  readonly isUpdate: boolean;
  /** What else is chosen for the fixture. */
  readonly children: ReactNode;
  readonly onChange: (change: { readonly name?: string; readonly object?: string; readonly old?: string }) => void;
  readonly onRemove: () => void;
}

const sides = [
  { id: "new", label: "New object" },
  { id: "old", label: "Old object" },
] as const;

/** Edits a fixture: its name and its objects. */
export function FixtureEditor({ fixture, isUpdate, children, onChange, onRemove }: FixtureEditorProps) {
  const [side, setSide] = useState<"old" | "new">("new");
  const shown = isUpdate ? side : "new";
  return (
    <section className="column fill kp-bench-text" aria-label="Fixture">
      <div className="kp-body-bar row wrap">
        <TextInput
          aria-label="Name of the fixture"
          className="grow"
          style={{ minWidth: 100 }}
          value={fixture.name}
          onValue={(name) => onChange({ name })}
        />
        {children}
        <IconButton icon="clear" size="small" label="Delete the fixture" onClick={onRemove} />
      </div>
      {isUpdate ? <Tabs label="Which object" items={sides} value={side} onValue={setSide} /> : null}
      <CodeEditor
        key={`${fixture.id} ${shown}`}
        label={shown === "old" ? "Old object" : isUpdate ? "New object" : "Fixture"}
        language="yaml"
        value={(shown === "old" ? fixture.old : fixture.object) ?? ""}
        onValue={(text) => onChange(shown === "old" ? { old: text } : { object: text })}
      />
    </section>
  );
}

/** Returns the value of a fixture's text; undefined if it cannot be read. */
export const valueOf = (read: ReadValue | undefined): unknown =>
  read !== undefined && "value" in read ? read.value : undefined;

/** Says why a fixture's text cannot be read; "" if it can. */
export const troubleOf = (read: ReadValue | undefined): string =>
  read === undefined || "value" in read ? "" : `line ${read.line + 1} cannot be read: ${read.message}`;
