import { useState } from "react";

/** Keeps the expanded lines of a tree: initially `atFirst`. Selecting a line expands its ancestors. */
export function useOpenLines(
  atFirst: () => ReadonlySet<string>,
  selected: string,
  above: readonly string[],
): readonly [ReadonlySet<string>, (key: string) => void] {
  const [open, setOpen] = useState(atFirst);
  const [led, setLed] = useState<string | undefined>(undefined);
  if (led !== selected) {
    setLed(selected);
    setOpen(new Set([...open, ...above]));
  }
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return [open, toggle];
}
