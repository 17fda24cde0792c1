import type { NamedWorld, WorldOrigin } from "../../../platform/named-worlds.ts";

/**
 * Returns the revision until which two worlds have the same history; undefined if neither was made of the other, nor
 * both of a third one, as far as is known.
 */
export function commonRevision(worlds: readonly NamedWorld[], one: string, other: string): number | undefined {
  const otherLine = lineOf(worlds, other);
  const meeting = [...lineOf(worlds, one)].find(([id]) => otherLine.has(id));
  if (meeting === undefined) return undefined;
  const [id, revision] = meeting;
  const common = Math.min(revision, otherLine.get(id) ?? 0);
  return Number.isFinite(common) ? common : undefined;
}

/** Returns the worlds that a world was made of, with the revisions until which they are the same, nearest first. */
function lineOf(worlds: readonly NamedWorld[], from: string): ReadonlyMap<string, number> {
  const line = new Map<string, number>();
  const add = ({ id, revision }: WorldOrigin): void => {
    if (line.has(id)) return;
    line.set(id, revision);
    const origin = worlds.find((world) => world.id === id)?.origin;
    if (origin !== undefined) add({ id: origin.id, revision: Math.min(revision, origin.revision) });
  };
  add({ id: from, revision: Infinity });
  return line;
}
