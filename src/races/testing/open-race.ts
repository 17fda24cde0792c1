import { parse } from "yaml";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createTestServer } from "../../envtest/test-server.ts";
import { RaceLab } from "../race-lab.ts";
import type { Race } from "../../client/races.ts";
import { readRace } from "../race.ts";

/** Reads a race of which nothing is refused. */
export function raceOf(text: string): Race {
  const reading = readRace(parse(text));
  if (reading.kind === "refused") throw new Error(reading.problems.join("\n"));
  return reading.race;
}

/** Opens the lab of a race on a test server, whose clock stands still. */
export async function openRace(race: Race): Promise<RaceLab> {
  const clock = new FakeClock();
  const base = await createTestServer({ clock, controllers: false, seed: race.objects });
  return RaceLab.open(race, base, { clock, after: createSystemClock().after });
}
