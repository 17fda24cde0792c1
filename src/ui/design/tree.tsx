import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { moveInTree, type TreeLine } from "./tree-keys.ts";
import "./tree.css";

const lineHeight = 26;

export interface TreeProps<T extends TreeLine> {
  readonly label: string;
  /** All visible lines, without the descendants of collapsed ones. */
  readonly lines: readonly T[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
  readonly onToggle: (key: string) => void;
  /** If set, Enter and a click open the line, and the space bar toggles it. */
  readonly onOpen?: (key: string) => void;
  /** If set, the context menu of a line is asked for at its element, with the pointer or the keyboard. */
  readonly onMenu?: (key: string, at: Element) => void;
  /** Renders the content of a line, after the expander. */
  readonly draw: (line: T) => ReactNode;
}

/**
 * A virtualized tree. The arrow keys select, expand and collapse; a letter selects the next line that begins with it.
 */
export function Tree<T extends TreeLine>(props: TreeProps<T>) {
  const { label, lines, selected, onSelect, onToggle, onOpen, draw } = props;
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    lines.findIndex((line) => line.key === selected),
  );
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => lineHeight,
    overscan: 12,
  });
  const [scrolledTo] = useState({ line: 0 });
  useEffect(() => {
    // Scrolling asks for the layout, so that a tree that shows its first line is not scrolled to it.
    if (scrolledTo.line !== at) virtual.scrollToIndex(at);
    scrolledTo.line = at;
  }, [virtual, at, scrolledTo]);
  const { onKeyDown, onContextMenu } = useTreeKeys(props, id, at);
  return (
    <div
      className="kp-outline fill scroll"
      ref={viewport}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <Line
              key={line.key}
              id={`${id}-${index}`}
              line={line}
              top={start}
              isSelected={index === at}
              onSelect={() => (onSelect(line.key), onOpen?.(line.key))}
              onToggle={() => onToggle(line.key)}
            >
              {draw(line)}
            </Line>
          );
        })}
      </div>
    </div>
  );
}

/** The keys and the context menu of a tree. A line has the id of the tree with its index; that at `at` is selected. */
function useTreeKeys<T extends TreeLine>(props: TreeProps<T>, id: string, at: number) {
  const { lines, onSelect, onToggle, onOpen, onMenu } = props;
  const menuOf = (index: number): boolean => {
    const [line, element] = [lines[index], document.getElementById(`${id}-${index}`)];
    if (onMenu === undefined || line === undefined || element === null) return false;
    onSelect(line.key);
    onMenu(line.key, element);
    return true;
  };
  const follow = (event: KeyboardEvent): void => {
    const move = moveInTree(lines, at, event);
    if (move === undefined) return;
    event.preventDefault();
    const line = lines[move === "toggle" || move === "stay" ? at : move.to];
    if (line === undefined || move === "stay") return;
    if (move === "toggle") onToggle(line.key);
    else onSelect(line.key);
  };
  return {
    onKeyDown(event: KeyboardEvent): void {
      const line = lines[at];
      const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      if (isMenuKey && menuOf(at)) event.preventDefault();
      else if (event.key === "Enter" && onOpen !== undefined && line !== undefined) {
        event.preventDefault();
        onOpen(line.key);
      } else follow(event);
    },
    onContextMenu(event: MouseEvent): void {
      const item = event.target instanceof Element ? event.target.closest("[role=treeitem]") : null;
      if (menuOf(item === null ? at : Number(item.id.slice(id.length + 1)))) event.preventDefault();
    },
  };
}

interface LineProps {
  readonly id: string;
  readonly line: TreeLine;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function Line({ id, line, top, isSelected, onSelect, onToggle, children }: LineProps) {
  const toggle = line.hasChildren ? onToggle : undefined;
  return (
    <div
      id={id}
      role="treeitem"
      className="kp-outline-line"
      aria-level={line.depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={isSelected}
      aria-expanded={line.hasChildren ? line.isOpen : undefined}
      style={{
        top: 0,
        height: lineHeight,
        transform: `translateY(${top}px)`,
        paddingLeft: 8 + Math.min(line.depth, 24) * 16,
      }}
      onClick={onSelect}
      onDoubleClick={toggle}
    >
      <span
        className="kp-outline-twist"
        aria-hidden="true"
        onClick={
          toggle === undefined
            ? undefined
            : (event) => {
                event.stopPropagation();
                toggle();
              }
        }
      >
        {line.hasChildren ? <Icon name={line.isOpen ? "down" : "right"} size={12} /> : null}
      </span>
      {children}
    </div>
  );
}
