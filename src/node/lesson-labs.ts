import { unchangedSettings } from "../client/settings.ts";
import type { LessonLabs } from "../lessons/labs.ts";
import type { RaceHost, RacingServer } from "../worker/race-host.ts";

/** The labs of a lesson, until they are closed. */
export interface OpenLabs extends LessonLabs {
  close(): Promise<void>;
}

/** Returns labs beside a lesson's server: races begin with it, if they say so. Their code is loaded with the first. */
export function openLabs(
  server: Omit<RacingServer, "chosen" | "subtle">,
  watchServer: LessonLabs["watchServer"],
): OpenLabs {
  let host: Promise<RaceHost> | undefined;
  const load = async (): Promise<RaceHost> => {
    const { createRaceHost } = await import("../worker/race-host.ts");
    return createRaceHost({ ...server, chosen: unchangedSettings, subtle: crypto.subtle });
  };
  return {
    race: async (race) => {
      const { exploreValue } = await import("../races/explore-value.ts");
      return exploreValue(await (host ??= load()), race);
    },
    fork: async (fork) => {
      const { tryForkOf } = await import("../races/fork-trial.ts");
      return tryForkOf(await (host ??= load()), fork);
    },
    watchServer,
    close: async () => (await host)?.close(),
  };
}
