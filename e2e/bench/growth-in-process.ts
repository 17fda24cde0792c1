// Measures a server that holds many objects of 1 KB, in processor time, and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/growth-in-process.ts ROUNDS ROUND_MS OBJECTS
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer } from "../../src/component-base/exchange.ts";
import { openApiServer, type OpenedApiServer } from "../../src/node/open-api-server.ts";
import { processorMs } from "./event-loop-time.ts";
import { tell } from "./progress.ts";
import type { Goal, Row } from "./row.ts";

const few = 10_000;
const namespaces = 100;
const perLabel = 100;
const pageSize = 500;
const createdAtATime = 64;
/** What a server without objects takes. */
const emptyMegabytes = 150;
const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const utf8 = new TextEncoder();
const payload = { "key-0": "value ".padEnd(700, "abcdefghij") };

/** What a server tells of a folder with many objects. */
interface Restart {
  readonly startMs: number;
  readonly firstGetMs: number;
  readonly megabytes: number;
}

const open = (folder: string): Promise<OpenedApiServer> =>
  openApiServer({ storage: { folder }, unsafeNoFsync: true, tokenAuthFile: undefined, controllers: [] });

async function send({ handle }: OpenedApiServer, method: string, target: string, body?: object): Promise<Answer> {
  const answer = await handle({
    method,
    target,
    headers,
    body: body === undefined ? null : utf8.encode(JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  if (answer.status >= 300) throw new Error(`${method} ${target} was answered ${answer.status}`);
  return answer;
}

const path = (i: number): string => `/api/v1/namespaces/growth-${i % namespaces}/configmaps`;

const create = (server: OpenedApiServer, i: number): Promise<Answer> =>
  send(server, "POST", path(i), {
    metadata: { name: `object-${i}`, labels: { app: `app-${Math.floor(i / perLabel)}` } },
    data: payload,
  });

/** Creates objects up to a number, many at a time. */
async function fill(server: OpenedApiServer, from: number, to: number): Promise<void> {
  let [next, told] = [from, from];
  const work = async (): Promise<void> => {
    while (next < to) {
      await create(server, next++);
      if (next - told < 20_000) continue;
      told = next;
      tell(`growth: ${next} of ${to} objects`);
    }
  };
  await Promise.all(Array.from({ length: createdAtATime }, work));
}

/** Returns the processor time in milliseconds for one of some requests. */
async function costOf(count: number, request: (i: number) => Promise<unknown>): Promise<number> {
  const start = processorMs();
  for (let i = 0; i < count; i += 1) await request(i);
  return (processorMs() - start) / count;
}

/** Fills a server, and measures requests among few and among all objects. */
async function grow(rounds: number, objects: number, folder: string): Promise<void> {
  const server = await open(folder);
  for (let i = 0; i < namespaces; i += 1)
    await send(server, "POST", "/api/v1/namespaces", { metadata: { name: `growth-${i}` } });
  await fill(server, 0, few);
  const [creates, requests] = [2_000, 20 * rounds];
  const createMs = async (from: number): Promise<number> => {
    const start = processorMs();
    await fill(server, from, from + creates);
    return (processorMs() - start) / creates;
  };
  const early = await createMs(few);
  await fill(server, few + creates, objects - creates);
  const late = await createMs(objects - creates);
  const list = (query: string) => (): Promise<Answer> => send(server, "GET", `/api/v1/configmaps?${query}`);
  const pages = await costOf(requests, list(`limit=${pageSize}`));
  const byLabel = (i: number): Promise<Answer> => list(`labelSelector=app%3Dapp-${i % (objects / perLabel)}`)();
  await costOf(3, byLabel);
  const selected = await costOf(requests, byLabel);
  const inNamespace = (i: number): Promise<Answer> => send(server, "GET", `${path(i)}/object-${i}`);
  const get = await costOf(requests, inNamespace);
  await server.close();
  report("create", late, { floor: early, floorName: `among ${few} objects` }, { atMost: 1.2 });
  report(`page of ${pageSize}`, pages, { floor: 10, floorName: "goal" }, { atMost: 1 });
  report(`list of a label (${perLabel})`, selected, { floor: 10, floorName: "goal" }, { atMost: 1 });
  report("get", get, { floor: 1, floorName: "goal" }, { atMost: 1 });
}

/** Opens the folder in this process, which is new. */
async function restart(folder: string): Promise<Restart> {
  const start = processorMs();
  const server = await open(folder);
  await send(server, "GET", "/readyz");
  const startMs = processorMs() - start;
  await send(server, "GET", `${path(1)}/object-1`);
  const firstGetMs = processorMs() - start - startMs;
  await send(server, "GET", `/api/v1/configmaps?limit=${pageSize}`);
  globalThis.gc?.();
  const megabytes = process.memoryUsage().rss / 1e6;
  await server.close();
  return { startMs, firstGetMs, megabytes };
}

function report(
  name: string,
  subject: number,
  floor: Pick<Row, "floor" | "floorName">,
  goal: Goal,
  unit: Row["unit"] = "ms",
): void {
  const row: Row = { name, where: "in process", backend: "file, no fsync", unit, subject, ...floor, goal };
  console.log(JSON.stringify(row));
}

async function measure(rounds: number, objects: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-growth-"));
  try {
    await grow(rounds, objects, folder);
    tell("growth: opening the folder in a new process");
    const command = [...process.execArgv, process.argv[1] ?? "", "restart", folder];
    const again = JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8" })) as Restart;
    report("restart", again.startMs, { floor: 5000, floorName: "goal" }, { atMost: 1 });
    report(
      "first GET after it",
      again.firstGetMs,
      { floor: 5000 - again.startMs, floorName: "rest of 5 s" },
      { atMost: 1 },
    );
    const goal = { floor: emptyMegabytes + (objects * 4096) / 1e6, floorName: "4 KB for each object" };
    report("memory after it", again.megabytes, goal, { atMost: 1 }, "MB");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[2] === "restart") {
  console.log(JSON.stringify(await restart(process.argv[3] ?? "")));
  process.exit(0);
}
await measure(Number(process.argv[2] ?? 7), Number(process.argv[4] ?? 100_000));
process.exit(0);
