import type { Finding, Race } from "../client/races.ts";
import { findingsAtEnd } from "./end-findings.ts";
import { findingsIn } from "./findings.ts";
import type { RaceRun } from "./race-run.ts";

/** Finds what happened in a run that has ended. Its world is open yet. */
export const findingsInRun = async (
  race: Pick<Race, "actors">,
  { world, log, ends }: Pick<RaceRun, "world" | "log" | "ends">,
): Promise<readonly Finding[]> => [...(await findingsAtEnd(world.handle, log)), ...findingsIn(race, log, ends)];
