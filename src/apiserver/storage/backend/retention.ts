/** Which checkpoints are kept, and from which revision on the log is. */
export interface Retention {
  /** Ascending; the last one is the newest. */
  readonly checkpoints: readonly number[];
  /** The state that history starts from; 0 for the empty one. Group commits above it are kept. */
  readonly base: number;
}

/**
 * History needs a base state that is not newer than the compacted revision, and a start the newest one. The oldest
 * checkpoint between them becomes the next base; the others only cost room.
 */
export function retain(checkpoints: readonly number[], compacted: number): Retention {
  const ascending = [...checkpoints].sort((a, b) => a - b);
  const base = ascending.findLast((revision) => revision <= compacted) ?? 0;
  const above = ascending.filter((revision) => revision > base);
  const kept = new Set([base, above[0], above.at(-1)]);
  return { checkpoints: ascending.filter((revision) => kept.has(revision)), base };
}
