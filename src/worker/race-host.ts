import type { Clock } from "../apimachinery/clock.ts";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ForkReport, ForkTrial, Race, RaceCalls } from "../client/races.ts";
import type { ChosenSettings } from "../client/settings.ts";
import type { WorldClock } from "../component-base/world-clock.ts";
import { forkStore } from "../kube-apiserver/fork-store.ts";
import type { ApiServerOptions } from "../kube-apiserver/options.ts";
import { type ApiServer, createApiServer } from "../kube-apiserver/server.ts";
import { type RaceBase, RaceLab } from "../races/race-lab.ts";
import { performLines } from "../races/actor-lines.ts";
import { listObjects } from "../share/collect-objects.ts";
import { compareWorlds, type WorldDifference } from "../share/compare-worlds.ts";
import { seedServer } from "./host/seed-server.ts";
import { choicesOf } from "./host/server-choices.ts";

/** The server whose races these are. */
export interface RacingServer {
  readonly store: ApiServer["store"];
  readonly world: WorldClock;
  readonly clock: Clock;
  readonly chosen: ChosenSettings;
  readonly subtle: ApiServerOptions["subtle"];
}

/** Runs races, and keeps their worlds. */
export interface RaceHost extends RaceCalls {
  close(): void;
}

/** How many races are kept, each with its world. */
const mostLabs = 2;

/** When the clock of a race stands that begins with an empty world. */
const start = Date.UTC(2026, 0, 1);

/** Other names than those of the server that runs go on from. */
const forkSeed = 1_000_000;

/** Runs the races of a server on servers in memory, which have no controllers and whose clock stands still. */
export function createRaceHost(server: RacingServer): RaceHost {
  const labs = new Map<string, Promise<RaceLab>>();
  const forget = (key: string): void => {
    labs
      .get(key)
      ?.then((lab) => lab.close())
      .catch(() => undefined);
    labs.delete(key);
  };
  const labOf = (race: Race): Promise<RaceLab> => {
    const key = JSON.stringify(race);
    const lab = labs.get(key) ?? openLab(server, race);
    labs.delete(key);
    labs.set(key, lab);
    lab.catch(() => labs.delete(key));
    for (const oldest of labs.keys()) if (labs.size > mostLabs) forget(oldest);
    return lab;
  };
  const { clock } = server;
  return {
    exploreRace: async (race, forMs) => {
      const lab = await labOf(race);
      const end = clock.monotonic() + forMs;
      return lab.explore(() => clock.monotonic() >= end);
    },
    playRace: async (race, order) => (await labOf(race)).play(order),
    exportRaceWorld: async (race) => {
      const { base, exported } = await openBase(server, race);
      return exported().finally(() => base.close());
    },
    tryFork: (trial) => tryFork(server, trial),
    close: () => [...labs.keys()].forEach(forget),
  };
}

/** Does something in a fork of a server's world, and compares the two as they are then. */
async function tryFork(server: RacingServer, { revision, lines }: ForkTrial): Promise<ForkReport> {
  const empty = { setup: [], steps: [], actors: {}, objects: [] };
  const begun = revision ?? server.store.revision;
  const { base: fork, clock } = await openBase(server, { ...empty, revision: begun });
  try {
    const { signal } = new AbortController();
    await performLines(lines, { handle: fork.handle, signal, name: "fork", clock });
    const { base: here } = await openBase(server, { ...empty, revision: server.store.revision });
    try {
      const worlds = [here, fork].map(({ handle }) => listObjects({ handle, userAgent: "kubepad-fork" }));
      const [left = [], right = []] = await Promise.all(worlds);
      return { revision: begun, ...reportOf(await compareWorlds(left, right)) };
    } finally {
      await here.close();
    }
  } finally {
    await fork.close();
  }
}

const nameText = ({ kind = "", metadata: { name = "", namespace } }: KubeObject): string =>
  `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;

const reportOf = ({ onlyLeft, onlyRight, changed }: WorldDifference): Omit<ForkReport, "revision"> => ({
  onlyHere: onlyLeft.map(nameText),
  onlyInFork: onlyRight.map(nameText),
  changed: changed.map(({ left, fields }) => ({
    object: nameText(left),
    fields: fields.map(({ path, left: here, right: fork, leftOwners, rightOwners }) => ({
      path,
      ...(here !== undefined && { here }),
      ...(fork !== undefined && { fork }),
      hereManagers: leftOwners.managers,
      forkManagers: rightOwners.managers,
    })),
  })),
});

async function openLab(server: RacingServer, race: Race): Promise<RaceLab> {
  const { base, clock } = await openBase(server, race);
  return RaceLab.open(race, base, { clock, after: server.clock.after }).catch((error: unknown) =>
    base.close().then(() => Promise.reject(error)),
  );
}

async function openBase(
  { store, world, chosen, subtle }: RacingServer,
  { revision, objects }: Race,
): Promise<{ readonly base: RaceBase; readonly clock: Clock; readonly exported: () => Promise<Uint8Array> }> {
  const fork = revision === undefined ? undefined : await forkStore(store, world, revision);
  const clock = stillClock(fork?.time.start ?? start);
  const token = "setup";
  const open = (backend: Backend, seed: number, goesOn: boolean): Promise<ApiServer> =>
    createApiServer({
      ...choicesOf(chosen),
      backend,
      goesOn,
      clock,
      subtle,
      random: createSeededRandom(seed),
      requestRandom: createSeededRandom(2),
      loopbackTokens: new Map([[token, setupUser]]),
    });
  const begun = await open(fork?.backend ?? createMemoryBackend(), 1, fork !== undefined);
  const { handle, inspect } = begun;
  await seedServer({ handle, inspect, token }, objects).catch((error: unknown) =>
    begun.close().then(() => Promise.reject(error)),
  );
  const base: RaceBase = {
    handle,
    fork: async () => {
      const { backend, revision: at } = await forkStore(begun.store, undefined);
      return open(backend, forkSeed + at, true);
    },
    close: () => begun.close(),
  };
  return { base, clock, exported: () => inspect.export() };
}

const setupUser = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/** A clock that stands still: nothing that waits for time happens in a race. */
const stillClock = (now: number): Clock => ({ now: () => now, monotonic: () => 0, after: () => () => undefined });
