import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

export interface TabItem<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
}

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The width in which tabs that do not fit fade out. */
const fade = 24;

/** Scrolls a list sideways, and nothing else, until its selected tab is in sight. */
function reveal(list: HTMLElement): void {
  const tab = list.querySelector("[aria-selected=true]");
  if (tab === null) return;
  const [room, wanted] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (wanted.left < room.left) list.scrollLeft -= room.left - wanted.left;
  else if (wanted.right + fade > room.right) list.scrollLeft += wanted.right + fade - room.right;
}

/**
 * A tab list with arrow key navigation, and tools at its end. Where they do not fit, the tabs scroll below their tools
 * and the selected one is kept in sight. The caller renders the panel.
 */
export function Tabs<T extends string>({
  label,
  items,
  value,
  onValue,
  end,
}: {
  readonly label: string;
  readonly items: readonly TabItem<T>[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly end?: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const size = new ResizeObserver(() => reveal(element)); // calls once at first as well
    size.observe(element);
    return () => size.disconnect();
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    const index = (items.findIndex((item) => item.id === value) + step + items.length) % items.length;
    const next = items[index];
    if (next === undefined) return;
    event.preventDefault();
    onValue(next.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };
  return (
    <div className="kp-tabs">
      <div className="kp-tablist" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <Tab key={item.id} item={item} active={item.id === value} onSelect={() => onValue(item.id)} />
        ))}
      </div>
      {end === undefined ? null : <div className="kp-tabs-end">{end}</div>}
    </div>
  );
}

function Tab<T extends string>({
  item,
  active,
  onSelect,
}: {
  readonly item: TabItem<T>;
  readonly active: boolean;
  readonly onSelect: () => void;
}) {
  return (
    <button
      type="button"
      role="tab"
      className="kp-tab"
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      onClick={onSelect}
    >
      {item.label}
      {item.count === undefined ? null : <span className="kp-count">{item.count}</span>}
    </button>
  );
}
