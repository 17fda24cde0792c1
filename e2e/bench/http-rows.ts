import {
  collectionPath,
  configMap,
  createNamespace,
  listedConfigMap,
  listLength,
  listNamespace,
  mergePatch,
} from "./objects.ts";
import { bodyOf, encodeRequest, statusOf, type Connection } from "./load/connection.ts";
import { compareThroughput, CostMeter, openTarget, type Compared, type Target } from "./load/throughput.ts";
import { Watcher } from "./load/watcher.ts";
import { tell } from "./progress.ts";
import { interleave, type Goal, type Row } from "./row.ts";

/** Two servers and how to measure them. */
export interface HttpBench {
  readonly subjectUrl: string;
  /** The subject's process, if it runs on this machine: its processor time is told for each operation. */
  readonly subjectPid?: number | undefined;
  readonly floorUrl: string;
  readonly backend: Row["backend"];
  /** Headers of every request to the subject, e.g. Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly roundMs: number;
}

const connectionCount = 16; // as many requests at a time as in process
const listConnections = 2;
const watcherCount = 100;
const writesPerFanOut = 200;
const json = { "Content-Type": "application/json" };
const mergePatchType = { "Content-Type": "application/merge-patch+json" };
const readOrWrite: Goal = { atLeast: 0.5 };
const listOrFanOut: Goal = { atLeast: 0.6 };

/** Measures all rows over HTTP and reports each when it is done. */
export async function httpRows(
  bench: HttpBench,
  report: (row: Row) => void,
  chosen: readonly Measurement[],
): Promise<void> {
  const [subject, floor] = await Promise.all([
    openTarget(bench.subjectUrl, connectionCount, bench.subjectPid),
    openTarget(bench.floorUrl, connectionCount),
  ]);
  await prepare(bench, subject);
  for (const { name, goal, floorName, measure } of chosen) {
    tell(`http: ${name}`);
    const { subject: pace, floor: floorPace, cpuMicros } = await measure(bench, subject, floor);
    report({
      name,
      where: "HTTP",
      backend: bench.backend,
      unit: "/s",
      subject: pace,
      floor: floorPace,
      floorName,
      goal,
      ...(cpuMicros !== undefined && { cpuMicros }),
    });
  }
  for (const { connections } of [subject, floor]) for (const connection of connections) connection.close();
}

/** One row over HTTP. */
export interface Measurement {
  readonly name: string;
  readonly goal: Goal;
  readonly floorName: string;
  measure(bench: HttpBench, subject: Target, floor: Target): Promise<Compared>;
}

const run = String(process.pid);
let counter = 0;
const next = (): number => (counter += 1);

/** Reads, writes and watches. */
// oxfmt-ignore
export const measurements: readonly Measurement[] = [
  { name: "create", goal: readOrWrite, floorName: "node:http, parse and echo", measure: measureCreate },
  { name: "get", goal: readOrWrite, floorName: "node:http, ready string", measure: (bench, subject, floor) => measureGet(bench, subject, floor, `${collectionPath(listNamespace)}/listed-1`, "/ready/object") },
  { name: "merge patch", goal: readOrWrite, floorName: "node:http, parse and stringify", measure: measurePatch },
  { name: "list of 1,000 (2 KB)", goal: listOrFanOut, floorName: "node:http, ready string", measure: (bench, subject, floor) => measureList(bench, subject, floor, "") },
  { name: "list by selector (100)", goal: listOrFanOut, floorName: "node:http, ready string", measure: (bench, subject, floor) => measureList(bench, subject, floor, "?labelSelector=team%3Dred") },
  { name: "events to 100 watchers", goal: listOrFanOut, floorName: "node:http, ready string", measure: measureFanOut },
];

async function prepare({ headers }: HttpBench, { connections: [connection] }: Target): Promise<void> {
  if (!connection) return;
  for (const name of [listNamespace, createNamespace])
    await connection.exchange(
      encodeRequest("POST", "/api/v1/namespaces", { ...headers, ...json }, JSON.stringify({ metadata: { name } })),
    );
  for (let i = 0; i < listLength; i += 1) {
    const status = statusOf(
      await connection.exchange(
        encodeRequest(
          "POST",
          collectionPath(listNamespace),
          { ...headers, ...json },
          JSON.stringify(listedConfigMap(i)),
        ),
      ),
    );
    if (status !== 201 && status !== 409) throw new Error(`creating an object for the list was answered ${status}`);
  }
}

function measureCreate({ headers, ...pace }: HttpBench, subject: Target, floor: Target) {
  const body = (): string => JSON.stringify(configMap(createNamespace, `created-${run}-${next()}`));
  const create = (): string => encodeRequest("POST", collectionPath(createNamespace), { ...headers, ...json }, body());
  const echo = (): string => encodeRequest("POST", "/echo", { ...headers, ...json }, body());
  return compareThroughput(
    pace,
    { target: subject, request: create, status: 201 },
    { target: floor, request: echo, status: 201 },
  );
}

async function measureGet(
  { headers, ...pace }: HttpBench,
  subject: Target,
  floor: Target,
  path: string,
  ready: string,
) {
  const get = encodeRequest("GET", path, headers);
  await leaveReady(subject, floor, get, ready);
  const getReady = encodeRequest("GET", ready, headers);
  return compareThroughput(
    pace,
    { target: subject, request: () => get, status: 200 },
    { target: floor, request: () => getReady, status: 200 },
  );
}

function measurePatch({ headers, ...pace }: HttpBench, subject: Target, floor: Target) {
  const patchHeaders = { ...headers, ...mergePatchType };
  // As many objects as connections, so that writers do not wait for each other.
  const patch = (): string =>
    encodeRequest(
      "PATCH",
      `${collectionPath(listNamespace)}/listed-${next() % listLength}`,
      patchHeaders,
      mergePatch(counter),
    );
  const echo = (): string => encodeRequest("PATCH", "/patch", patchHeaders, mergePatch(next()));
  return compareThroughput(
    pace,
    { target: subject, request: patch, status: 200 },
    { target: floor, request: echo, status: 200 },
  );
}

async function measureList(bench: HttpBench, subject: Target, floor: Target, query: string) {
  const few = (target: Target): Target => ({ ...target, connections: target.connections.slice(0, listConnections) });
  return measureGet(bench, few(subject), few(floor), collectionPath(listNamespace) + query, "/ready/list");
}

/** Stores the subject's response on the baseline server, so that both send the same bytes. */
async function leaveReady(subject: Target, floor: Target, get: string, path: string): Promise<void> {
  const [from, to] = [subject.connections[0], floor.connections[0]];
  if (!from || !to) return;
  await to.exchange(encodeRequest("PUT", path, json, bodyOf(await from.exchange(get))));
}

async function measureFanOut({ headers, rounds }: HttpBench, subject: Target, floor: Target) {
  const target = `${collectionPath(listNamespace)}/listed-0`;
  const patch = (): string => encodeRequest("PATCH", target, { ...headers, ...mergePatchType }, mergePatch(next()));
  const emit = (): string => encodeRequest("POST", "/emit", { ...headers, ...json }, mergePatch(next()));
  const watch = encodeRequest(
    "GET",
    `${collectionPath(listNamespace)}?watch=1&fieldSelector=metadata.name%3Dlisted-0&resourceVersion=${await resourceVersion(subject, headers, target)}`,
    headers,
  );
  await leaveEvent(subject, floor, encodeRequest("GET", target, headers));
  const [subjectWatchers, floorWatchers] = [
    await openWatchers(subject, watch),
    await openWatchers(floor, encodeRequest("GET", "/watch", headers)),
  ];
  const meter = new CostMeter(subject);
  const measured = async (): Promise<number> => {
    let pace = 0;
    await meter.measure(async () => {
      pace = await fanOut(subject, subjectWatchers, patch);
      return subjectWatchers.length * writesPerFanOut;
    });
    return pace;
  };
  const result = await interleave(rounds, measured, () => fanOut(floor, floorWatchers, emit));
  for (const watcher of [...subjectWatchers, ...floorWatchers]) watcher.close();
  return { ...result, cpuMicros: meter.micros };
}

async function resourceVersion(
  { connections: [connection] }: Target,
  headers: HttpBench["headers"],
  path: string,
): Promise<string> {
  const answer = connection ? bodyOf(await connection.exchange(encodeRequest("GET", path, headers))) : "";
  return /"resourceVersion":\s*"(\d+)"/.exec(answer)?.[1] ?? "";
}

/** Gives the baseline server an event of the same size as the subject's. */
async function leaveEvent(subject: Target, floor: Target, get: string): Promise<void> {
  const [from, to] = [subject.connections[0], floor.connections[0]];
  if (!from || !to) return;
  const event = `{"type":"MODIFIED","object":${bodyOf(await from.exchange(get)).trimEnd()}}\n`;
  await to.exchange(encodeRequest("PUT", "/ready/event", json, event));
}

const openWatchers = ({ url }: Target, request: string): Promise<readonly Watcher[]> =>
  Promise.all(Array.from({ length: watcherCount }, () => Watcher.open(url, request)));

/** Writes until every watcher received every event, and returns the events per second. */
async function fanOut({ connections }: Target, watchers: readonly Watcher[], write: () => string): Promise<number> {
  const writers = connections.slice(0, 4);
  const before = watchers[0]?.events ?? 0;
  const start = performance.now();
  let left = writesPerFanOut;
  const work = async (connection: Connection): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = statusOf(await connection.exchange(write()));
      if (status >= 300) throw new Error(`a write was answered ${status}`);
    }
  };
  await Promise.all([...writers.map(work), ...watchers.map((watcher) => watcher.seen(before + writesPerFanOut))]);
  return (watchers.length * writesPerFanOut) / ((performance.now() - start) / 1000);
}
