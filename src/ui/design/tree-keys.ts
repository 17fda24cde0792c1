/** A line of a tree as keys see it. */
export interface TreeLine {
  readonly key: string;
  /** What letters look for. */
  readonly name: string;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Which of its siblings it is, from 1, and how many there are. */
  readonly position: number;
  readonly siblings: number;
}

/** A key with what is held down beside it. */
export interface TreeKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * What a key does: go to a line, open or close the one that is chosen, or nothing that the browser should do either.
 */
export type TreeMove = { readonly to: number } | "toggle" | "stay";

/** The keys of a tree as screen readers expect them; undefined for keys that mean nothing in one. */
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

/** The next line that begins with a letter, from the top again after the last; the same one when there is no other. */
function nextNamed(lines: readonly TreeLine[], at: number, letter: string): number {
  for (let i = 1; i <= lines.length; i += 1) {
    const to = (at + i) % lines.length;
    if (lines[to]?.name.toLowerCase().startsWith(letter) === true) return to;
  }
  return at;
}
