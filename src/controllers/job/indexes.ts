import type { Pod } from "../../api/core/v1.ts";

export const indexAnnotation = "batch.kubernetes.io/job-completion-index";

/** Returns the completion index of a pod; undefined if it has none (getCompletionIndex). */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[indexAnnotation] ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Parses indexes in a status, such as `1,3-5,7`; those from `end` on are left out. */
export function parseIndexes(text: string | undefined, end = Infinity): Set<number> {
  const indexes = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    const [first = "", last = first] = part.split("-");
    if (first === "") continue;
    for (let i = Number(first); i <= Number(last) && i < end; i++) indexes.add(i);
  }
  return indexes;
}

/** Formats indexes: two that follow each other with a comma, more as a range (orderedIntervals.String). */
export function formatIndexes(indexes: Iterable<number>): string {
  const intervals: [first: number, last: number][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const open = intervals.at(-1);
    if (open !== undefined && open[1] === index - 1) open[1] = index;
    else intervals.push([index, index]);
  }
  return intervals
    .map(([first, last]) => (first === last ? `${first}` : `${first}${last - first > 1 ? "-" : ","}${last}`))
    .join(",");
}

/** Returns the first free indexes, in order. */
export function firstFree(count: number, completions: number, taken: ReadonlySet<number>): readonly number[] {
  const free: number[] = [];
  for (let i = 0; i < completions && free.length < count; i++) if (!taken.has(i)) free.push(i);
  return free;
}
