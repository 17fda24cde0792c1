import type { TreeRow } from "./tree-rows.ts";

/** What a key does in the tree: go to a row, or open or close one. */
export interface TreeStep {
  readonly to?: number;
  readonly open?: string;
}

type Key = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** The keys of a tree, as readers of screens expect them; undefined for keys that mean nothing here. */
export function stepInTree(rows: readonly TreeRow[], at: number, { key, ctrlKey, metaKey, altKey }: Key): TreeStep | undefined {
  const row = rows[at];
  if (row === undefined || ctrlKey || metaKey || altKey) return undefined;
  switch (key) {
    case "ArrowDown": return { to: Math.min(rows.length - 1, at + 1) };
    case "ArrowUp": return { to: Math.max(0, at - 1) };
    case "PageDown": return { to: Math.min(rows.length - 1, at + 12) };
    case "PageUp": return { to: Math.max(0, at - 12) };
    case "Home": return { to: 0 };
    case "End": return { to: rows.length - 1 };
    case "ArrowRight": return row.isOpen ? { to: at + 1 } : row.hasChildren ? { open: row.key } : {};
    case "ArrowLeft": return row.isOpen ? { open: row.key } : { to: parentOf(rows, at) };
    case "Enter":
    case " ": return row.hasChildren ? { open: row.key } : {};
    default: return key.length === 1 ? jump(rows, at, key) : undefined;
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let i = at - 1; i >= 0; i -= 1) if ((rows[i]?.depth ?? 0) < depth) return i;
  return at;
}

/** To the next row that begins with a letter, from the top again after the last. */
function jump(rows: readonly TreeRow[], at: number, letter: string): TreeStep {
  for (let i = 1; i <= rows.length; i += 1) {
    const to = (at + i) % rows.length;
    if (rows[to]?.step.toLowerCase().startsWith(letter.toLowerCase()) === true) return { to };
  }
  return {};
}
