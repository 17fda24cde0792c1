import type { RevisionEntry } from "../../../../client/history.ts";
import { authorOf, type Lane } from "./authors.ts";
import { countUpTo } from "./entries.ts";

/** The revisions that the line shows. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One write, or several that share a place. */
export interface Tick {
  /** The middle of its place. */
  readonly x: number;
  readonly lane: number;
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

export const countOf = (tick: Tick): number => tick.create + tick.update + tick.delete;

/** The width of a place: writes that are closer share a tick. */
export const tickWidth = 6;

/** Returns where a revision stands on a line of a width. */
export const placeOf = (revision: number, { from, to }: Span, width: number): number =>
  to <= from ? width : ((revision - from) / (to - from)) * width;

/** Returns the revision at a place, as a fraction. */
export const revisionAt = (x: number, { from, to }: Span, width: number): number =>
  width <= 0 ? to : from + (Math.max(0, Math.min(width, x)) / width) * (to - from);

type Counts = { -readonly [K in keyof Tick]: Tick[K] };

/** Lays out the writes of a span in the lanes of their authors: at most one tick for each place of each lane. */
export function layTicks(
  entries: readonly RevisionEntry[],
  lanes: readonly Lane[],
  span: Span,
  width: number,
): readonly Tick[] {
  const laneOf = new Map(lanes.flatMap(({ authors }, lane) => [...authors].map((author) => [author, lane] as const)));
  const ticks = new Map<number, Counts>();
  const end = countUpTo(entries, span.to);
  for (let i = countUpTo(entries, span.from - 1); i < end; i++) {
    const entry = entries[i];
    const lane = entry && laneOf.get(authorOf(entry));
    if (entry === undefined || lane === undefined) continue;
    const place = Math.floor(placeOf(entry.revision, span, width) / tickWidth);
    const key = place * lanes.length + lane;
    let tick = ticks.get(key);
    if (tick === undefined) {
      tick = { x: Math.min(width, (place + 0.5) * tickWidth), lane, create: 0, update: 0, delete: 0 };
      ticks.set(key, tick);
    }
    tick[entry.kind] += 1;
  }
  return [...ticks.values()];
}

/** Returns the span of `size` revisions around one, within all that there are. */
export function spanAround(revision: number, size: number, all: Span): Span {
  const length = Math.min(all.to - all.from, Math.max(1, size));
  const from = Math.max(all.from, Math.min(all.to - length, Math.round(revision - length / 2)));
  return { from, to: from + length };
}
