/** A line of a tree, as keyboard navigation needs it. */
export interface TreeLine {
  readonly key: string;
  /** The text that typed letters are matched with. */
  readonly name: string;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** The 1-based position among the siblings and their number (aria-posinset, aria-setsize). */
  readonly position: number;
  readonly siblings: number;
}

/** A key with its modifiers. */
export interface TreeKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The effect of a key: select a line, toggle the selected line, or only suppress the browser's default. */
export type TreeMove = { readonly to: number } | "toggle" | "stay";

/**
 * Implements the keyboard navigation of the ARIA tree pattern. Returns undefined for keys without a meaning in a tree.
 */
export function moveInTree(
  lines: readonly TreeLine[],
  at: number,
  { key, ctrlKey, metaKey, altKey }: TreeKey,
): TreeMove | undefined {
  const line = lines[at];
  if (line === undefined || ctrlKey || metaKey || altKey) return undefined;
  const last = lines.length - 1;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(last, at + 1) };
    case "ArrowUp":
      return { to: Math.max(0, at - 1) };
    case "PageDown":
      return { to: Math.min(last, at + 12) };
    case "PageUp":
      return { to: Math.max(0, at - 12) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: last };
    case "ArrowRight":
      return line.isOpen ? { to: at + 1 } : line.hasChildren ? "toggle" : "stay";
    case "ArrowLeft":
      return line.isOpen ? "toggle" : { to: parentOf(lines, at, line.depth) };
    case "Enter":
    case " ":
      return line.hasChildren ? "toggle" : "stay";
    default:
      return key.length === 1 ? { to: nextNamed(lines, at, key.toLowerCase()) } : undefined;
  }
}

function parentOf(lines: readonly TreeLine[], at: number, depth: number): number {
  for (let i = at - 1; i >= 0; i -= 1) if ((lines[i]?.depth ?? 0) < depth) return i;
  return at;
}

/**
 * Returns the index of the next line that begins with a letter, wrapping around; the current index if there is none.
 */
function nextNamed(lines: readonly TreeLine[], at: number, letter: string): number {
  for (let i = 1; i <= lines.length; i += 1) {
    const to = (at + i) % lines.length;
    if (lines[to]?.name.toLowerCase().startsWith(letter) === true) return to;
  }
  return at;
}
