import { type RaceCalls, raceCallsThrough } from "../../client/races.ts";

/** The races of a server that runs none. */
export const noRaces: RaceCalls = raceCallsThrough(() => Promise.reject(new Error("this server runs no races")));
