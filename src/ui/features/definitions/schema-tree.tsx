import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { Icon } from "../../design/icon.tsx";
import { ShareBar } from "../../shared/share-bar.tsx";
import { typeWords, type SchemaNode } from "./model/schema-node.ts";
import { ancestorsOf, keyOf, openAtFirst, treeRows, type TreeRow } from "./model/tree-rows.ts";
import { stepInTree } from "./model/tree-keys.ts";
import { worstShare, type Costs } from "./use-costs.ts";

const rowHeight = 26;

interface SchemaTreeProps {
  readonly schema: SchemaNode;
  readonly name: string;
  readonly selected: readonly string[];
  readonly onSelect: (path: readonly string[]) => void;
  readonly costs: Costs;
}

/** A schema of any size as a tree: arrow keys move, open and close; letters jump to the next field that begins so. */
export function SchemaTree({ schema, name, selected, onSelect, costs }: SchemaTreeProps) {
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpen(schema, selected);
  const rows = useMemo(() => treeRows(schema, name, open), [schema, name, open]);
  const key = keyOf(selected);
  const at = Math.max(0, rows.findIndex((row) => row.key === key));
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => viewport.current, estimateSize: () => rowHeight, overscan: 12 });
  useEffect(() => virtual.scrollToIndex(at), [virtual, at]);
  const toggle = (row: TreeRow) => setOpen(flipped(open, row.key));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepInTree(rows, at, event);
    if (step === undefined) return;
    event.preventDefault();
    if (step.open !== undefined) setOpen(flipped(open, step.open));
    if (step.to !== undefined) onSelect(rows[step.to]?.path ?? []);
  };
  return (
    <div className="kp-tree fill scroll" ref={viewport} role="tree" aria-label="Schema" tabIndex={0} aria-activedescendant={`${id}-${at}`} onKeyDown={onKeyDown}>
      <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return <Row key={row.key} id={`${id}-${item.index}`} row={row} top={item.start} isSelected={item.index === at} share={worstShare(costs.byNode.get(row.key))} onSelect={() => onSelect(row.path)} onToggle={() => toggle(row)} />;
        })}
      </div>
    </div>
  );
}

/** What is open: at first the upper levels, and always what leads to the selected node. */
function useOpen(schema: SchemaNode, selected: readonly string[]): readonly [ReadonlySet<string>, (open: ReadonlySet<string>) => void] {
  const [open, setOpen] = useState(() => openAtFirst(schema));
  const key = keyOf(selected);
  const [shown, setShown] = useState<string | undefined>(undefined);
  if (shown !== key) {
    setShown(key);
    setOpen(new Set([...open, ...ancestorsOf(selected)]));
  }
  return [open, setOpen];
}

function flipped(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly isSelected: boolean;
  readonly share: number | "error" | undefined;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
}

function Row({ id, row, top, isSelected, share, onSelect, onToggle }: RowProps) {
  return (
    <div
      id={id} role="treeitem" className="kp-tree-row" aria-level={row.depth + 1} aria-posinset={row.position} aria-setsize={row.siblings} aria-selected={isSelected} aria-expanded={row.hasChildren ? row.isOpen : undefined}
      style={{ top: 0, height: rowHeight, transform: `translateY(${top}px)`, paddingLeft: 8 + Math.min(row.depth, 24) * 16 }} onClick={onSelect} onDoubleClick={row.hasChildren ? onToggle : undefined}
    >
      <span className="kp-tree-twist" aria-hidden="true" onClick={row.hasChildren ? (event) => { event.stopPropagation(); onToggle(); } : undefined}>{row.hasChildren ? <Icon name={row.isOpen ? "down" : "right"} size={12} /> : null}</span>
      <code className="kp-tree-name">{stepWords(row.step)}</code>
      <span className="quiet small">{typeWords(row.schema)}</span>
      {row.required ? <span className="kp-tree-mark" data-kind="required">required</span> : null}
      {row.schema["default"] === undefined ? null : <span className="kp-tree-mark clip">= {JSON.stringify(row.schema["default"])}</span>}
      {row.rules === 0 ? null : <span className="kp-tree-rules"><span className="kp-tree-mark" data-kind="rule">{row.rules === 1 ? "1 rule" : `${row.rules} rules`}</span>{share === undefined ? null : share === "error" ? <span className="kp-tree-mark" data-kind="error">does not compile</span> : <ShareBar share={share} of="what one rule may cost" small />}</span>}
    </div>
  );
}

const stepWords = (step: string): string => (step === "[*]" ? "each item" : step === "{*}" ? "each value" : step);
