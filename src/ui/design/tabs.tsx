import { useRef, type KeyboardEvent, type ReactNode } from "react";

export interface TabItem<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
}

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A tab list with arrow key navigation. The caller renders the panel with `tabPanelProps`. */
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
      <div
        className="row"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
        style={{ gap: "var(--space-4)", alignItems: "stretch" }}
      >
        {items.map((item) => (
          <Tab key={item.id} item={item} active={item.id === value} onSelect={() => onValue(item.id)} />
        ))}
      </div>
      {end === undefined ? null : (
        <div className="row" style={{ marginLeft: "auto" }}>
          {end}
        </div>
      )}
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
