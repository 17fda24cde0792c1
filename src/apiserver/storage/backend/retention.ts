/** The checkpoints to keep, and the revision from which the log is kept. */
export interface Retention {
  /** Ascending; the last one is the newest. */
  readonly checkpoints: readonly number[];
  /** The revision of the base state of history; 0 for the empty state. Group commits after it are kept. */
  readonly base: number;
}

/**
 * Decides which checkpoints to keep. History needs a base state not newer than the compacted revision, and startup
 * needs the newest checkpoint. The oldest checkpoint between them becomes the next base; the others are deleted.
 */
export function retain(checkpoints: readonly number[], compacted: number): Retention {
  const ascending = [...checkpoints].sort((a, b) => a - b);
  const base = ascending.findLast((revision) => revision <= compacted) ?? 0;
  const above = ascending.filter((revision) => revision > base);
  const kept = new Set([base, above[0], above.at(-1)]);
  return { checkpoints: ascending.filter((revision) => kept.has(revision)), base };
}
