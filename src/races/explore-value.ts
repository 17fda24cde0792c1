import type { RaceCalls, RaceReport } from "../client/races.ts";
import { readRace } from "./race.ts";

/** How long one call goes on: short enough that other requests come between. */
const portionMs = 120;

/**
 * Runs all orders of what is a race as a YAML or JSON text holds it, up to the most that are run. Rejects with the
 * problems of what is none, and with a sentence if its world cannot be made.
 */
export async function exploreValue(calls: Pick<RaceCalls, "exploreRace">, value: unknown): Promise<RaceReport> {
  const reading = readRace(value);
  if (reading.kind === "refused") throw new Error(reading.problems.join(" "));
  for (;;) {
    const report = await calls.exploreRace(reading.race, portionMs);
    if (report.isComplete || report.isCut) return report;
  }
}
