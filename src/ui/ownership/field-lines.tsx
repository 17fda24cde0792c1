import { codeType } from "../platform/presenting.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { tokensOf } from "../code/highlight.ts";
import type { FieldMark } from "../kube/field-marks.ts";
import type { LineRow } from "./line-rows.ts";
import { Swatch } from "./swatch.tsx";

export interface FieldLinesProps {
  readonly label: string;
  readonly rows: readonly LineRow[];
  readonly tones: ReadonlyMap<string, number>;
  /** The line that is selected. */
  readonly selected: number | undefined;
  readonly onSelect: (line: number) => void;
}

/** The number of lines up to which all lines are rendered, so that the browser's own search finds them. */
const wholeUpTo = 800;
/** The number of owners shown as stripes. Further owners are only listed by name. */
const mostStripes = 4;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 16,
  PageUp: -16,
  Home: -Infinity,
  End: Infinity,
};

/** Shows an object as YAML with the owners of each line. Arrow keys move the selection. */
export function FieldLines({ label, rows, tones, selected, onSelect }: FieldLinesProps) {
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => codeType().line,
    overscan: rows.length <= wholeUpTo ? wholeUpTo : 30,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const fields = rows.filter((row) => !row.continues);
    const from = fields.findIndex((row) => row.line === selected);
    const row = fields[Math.max(0, Math.min(fields.length - 1, from + step))];
    if (row === undefined) return;
    virtual.scrollToIndex(rows.indexOf(row));
    onSelect(row.line);
  };
  const shown = rows.some((row) => row.line === selected);
  return (
    <div
      className="kp-own-lines fill"
      ref={viewport}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={shown ? `${id}-${selected ?? ""}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={row.line}
              role="presentation"
              style={{
                position: "absolute",
                top: 0,
                left: 0,
                minWidth: "100%",
                transform: `translateY(${item.start}px)`,
              }}
            >
              <Line
                id={`${id}-${row.line}`}
                row={row}
                tones={tones}
                place={item.index + 1}
                count={rows.length}
                selected={row.line === selected}
                onSelect={() => onSelect(row.line)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly row: LineRow;
  readonly tones: ReadonlyMap<string, number>;
  readonly place: number;
  readonly count: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Line({ id, row, tones, place, count, selected, onSelect }: LineProps) {
  return (
    <div
      className="kp-own-line"
      role="option"
      id={id}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={place}
      onClick={onSelect}
    >
      <span className="kp-own-stripes" aria-hidden="true">
        {row.nobodys ? (
          <Swatch tone={undefined} />
        ) : (
          row.owners.slice(0, mostStripes).map((owner) => <Swatch key={owner} tone={tones.get(owner)} />)
        )}
      </span>
      <code>
        {tokensOf(row.text, "yaml").map((token, i) =>
          token.kind === "" ? (
            token.text
          ) : (
            <span key={i} className={`kp-t-${token.kind}`}>
              {token.text}
            </span>
          ),
        )}
      </code>
      <Tags row={row} tones={tones} />
      <span className={row.repeats ? "unseen" : "kp-own-names"} data-shared={row.owners.length > 1 ? "" : undefined}>
        {row.names === "" ? null : (
          <>
            <span className="unseen"> owned by </span>
            {row.names}
          </>
        )}
      </span>
    </div>
  );
}

/**
 * The managed-fields notation for the fields on a line: list items as `k:` or `v:`, a map itself as `.`, and atomically
 * owned fields.
 */
function Tags({ row, tones }: { readonly row: LineRow; readonly tones: ReadonlyMap<string, number> }) {
  const tags = row.marks.flatMap((mark): ReactNode[] => {
    const words = tagWords(mark);
    if (words === undefined) return [];
    return [
      <span key={mark.path} className="kp-own-tag" title={words[1]}>
        {words[0]}
        {mark.owners.map((owner) => (
          <Swatch key={owner.id} tone={tones.get(owner.id)} />
        ))}
      </span>,
    ];
  });
  return tags.length === 0 ? null : <span className="kp-own-tags">{tags}</span>;
}

function tagWords({
  tag,
  container,
  owners,
  whole,
  within,
}: FieldMark): readonly [tag: string, words: string] | undefined {
  if (owners.length === 0 || within !== undefined) return undefined;
  if (tag === "k:") return ["k:", "an item of a list, known by its keys"];
  if (tag === "v:") return ["v:", "an item of a list, known by its value"];
  if (tag === "i:") return ["i:", "an item of a list, known by its place"];
  if (!container) return undefined;
  return whole
    ? ["whole", "owned as one, with everything in it"]
    : [".", "the map or list itself, besides what is in it"];
}
