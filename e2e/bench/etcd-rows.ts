import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority } from "../aggregation/certificates.ts";
import { startEtcd, startReference } from "../aggregation/reference.ts";
import { startRecordedServer } from "../conformance/start-server.ts";
import { processMs, residentMb } from "./event-loop-time.ts";
import { bodyOf, Connection, encodeRequest, statusOf } from "./load/connection.ts";
import { Watcher } from "./load/watcher.ts";
import {
  collectionPath,
  configMap,
  createNamespace,
  listedConfigMap,
  listLength,
  listNamespace,
  mergePatch,
} from "./objects.ts";
import { warmUpMs } from "./pace.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";

/** A server over the etcd. */
interface Server {
  readonly url: string;
  readonly pid: number;
  readonly connections: readonly Connection[];
}

interface Operation {
  readonly name: string;
  readonly status: number;
  request(): string;
}

/** What operations of a server took. */
class Cost {
  readonly latencies: number[] = [];
  #ms = 0;
  #operations = 0;

  /** Measures work, which returns how many operations it was. */
  async measure({ pid }: Server, work: () => Promise<number>): Promise<void> {
    const start = processMs(pid);
    this.#operations += await work();
    this.#ms += processMs(pid) - start;
  }

  /** The processor time of an operation in milliseconds. */
  get processorMs(): number {
    return this.#ms / this.#operations;
  }
}

const connectionCount = 8;
const watcherCount = 1000;
const openAtOnce = 50;
const writesPerRound = 5;
const headers = { Authorization: "Bearer admin-token" };
const json = { ...headers, "Content-Type": "application/json" };
const mergePatchType = { ...headers, "Content-Type": "application/merge-patch+json" };

let counter = 0;
const next = (): number => (counter += 1);
const get = (target: string): string => encodeRequest("GET", target, headers);
const listed = collectionPath(listNamespace);
const created = collectionPath(createNamespace);

// oxfmt-ignore
const operations: readonly Operation[] = [
  { name: "create", status: 201, request: () => encodeRequest("POST", created, json, JSON.stringify(configMap(createNamespace, `created-${process.pid}-${next()}`))) },
  { name: "get", status: 200, request: () => get(`${listed}/listed-${next() % listLength}`) },
  { name: "get from the cache", status: 200, request: () => get(`${listed}/listed-${next() % listLength}?resourceVersion=0`) },
  { name: "merge patch", status: 200, request: () => encodeRequest("PATCH", `${listed}/listed-${next() % listLength}`, mergePatchType, mergePatch(counter)) },
  { name: "list of 1,000 (2 KB)", status: 200, request: () => get(listed) },
  { name: "list by selector (100)", status: 200, request: () => get(`${listed}?labelSelector=team%3Dred`) },
];

/**
 * Measures Kubepad and a kube-apiserver over one etcd and one set of objects, in turns, both over HTTPS: what requests
 * cost their processes, and how long they take.
 */
export async function etcdRows(
  program: string,
  { rounds, roundMs }: { readonly rounds: number; readonly roundMs: number },
  report: (row: Row) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-bench-etcd-"));
  const etcd = await startEtcd(folder);
  const reference = await startReference(program, createAuthority("proxy-ca"), etcd.url);
  const settings = { featureGates: "", runtimeConfig: "" };
  const kubepad = await startRecordedServer(settings, undefined, ["--tls", "--etcd-servers", etcd.url]);
  const servers = [await connected(kubepad), await connected(reference)] as const;
  try {
    await prepare(servers[0]);
    for (const operation of operations) {
      tell(`etcd: ${operation.name}`);
      const run = (server: Server, ms: number, latencies: number[]) => repeat(server, operation, ms, latencies);
      for (const server of servers) await run(server, warmUpMs, []);
      const costs = await inTurns(servers, rounds, (server, cost) => run(server, roundMs, cost.latencies));
      tellCosts(operation.name, costs, report);
    }
    await watched(servers, rounds, report);
  } finally {
    for (const { connections } of servers) for (const connection of connections) connection.close();
    await Promise.all([kubepad.stop(), reference.stop()]);
    await etcd.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Pair<T> = readonly [kubepad: T, reference: T];

async function inTurns(
  servers: Pair<Server>,
  rounds: number,
  work: (server: Server, cost: Cost) => Promise<number>,
): Promise<Pair<Cost>> {
  const costs = [new Cost(), new Cost()] as const;
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      await costs[at].measure(servers[at], () => work(servers[at], costs[at]));
  return costs;
}

/** Repeats an operation on all connections, and returns how often. */
async function repeat(
  { connections }: Server,
  { request, status }: Operation,
  ms: number,
  latencies: number[],
): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async (connection: Connection): Promise<void> => {
    while (performance.now() - start < ms) {
      const text = request();
      const sent = performance.now();
      const answer = await connection.exchange(text);
      latencies.push(performance.now() - sent);
      if (statusOf(answer) !== status) throw new Error(`answered ${statusOf(answer)}: ${bodyOf(answer).slice(0, 300)}`);
      done += 1;
    }
  };
  await Promise.all(connections.map(work));
  return done;
}

function tellCosts(name: string, [own, other]: Pair<Cost>, report: (row: Row) => void): void {
  report(row(`${name}, processor`, "ms", own.processorMs, other.processorMs));
  report(row(`${name}, latency`, "ms", median(own.latencies), median(other.latencies)));
}

const row = (name: string, unit: Row["unit"], subject: number, floor: number): Row => ({
  name,
  where: "HTTP",
  backend: "etcd",
  unit,
  subject,
  floor,
  floorName: "kube-apiserver 1.34",
  goal: { atMost: 1 },
});

async function connected({ url, pid }: { readonly url: string; readonly pid: number }): Promise<Server> {
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => Connection.open(url)));
  return { url, pid, connections };
}

async function exchange({ connections: [connection] }: Server, request: string): Promise<string> {
  const answer = await connection?.exchange(request);
  return answer === undefined ? "" : bodyOf(answer);
}

async function prepare(server: Server): Promise<void> {
  for (const name of [listNamespace, createNamespace])
    await exchange(server, encodeRequest("POST", "/api/v1/namespaces", json, JSON.stringify({ metadata: { name } })));
  for (let i = 0; i < listLength; i += 1)
    await exchange(server, encodeRequest("POST", listed, json, JSON.stringify(listedConfigMap(i))));
}

/** Writes an object that 1,000 clients of each server watch, and tells the memory of both with them. */
async function watched(servers: Pair<Server>, rounds: number, report: (row: Row) => void): Promise<void> {
  tell(`etcd: ${watcherCount} watchers`);
  report(row("memory", "MB", residentMb(servers[0].pid), residentMb(servers[1].pid)));
  const path = `${listed}/listed-0`;
  const revision = /"resourceVersion":\s*"(\d+)"/.exec(await exchange(servers[0], get(path)))?.[1] ?? "";
  const watch = get(`${listed}?watch=1&fieldSelector=metadata.name%3Dlisted-0&resourceVersion=${revision}`);
  const watchers = new Map<Server, readonly Watcher[]>();
  for (const server of servers) watchers.set(server, await openWatchers(server, watch));
  const write = async (server: Server, cost: Cost): Promise<number> => {
    for (let i = 0; i < writesPerRound; i += 1) {
      const start = performance.now();
      const seen = (watchers.get(server) ?? []).map((watcher) => watcher.seen(watcher.events + 1));
      await Promise.all([exchange(server, encodeRequest("PATCH", path, mergePatchType, mergePatch(next()))), ...seen]);
      cost.latencies.push(performance.now() - start);
    }
    return writesPerRound;
  };
  for (const server of servers) await write(server, new Cost());
  tellCosts("event to 1,000", await inTurns(servers, rounds, write), report);
  report(row("memory with 1,000 watchers", "MB", residentMb(servers[0].pid), residentMb(servers[1].pid)));
  for (const watcher of [...watchers.values()].flat()) watcher.close();
}

async function openWatchers({ url }: Server, watch: string): Promise<readonly Watcher[]> {
  const watchers: Watcher[] = [];
  while (watchers.length < watcherCount)
    watchers.push(...(await Promise.all(Array.from({ length: openAtOnce }, () => Watcher.open(url, watch)))));
  return watchers;
}
