import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { suggestNames, suggestTargets, type Suggestion } from "./completion.ts";

export interface TargetInputProps {
  readonly method: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onSubmit: () => void;
}

/** The path input with completion. The arrow keys select, Tab or Enter accepts, and Enter without a selection sends. */
export function TargetInput({ method, value, onValue, onSubmit }: TargetInputProps) {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const items = useSuggestions(method, value, open);
  const shown = open && items.length > 0;
  const take = (item: Suggestion) => {
    onValue(item.target);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[chosen];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setChosen(stepped(chosen, event.key === "ArrowDown" ? 1 : -1, items.length));
    } else if (event.key === "Escape") setOpen(false);
    else if (shown && item !== undefined && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      take(item);
    } else if (event.key === "Enter") {
      setOpen(false);
      onSubmit();
    }
  };
  return (
    <div className="kp-target grow">
      <input
        className="kp-input mono"
        role="combobox"
        aria-label="Path"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder="/api/v1/namespaces/default/configmaps — or type a word: deploy, cm, secrets"
        value={value}
        onChange={(event) => {
          onValue(event.target.value);
          setOpen(true);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      />
      <Suggestions id={list} items={shown ? items : []} chosen={chosen} onTake={take} />
    </div>
  );
}

/** Cycles through the suggestions; -1 is the typed text itself. */
const stepped = (from: number, step: number, count: number): number =>
  ((from + 1 + step + count + 1) % (count + 1)) - 1;

function Suggestions({
  id,
  items,
  chosen,
  onTake,
}: {
  readonly id: string;
  readonly items: readonly Suggestion[];
  readonly chosen: number;
  readonly onTake: (item: Suggestion) => void;
}) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void active.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div id={id} role="listbox" aria-label="Paths" className="kp-popup kp-suggestions" hidden={items.length === 0}>
      {items.map((item, i) => (
        <div
          key={item.target}
          id={`${id}-${i}`}
          ref={i === chosen ? active : undefined}
          role="option"
          aria-selected={i === chosen}
          className="kp-item"
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(item);
          }}
        >
          <span className="mono clip">{item.label}</span>
          <span className="quiet small clip">{item.note}</span>
        </div>
      ))}
    </div>
  );
}

function useSuggestions(method: string, value: string, open: boolean): readonly Suggestion[] {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const namespaces = catalog.use((state) => state.namespaces);
  const [names, setNames] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (!open) return;
    const control = new AbortController();
    const cancel = page.clock.after(120, () => {
      suggestNames(page, value, resources, control.signal).then(setNames, () => setNames([]));
    });
    return () => {
      cancel();
      control.abort();
    };
  }, [page, value, resources, open]);
  if (!open) return [];
  const live = names.filter((item) => item.target.startsWith(value) && item.target !== value);
  return [...live, ...suggestTargets(method, value, { resources, namespaces }).filter((item) => item.target !== value)];
}
