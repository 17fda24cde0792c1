import type { RevisionEntry } from "../../../../client/history.ts";

/** Returns how many entries are not after a revision. Entries are in the order of their revisions. */
export function countUpTo(entries: readonly RevisionEntry[], revision: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.revision ?? Infinity) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the last write up to a revision: what a view of that revision shows last. */
export const lastUpTo = (entries: readonly RevisionEntry[], revision: number): RevisionEntry | undefined =>
  entries[countUpTo(entries, revision) - 1];

/** The write that is nearest to a revision, which may be a fraction. */
export function nearest(entries: readonly RevisionEntry[], revision: number): RevisionEntry | undefined {
  const after = countUpTo(entries, revision);
  const [left, right] = [entries[after - 1], entries[after]];
  if (left === undefined || right === undefined) return left ?? right;
  return revision - left.revision <= right.revision - revision ? left : right;
}

/** Writes with less than this between them, by the world's time, belong together. */
const groupGapMs = 1000;
/** Where the times are not known, this many writes belong together. */
const groupSize = 10;

const isSplit = (before: RevisionEntry, after: RevisionEntry): boolean =>
  before.at !== undefined && after.at !== undefined && after.at - before.at >= groupGapMs;

/**
 * Returns the write at the end of the next group of writes, or of the one before: those that follow each other closely
 * are a group, such as what controllers make of one request.
 */
export function groupFrom(
  entries: readonly RevisionEntry[],
  revision: number,
  direction: 1 | -1,
): RevisionEntry | undefined {
  const start = countUpTo(entries, revision) - 1;
  let at = start + direction;
  if (direction === -1) while (at > 0 && !isEnd(entries, at) && start - at < mostInGroup) at -= 1;
  else while (at < entries.length - 1 && !isEnd(entries, at) && at - start < mostInGroup) at += 1;
  return entries[Math.max(0, Math.min(entries.length - 1, at))];
}

const mostInGroup = 100;

/** Whether a group ends with the write at an index. */
function isEnd(entries: readonly RevisionEntry[], index: number): boolean {
  const [entry, next] = [entries[index], entries[index + 1]];
  if (entry === undefined || next === undefined) return true;
  if (entry.at === undefined || next.at === undefined) return (index + 1) % groupSize === 0;
  return isSplit(entry, next);
}
