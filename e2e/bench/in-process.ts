// Measures the server's core without HTTP and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/in-process.ts ROUNDS ROUND_MS
import { setMaxListeners } from "node:events";
import { isStream, type Answer, type Handle } from "../../src/component-base/exchange.ts";
import { openApiServer } from "../../src/node/open-api-server.ts";
import {
  collectionPath,
  configMap,
  createNamespace,
  listedConfigMap,
  listLength,
  listNamespace,
  mergePatch,
} from "./objects.ts";
import { paceOf, parsePace, warmUpMs } from "./pace.ts";
import { interleave, type Goal, type Row } from "./row.ts";

const [rounds = 7, roundMs = 300] = process.argv.slice(2).map(Number);
const concurrency = 16;
const watcherCount = 100;
const writesPerFanOut = 200;
const utf8 = new TextEncoder();
const floorText = JSON.stringify(configMap(listNamespace, "floor"));
const floorRound = (): Promise<number> => parsePace(floorText, roundMs);
const json = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const mergePatchType = new Headers({ Accept: "application/json", "Content-Type": "application/merge-patch+json" });
setMaxListeners(0); // for signals created from here on: all watches end with one signal
const never = new AbortController().signal;

const server = await openApiServer({ storage: "memory", tokenAuthFile: undefined });
const handle: Handle = server.handle;
let counter = 0;
const next = (): number => (counter += 1);

const send = async (
  method: string,
  target: string,
  body: string | Uint8Array | null,
  headers = json,
  signal = never,
): Promise<Answer> => {
  const answer = await handle({
    method,
    target,
    headers,
    body: typeof body === "string" ? utf8.encode(body) : body,
    signal,
  });
  if (answer.status >= 300)
    throw new Error(`${method} ${target} was answered ${answer.status}: ${String(answer.body)}`);
  return answer;
};

for (const name of [listNamespace, createNamespace])
  await send("POST", "/api/v1/namespaces", JSON.stringify({ metadata: { name } }));
for (let i = 0; i < listLength; i += 1)
  await send("POST", collectionPath(listNamespace), JSON.stringify(listedConfigMap(i)));

const newBody = (): string => JSON.stringify(configMap(createNamespace, `created-${next()}`));
let wire = new Uint8Array();
let ends: number[] = [];
/** Prepares the bodies for a round in one buffer, as received from a client. */
function prepareBodies(): void {
  const texts = Array.from({ length: roundMs * 30 }, newBody);
  wire = utf8.encode(texts.join(""));
  let end = 0;
  ends = texts.map(({ length }) => (end += length));
}
function nextBody(): Uint8Array {
  const end = ends.pop();
  return end === undefined ? utf8.encode(newBody()) : wire.subarray(ends.at(-1) ?? 0, end);
}
const create = () => send("POST", collectionPath(createNamespace), nextBody());
const get = () => send("GET", `${collectionPath(listNamespace)}/listed-1`, null);
const patch = () =>
  send("PATCH", `${collectionPath(listNamespace)}/listed-${next() % listLength}`, mergePatch(counter), mergePatchType);
const list = () => send("GET", collectionPath(listNamespace), null);
const select = () => send("GET", `${collectionPath(listNamespace)}?labelSelector=team%3Dred`, null);

await row("create", create, { atMost: 8 }, prepareBodies);
await row("get", get, { atMost: 2 });
await row("merge patch", patch);
await row("list of 1,000 (2 KB)", list);
await row("list by selector (100)", select);
report("events to 100 watchers", await interleave(rounds, fanOutRound(), floorRound), undefined);
await server.close();
process.exit(0);

async function row(name: string, operation: () => Promise<Answer>, goal?: Goal, prepare?: () => void): Promise<void> {
  const subjectRound = (): Promise<number> => {
    prepare?.();
    return paceOf(operation, roundMs, concurrency);
  };
  await paceOf(operation, warmUpMs, concurrency);
  report(name, await interleave(rounds, subjectRound, floorRound), goal);
}

function report(name: string, figures: { subject: number; floor: number }, goal: Goal | undefined): void {
  const measured: Row = {
    name,
    where: "in process",
    backend: "memory",
    unit: "/s",
    ...figures,
    floorName: "JSON.parse + JSON.stringify of 2 KB",
    ...(goal ? { goal } : {}),
    costs: true,
  };
  console.log(JSON.stringify(measured));
}

/** Measures the events per second that watchers receive for writes to one object. */
function fanOutRound(): () => Promise<number> {
  const watch = `${collectionPath(listNamespace)}?watch=1&fieldSelector=metadata.name%3Dlisted-0`;
  const watchers = Array.from({ length: watcherCount }, () => openWatcher(watch));
  return async () => {
    const counts = await Promise.all(watchers);
    const start = performance.now();
    const seen = counts.map((watcher) => watcher.seen(watcher.events + writesPerFanOut));
    for (let i = 0; i < writesPerFanOut; i += 1)
      await send("PATCH", `${collectionPath(listNamespace)}/listed-0`, mergePatch(next()), mergePatchType);
    await Promise.all(seen);
    return (watcherCount * writesPerFanOut) / ((performance.now() - start) / 1000);
  };
}

interface CountingWatcher {
  readonly events: number;
  seen(count: number): Promise<void>;
}

async function openWatcher(target: string): Promise<CountingWatcher> {
  const { body } = await send("GET", target, null);
  if (!isStream(body)) throw new Error("a watch was answered with a whole body");
  let events = 0;
  let waiting: { count: number; resolve: () => void } | undefined;
  const read = async (): Promise<void> => {
    for await (const part of body) {
      events += String(part).split("}\n").length - 1;
      if (waiting && events >= waiting.count) waiting.resolve();
    }
  };
  void read();
  await new Promise<void>((resolve) => {
    const poll = (): void => void (events > 0 ? resolve() : setImmediate(poll));
    poll();
  });
  return {
    get events() {
      return events;
    },
    seen: (count) =>
      new Promise((resolve) => {
        if (events >= count) resolve();
        else waiting = { count, resolve };
      }),
  };
}
