import { setTimeout } from "node:timers/promises";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import type { ApiServer } from "./api-server.ts";
import type { Finding } from "./change-log.ts";
import { checkHistory } from "./check-history.ts";
import { configMaps, keyOf, leases, services, versionOf, type Watched, type WireObject } from "./collection.ts";
import { makeFaults, type Fault } from "./faults.ts";
import { Recorder, type WatchRecord } from "./history.ts";
import { LoadClient } from "./load.ts";
import { watchOn } from "./watching.ts";

/** What is run: servers over one storage, and what can go wrong with them. */
export interface Setup {
  readonly servers: readonly ApiServer[];
  readonly faults: readonly Fault[];
  /** Sentences about what cannot go wrong here. */
  readonly leftOut: readonly string[];
  /** Ends all processes and removes their files. */
  close(): Promise<void>;
}

/** The options of a run. */
export interface RunOptions {
  readonly seed: number;
  readonly clients: number;
  /** The number of objects of each kind that the clients write. */
  readonly objects: number;
  readonly faults: number;
  /** How long a fault lasts at most, and the time between two at most. */
  readonly longestMs: number;
  /** How long a client waits between two requests at most. */
  readonly pauseMs: number;
}

/** What a run did, and what was found. */
export interface RunResult {
  readonly findings: readonly Finding[];
  readonly operations: number;
  readonly unanswered: number;
  readonly events: number;
  readonly resumed: number;
  readonly faults: ReadonlyMap<string, number>;
  /** How often servers have ended by themselves, since what they need at the start was not there. */
  readonly endedByThemselves: number;
  /** Processor time of the checkers, in seconds. */
  readonly checkSeconds: number;
}

/** Runs clients and watches against servers to which faults happen, and judges what the clients have seen. */
export async function runHistories({ servers, faults }: Setup, options: RunOptions): Promise<RunResult> {
  const recorder = new Recorder();
  const chance = new Seeded(options.seed);
  const [first] = servers;
  if (first === undefined) throw new Error("there is no server");
  for (const server of servers) await demandReady(server);
  const [writing, watching] = [new AbortController(), new AbortController()];
  const watches: Promise<readonly Finding[]>[] = [];
  for (const [at, collection] of [configMaps, services, leases, configMaps].entries()) {
    const record = recorder.watch(`${at}`, `${collection.path}/`, await revisionOf(first, collection));
    const seeded = new Seeded(options.seed + at);
    watches.push(watchOn({ servers, chance: seeded, collection, record, signal: watching.signal }));
  }
  const clients = Array.from({ length: options.clients }, (_, at) => {
    const seeded = new Seeded(options.seed * 1000 + at);
    return new LoadClient({ servers, recorder, chance: seeded, client: `client-${at}`, ...options });
  });
  const running = clients.map((client) => client.run(writing.signal));
  const made = await makeFaults(faults, { chance, count: options.faults, longestMs: options.longestMs });
  for (const server of servers) await demandReady(server);
  await setTimeout(options.longestMs);
  writing.abort();
  await Promise.all(running);
  for (const server of servers) for (const each of [configMaps, services]) await clients[0]?.list(server, each, true);
  const late = await lateWatches(first, recorder.watches);
  watching.abort();
  const ended = (await Promise.all(watches)).flat();
  const before = process.cpuUsage();
  const findings = [...ended, ...late, ...checkHistory(recorder)];
  const { user, system } = process.cpuUsage(before);
  return {
    findings,
    operations: recorder.operations.length,
    unanswered: recorder.operations.filter(({ returned }) => returned === undefined).length,
    events: recorder.watches.reduce((sum, { events }) => sum + events.length, 0),
    resumed: recorder.watches.reduce((sum, { resumed }) => sum + resumed, 0),
    faults: made,
    endedByThemselves: servers.reduce((sum, { program }) => sum + program.endedByItself, 0),
    checkSeconds: (user + system) / 1e6,
  };
}

/** Resolves once a server is ready; rejects with what it said if it ends or takes too long. */
export async function demandReady(server: ApiServer): Promise<void> {
  if (await server.ready()) return;
  throw new Error(`${server.life} is not ready: ${server.program.said.join("\n")}`);
}

/** Returns the newest revision, as a list of a collection tells it. */
export async function revisionOf(server: ApiServer, { path }: Watched): Promise<number> {
  const response = await server.send("GET", path);
  if (response.is !== "answer" || response.status !== 200) throw new Error(`no list of ${path}`);
  return Number(
    (response.body as { readonly metadata: { readonly resourceVersion: string } }).metadata.resourceVersion,
  );
}

/** Writes a last object of each kind, and returns a finding for each watch that is not told of it within a minute. */
async function lateWatches(server: ApiServer, watches: readonly WatchRecord[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  // without an address and a port, since clients may have left none
  const headless = { metadata: { name: "last" }, spec: { clusterIP: "None" } };
  for (const [collection, body] of [
    [configMaps, configMaps.object("last", {})] as const,
    [services, headless] as const,
  ]) {
    const response = await server.send("POST", collection.path, { body, timeoutMs: 30_000 });
    if (response.is !== "answer" || response.status !== 201)
      throw new Error(`${keyOf(collection, "last")} is not made: ${JSON.stringify(response)}`);
    const { revision } = versionOf(collection, response.body as WireObject);
    const own = watches.filter(({ prefix }) => prefix.startsWith(`${collection.path}/`));
    for (const watch of own)
      if (!(await reached(watch, revision))) findings.push(`watch ${watch.name} stopped at ${watch.seen}`);
  }
  return findings;
}

async function reached(watch: WatchRecord, revision: number): Promise<boolean> {
  for (let wait = 0; wait < 600; wait++) {
    if (watch.seen >= revision) return true;
    await setTimeout(100);
  }
  return false;
}
