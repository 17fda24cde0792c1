import { setTimeout } from "node:timers/promises";
import type { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import type { ApiServer } from "./api-server.ts";

/** Something that goes wrong for a while, and is well again afterwards. */
export interface Fault {
  readonly name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** The faults of a server: killed, ended, paused, and with a clock that steps. */
export const faultsOfServer = (server: ApiServer): readonly Fault[] => [
  {
    name: `${server.name} killed`,
    begin: () => server.program.end("SIGKILL"),
    end: async () => server.start(),
  },
  {
    name: `${server.name} ended`,
    begin: () => server.program.end("SIGTERM"),
    end: async () => server.start(),
  },
  {
    name: `${server.name} paused`,
    begin: async () => server.program.pause(),
    end: async () => server.program.goOn(),
  },
  {
    name: `the clock of ${server.name} stepped`,
    begin: async () => void (await server.send("POST", "/kubepad/time", { body: { advance: "1h" } })),
    end: async () => undefined,
  },
];

/**
 * Makes faults happen, one after another, as a seed says, each for up to `longestMs`, and each again well before the
 * next begins. Returns how often each happened.
 */
export async function makeFaults(
  faults: readonly Fault[],
  { chance, count, longestMs }: { readonly chance: Seeded; readonly count: number; readonly longestMs: number },
): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, number>();
  for (let each = 0; each < count; each++) {
    const fault = faults[chance.below(faults.length)];
    if (fault === undefined) break;
    await setTimeout(chance.below(longestMs));
    await fault.begin();
    await setTimeout(chance.below(longestMs));
    await fault.end();
    made.set(fault.name, (made.get(fault.name) ?? 0) + 1);
  }
  return made;
}
