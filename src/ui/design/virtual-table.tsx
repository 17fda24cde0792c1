import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, type KeyboardEvent, type ReactNode } from "react";
import { isPresenting } from "../platform/presenting.ts";

export interface Column<T> {
  readonly id: string;
  readonly label: string;
  /** What the header shows in place of the label; such a column is not sorted. */
  readonly head?: ReactNode;
  /** The tooltip of the column's header. */
  readonly hint?: string;
  /** A CSS grid track size: `minmax(120px, 2fr)`. */
  readonly width: string;
  readonly draw: (row: T) => ReactNode;
  readonly end?: boolean;
}

/** The sort column and direction. */
export interface Sort {
  readonly id: string;
  readonly descending: boolean;
}

export interface VirtualTableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  /** The key of a row: the same function whenever the table is drawn. */
  readonly rowKey: (row: T) => string;
  readonly selected?: string | undefined;
  readonly onSelect?: (row: T) => void;
  readonly rowHeight?: number;
  readonly rowTone?: (row: T) => string | undefined;
  readonly empty?: ReactNode;
  readonly sort?: Sort | undefined;
  /** If set, the column headers become buttons that sort. */
  readonly onSort?: (id: string) => void;
}

const headHeight = 27;

/** The height of rows with two lines. */
export const twoLines = 38;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: -Infinity,
  End: Infinity,
};

/** A virtualized table. The arrow keys select a row and Enter opens it. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { rows, columns, rowKey, selected, onSelect, rowHeight = 28 } = props;
  const viewport = useRef<HTMLDivElement>(null);
  // Another function would have the places of all rows computed again, whenever anything is drawn.
  const getItemKey = useCallback((i: number) => keyAt(rows, i, rowKey), [rows, rowKey]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: headHeight,
    getItemKey,
  });
  const wide = useMemo(() => columns.map(sized), [columns]);
  const template = wide.map((column) => column.width).join(" ");
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const from = rows.findIndex((row) => rowKey(row) === selected);
    const to = Math.max(0, Math.min(rows.length - 1, (from < 0 ? (step < 0 ? rows.length : -1) : from) + step));
    virtual.scrollToIndex(to);
    const row = rows[to];
    if (row !== undefined) onSelect?.(row);
  };
  return (
    <div
      className="kp-table fill scroll"
      ref={viewport}
      role="group"
      aria-label={`${props.label}: arrow keys move`}
      tabIndex={0}
      onKeyDown={move}
    >
      <div role="table" aria-label={props.label} aria-rowcount={rows.length + 1} style={{ minWidth: minWidthOf(wide) }}>
        <div className="kp-table-head" role="rowgroup">
          <div className="kp-table-row" role="row" style={{ gridTemplateColumns: template }}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </div>
        </div>
        <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="rowgroup">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <Row
                key={item.key}
                row={row}
                top={item.start}
                index={item.index}
                template={template}
                table={props}
                height={rowHeight}
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 ? props.empty : null}
    </div>
  );
}

/** How much larger the type of a talk is, and with it what columns need. */
const talkScale = 1.35;

/** A column with the width that it needs in this window. */
function sized<T>(column: Column<T>): Column<T> {
  if (!isPresenting()) return column;
  return {
    ...column,
    width: column.width.replace(/(?<!\d)(\d+)px/g, (_, px: string) => `${Math.round(Number(px) * talkScale)}px`),
  };
}

const gap = 12;

/** The minimum width of the columns, including gaps and padding. */
const minWidthOf = (columns: readonly Pick<Column<never>, "width">[]): number =>
  columns.reduce((sum, { width }) => sum + gap + Number(/(?<!\d)(\d+)px/.exec(width)?.[1] ?? 0), gap);

function HeadCell<T>({
  column: { id, label, head, hint, end },
  sort,
  onSort,
}: {
  readonly column: Column<T>;
  readonly sort: Sort | undefined;
  readonly onSort: ((id: string) => void) | undefined;
}) {
  const order = sort?.id !== id ? "none" : sort.descending ? "descending" : "ascending";
  return (
    <div
      role="columnheader"
      data-end={end}
      title={hint}
      aria-sort={onSort === undefined || order === "none" ? undefined : order}
    >
      {head !== undefined || onSort === undefined ? (
        (head ?? label)
      ) : (
        <button type="button" className="kp-table-sort" onClick={() => onSort(id)}>
          {label}
          {order === "none" ? null : <span aria-hidden="true">{order === "ascending" ? " ↑" : " ↓"}</span>}
        </button>
      )}
    </div>
  );
}

function keyAt<T>(rows: readonly T[], index: number, rowKey: (row: T) => string): string | number {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}

function Row<T>({
  row,
  top,
  index,
  template,
  table,
  height,
}: {
  readonly row: T;
  readonly top: number;
  readonly index: number;
  readonly template: string;
  readonly table: VirtualTableProps<T>;
  readonly height: number;
}) {
  const chosen = table.selected !== undefined && table.rowKey(row) === table.selected;
  const select = table.onSelect;
  return (
    <div
      className="kp-table-row"
      role="row"
      aria-rowindex={index + 2}
      data-selected={chosen ? "" : undefined}
      data-tone={table.rowTone?.(row)}
      data-clickable={select === undefined ? undefined : ""}
      style={{
        gridTemplateColumns: template,
        position: "absolute",
        top: 0,
        left: 0,
        right: 0,
        transform: `translateY(${top}px)`,
        height,
      }}
      onClick={select === undefined ? undefined : () => select(row)}
    >
      {table.columns.map((column) => (
        <div key={column.id} role="cell" data-end={column.end}>
          {column.draw(row)}
        </div>
      ))}
    </div>
  );
}
