import { setTimeout as rest } from "node:timers/promises";
import { startServer } from "../child-program.ts";
import { processMs, residentMb } from "./event-loop-time.ts";
import { bodyOf, Connection, encodeRequest, statusOf } from "./load/connection.ts";
import { Watcher } from "./load/watcher.ts";
import { collectionPath, configMap, mergePatch } from "./objects.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";

type Report = (row: Row) => void;

const json = { "Content-Type": "application/json" };
const mergePatchType = { "Content-Type": "application/merge-patch+json" };
const collection = collectionPath("default");
const openAtOnce = 100;

/** The watchers of a row, and the object that they watch. */
interface Crowd {
  readonly watchers: number;
  readonly object: object;
}

/** A server with watchers of one object, and a connection for other requests. */
interface WatchedServer {
  readonly pid: number;
  readonly watchers: readonly Watcher[];
  readonly connection: Connection;
  readonly path: string;
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Measures what events cost the server's process over HTTP. Each write waits until all watchers have seen it, so that
 * no two events share a write to a socket; then 10,000 watchers get 100 events a second, beside which objects are read.
 */
export async function watcherRows(rounds: number, report: Report): Promise<void> {
  for (const watchers of [100, 1_000])
    await eachAlone({ watchers, object: configMap("default", "watched") }, rounds, report);
  const small = { metadata: { name: "watched" }, data: { "key-0": "value" } };
  await atAPace({ watchers: 10_000, object: small }, report);
}

async function eachAlone(crowd: Crowd, rounds: number, report: Report): Promise<void> {
  const server = await openWatched(crowd);
  const writes = Math.ceil(10_000 / crowd.watchers);
  await writeAlone(server, writes); // compiles the code
  const paces: number[] = [];
  const start = processMs(server.pid);
  for (let round = 0; round < rounds; round += 1) paces.push(await writeAlone(server, writes));
  const cpuMicros = ((processMs(server.pid) - start) * 1000) / (rounds * writes * crowd.watchers);
  const name = `events to ${crowd.watchers.toLocaleString("en-US")}`;
  report({ ...row(name, median(paces), "/s", 1e6 / cpuGoalMicros, "goal's processor time"), cpuMicros });
  await server.close();
}

const cpuGoalMicros = 16;

const row = (name: string, subject: number, unit: Row["unit"], floor: number, floorName: string): Row => ({
  name,
  where: "HTTP",
  backend: "memory",
  unit,
  subject,
  floor,
  floorName,
  ...(unit !== "/s" && { goal: { atMost: 1 } }),
});

/** Returns the events per second. */
async function writeAlone({ watchers, write }: WatchedServer, writes: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < writes; i += 1) {
    const before = watchers.map(({ events }) => events);
    await Promise.all([write(), ...watchers.map((watcher, at) => watcher.seen((before[at] ?? 0) + 1))]);
  }
  return (watchers.length * writes) / ((performance.now() - start) / 1000);
}

const paceMs = 10;
const pacedWrites = 500;

/** Writes 100 times a second, reads an object meanwhile, and waits for all events. */
async function atAPace(crowd: Crowd, report: Report): Promise<void> {
  const server = await openWatched(crowd);
  const { watchers, write, pid } = server;
  const rss = (): number => residentMb(pid);
  const [start, cpu] = [performance.now(), processMs(pid)];
  const seen = Promise.all(watchers.map((watcher) => watcher.seen(watcher.events + pacedWrites)));
  const reading = readBeside(server, seen);
  let memory = rss();
  for (let i = 0; i < pacedWrites; i += 1) {
    await rest(Math.max(0, start + i * paceMs - performance.now()));
    await write();
    memory = Math.max(memory, rss());
  }
  await seen;
  const events = pacedWrites * watchers.length;
  const pace = events / ((performance.now() - start) / 1000);
  const cpuMicros = ((processMs(pid) - cpu) * 1000) / events;
  report({ ...row("events to 10,000", pace, "/s", 1e6, "100 a second to each"), cpuMicros });
  report(row("GET beside them", await reading, "ms", 50, "goal, of processor time"));
  report(row("memory with them", Math.max(memory, rss()), "MB", 1000, "goal"));
  await server.close();
}

/** Returns the 95th percentile of the server's processor time while a GET was not yet answered. */
async function readBeside({ connection, path, pid }: WatchedServer, end: Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  let going = true;
  void end.then(() => (going = false));
  while (going) {
    const start = processMs(pid);
    statusOf(await connection.exchange(encodeRequest("GET", path, {})));
    costs.push(processMs(pid) - start);
    await rest(20);
  }
  costs.sort((a, b) => a - b);
  tell(`watchers: ${costs.length} reads, the median ${median(costs).toFixed(1)} ms`);
  return costs[Math.floor(costs.length * 0.95)] ?? Number.NaN;
}

async function openWatched({ watchers: count, object }: Crowd): Promise<WatchedServer> {
  tell(`watchers: opening ${count}`);
  const server = await startServer(["--port", "0", "--storage", "memory"]);
  const [writer, connection] = await Promise.all([Connection.open(server.url), Connection.open(server.url)]);
  const created = await writer.exchange(encodeRequest("POST", collection, json, JSON.stringify(object)));
  if (statusOf(created) !== 201) throw new Error(`creating an object was answered ${statusOf(created)}`);
  const version = /"resourceVersion":\s*"(\d+)"/.exec(bodyOf(created))?.[1] ?? "";
  const query = `watch=1&fieldSelector=metadata.name%3Dwatched&resourceVersion=${version}`;
  const watch = encodeRequest("GET", `${collection}?${query}`, {});
  const watchers: Watcher[] = [];
  while (watchers.length < count)
    watchers.push(...(await Promise.all(Array.from({ length: openAtOnce }, () => Watcher.open(server.url, watch)))));
  let changes = 0;
  const path = `${collection}/watched`;
  return {
    pid: server.pid,
    watchers,
    connection,
    path,
    async write() {
      const patch = encodeRequest("PATCH", path, mergePatchType, mergePatch((changes += 1)));
      const status = statusOf(await writer.exchange(patch));
      if (status !== 200) throw new Error(`a write was answered ${status}`);
    },
    async close() {
      for (const client of [...watchers, writer, connection]) client.close();
      await server.stop();
    },
  };
}
