import type { RevisionEntry } from "../../../../client/history.ts";
import { countUpTo } from "./entries.ts";

/** How fast the past is played: so many times the world's time, or as fast as it goes. */
export type Pace = 1 | 10 | 100 | "fastest";

export const paces: readonly Pace[] = [1, 10, 100, "fastest"];

export const paceInWords = (pace: Pace): string => (pace === "fastest" ? "Fastest" : `×${pace}`);

/** Gaps up to this long are played as they were; longer ones are shortened to a little more. */
const wholeGapMs = 1000;

/** Returns how long the gap between two writes is played at the world's own pace. */
export const playedGap = (ms: number): number =>
  ms <= wholeGapMs ? Math.max(0, ms) : wholeGapMs * (1 + Math.log10(ms / wholeGapMs) / 2);

/** Views cannot show more often than this. */
const frameMs = 100;
/** As fast as it goes: all writes within about so many steps. */
const fastestSteps = 120;

/** The next step of playing: which write is shown, and how long after the one before. */
export interface PlayStep {
  readonly entry: RevisionEntry;
  readonly afterMs: number;
}

/** Returns the next step from a revision; undefined at the end. Writes that follow each other closely are one step. */
export function nextStep(entries: readonly RevisionEntry[], revision: number, pace: Pace): PlayStep | undefined {
  let index = countUpTo(entries, revision);
  if (index >= entries.length) return undefined;
  if (pace === "fastest") {
    const step = Math.max(1, Math.ceil(entries.length / fastestSteps));
    const entry = entries[Math.min(entries.length - 1, index + step - 1)];
    return entry && { entry, afterMs: frameMs };
  }
  const gap = (at: number): number => playedGap((entries[at]?.at ?? 0) - (entries[at - 1]?.at ?? 0)) / pace;
  let afterMs = index === 0 ? 0 : gap(index);
  while (index + 1 < entries.length && afterMs + gap(index + 1) <= frameMs) {
    index += 1;
    afterMs += gap(index);
  }
  const entry = entries[index];
  return entry && { entry, afterMs: Math.max(frameMs, afterMs) };
}
