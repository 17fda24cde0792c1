// Measures reads of the past in processor time, and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/time-in-process.ts ROUNDS
import { answerText } from "../../src/client/answer-text.ts";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import type { Answer, Handle } from "../../src/component-base/exchange.ts";
import { RaceRun, type RaceWorld } from "../../src/races/race-run.ts";
import { createTestServer, type TestServer } from "../../src/testing.ts";
import { processorMs } from "./event-loop-time.ts";
import { manyAtATime } from "./many-at-a-time.ts";
import { collectionPath, configMap, listLength, mergePatch } from "./objects.ts";
import { median, type Goal, type Row } from "./row.ts";

const [rounds = 7] = process.argv.slice(2).map(Number);
const namespace = "bench-past";
const objects = 10_000;
const pageSize = 500;
/** What was written since the revision that is read. */
const later = { patched: 10_000, deleted: 500, created: 500 };
const createdAtATime = 64;
const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const mergePatchType = new Headers({ Accept: "application/json", "Content-Type": "application/merge-patch+json" });
const utf8 = new TextEncoder();
const never = new AbortController().signal;
const collection = collectionPath(namespace);

async function send(
  { handle }: Pick<TestServer, "handle">,
  method: string,
  target: string,
  body?: string,
  sent = headers,
): Promise<Answer> {
  const encoded = body === undefined ? null : utf8.encode(body);
  const answer = await handle({ method, target, headers: sent, body: encoded, signal: never });
  if (answer.status >= 300) throw new Error(`${method} ${target} was answered ${answer.status}`);
  return answer;
}

/** Reads a list page by page, and returns the number of objects. */
async function readPages(server: TestServer, path: string, query: string): Promise<number> {
  let [count, token] = [0, ""];
  do {
    const more = token === "" ? query : `&continue=${encodeURIComponent(token)}`;
    const text = await answerText((await send(server, "GET", `${path}?limit=${pageSize}${more}`)).body);
    token = /"continue":"([^"]*)"/.exec(text.slice(0, 1000))?.[1] ?? "";
    count += text.split('"uid":"').length - 1;
  } while (token !== "");
  return count;
}

/** Returns the processor time of some work in milliseconds: the median of rounds, which are numbered. */
async function costs(work: (round: number) => Promise<unknown>): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = processorMs();
    await work(round);
    figures.push(processorMs() - start);
  }
  return median(figures);
}

/** Returns the paths of all lists that the server serves. */
async function listPaths(server: TestServer): Promise<readonly string[]> {
  const found: string[] = [];
  const read = async (path: string) => JSON.parse(await answerText((await send(server, "GET", path)).body)) as Listed;
  const { groups = [] } = await read("/apis");
  for (const root of ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)])
    for (const { name, verbs } of (await read(root)).resources ?? [])
      if (verbs.includes("list")) found.push(`${root}/${name}`);
  return found;
}

interface Listed {
  readonly groups?: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
  readonly resources?: readonly { readonly name: string; readonly verbs: readonly string[] }[];
}

function report(name: string, figures: Pick<Row, "subject" | "floor" | "floorName">, goal?: Goal): void {
  const row: Row = {
    name,
    where: "in process",
    backend: "memory",
    unit: "ms",
    ...figures,
    ...(goal && { goal }),
    costs: true,
  };
  console.log(JSON.stringify(row));
}

/** Reads whole lists and pages at a revision that much was written after, beside those of the newest state. */
async function readThePast(server: TestServer): Promise<void> {
  await send(server, "POST", "/api/v1/namespaces", JSON.stringify({ metadata: { name: namespace } }));
  await manyAtATime(createdAtATime, objects, (i) =>
    send(server, "POST", collection, JSON.stringify(configMap(namespace, `past-${i}`))),
  );
  const { revision } = await server.inspect.stats();
  await manyAtATime(createdAtATime, later.patched, (i) =>
    send(server, "PATCH", `${collection}/past-${i % objects}`, mergePatch(i), mergePatchType),
  );
  await manyAtATime(createdAtATime, later.deleted, (i) => send(server, "DELETE", `${collection}/past-${i * 7}`));
  await manyAtATime(createdAtATime, later.created, (i) =>
    send(server, "POST", collection, JSON.stringify(configMap(namespace, `new-${i}`))),
  );
  const at = (round: number): string => `&resourceVersion=${revision + round}&resourceVersionMatch=Exact`;
  const pages = async (query: string): Promise<void> => {
    const count = await readPages(server, collection, query);
    if (count !== objects) throw new Error(`${count} of ${objects} objects were read`);
  };
  const paths = await listPaths(server);
  const world = async (query: string): Promise<void> => {
    for (const path of paths) await readPages(server, path, query);
  };
  const whole = async (query: string): Promise<unknown> =>
    answerText((await send(server, "GET", `${collection}?${query}`)).body);
  await pages("");
  await world(at(0));
  const goal = { atMost: 2 };
  report(
    "10,000 at a revision",
    {
      subject: await costs((round) => pages(at(round))),
      floor: await costs(() => pages("")),
      floorName: `the newest state, in pages of ${pageSize} too`,
    },
    goal,
  );
  report("the same in one piece", {
    subject: await costs((round) => whole(at(round))),
    floor: await costs(() => whole("")),
    floorName: "the newest state",
  });
  const line = () => server.inspect.revisions({ after: revision, limit: 1000 });
  report("1,000 revisions told", {
    subject: await costs(line),
    floor: await costs(() => whole("limit=1000")),
    floorName: "a list of 1,000 objects",
  });
  report(
    "world at a revision",
    {
      subject: await costs((round) => world(at(round))),
      floor: await costs(() => world("")),
      floorName: `the newest state of ${paths.length} kinds`,
    },
    goal,
  );
}

/** Forks a server with 1,000 objects, beside a server for one test without any. */
async function forkServers(): Promise<void> {
  await using server = await createTestServer();
  await manyAtATime(createdAtATime, listLength, (i) =>
    send(server, "POST", collectionPath("default"), JSON.stringify(configMap("default", `forked-${i}`))),
  );
  const opened: TestServer[] = [];
  const fork = async (): Promise<unknown> => opened.push(await server.fork());
  const begin = async (): Promise<unknown> => opened.push(await createTestServer());
  for (let i = 0; i < 50; i += 1) await (await fork(), begin());
  const figures = { subject: await costs(fork), floor: await costs(begin), floorName: "a server without objects" };
  report("fork of 1,000 objects", figures, { atMost: 1.5 });
  for (const copy of opened) await copy.close();
}

/** Lets two actors that read an object go on step by step in turns, beside the same reads without steps. */
async function stepRaces(): Promise<void> {
  await using server = await createTestServer({ controllers: false });
  await send(server, "POST", collectionPath("default"), JSON.stringify(configMap("default", "raced")));
  const path = `${collectionPath("default")}/raced`;
  const reads = 100;
  const read = async (handle: Handle): Promise<void> => {
    for (let i = 0; i < reads; i += 1) await answerText((await send({ handle }, "GET", path)).body);
  };
  const { after } = createSystemClock();
  const world: RaceWorld = { handle: server.handle, close: async () => undefined };
  const stepped = async (): Promise<void> => {
    const run = new RaceRun(world, { a: read, b: read }, { steps: ["read"], after });
    await run.goOn((enabled, { length }) => enabled[length % enabled.length]);
    if (run.decisions.length !== 2 * reads) throw new Error(`${run.decisions.length} steps were gone`);
    await run.close();
  };
  const plain = async (): Promise<void> => {
    for (const _ of ["a", "b"]) await read(server.handle);
  };
  for (let i = 0; i < 20; i += 1) await (await stepped(), plain());
  const perStep = async (work: () => Promise<void>): Promise<number> => (await costs(work)) / (2 * reads);
  report("one step of the race lab", {
    subject: await perStep(stepped),
    floor: await perStep(plain),
    floorName: "a GET that nobody follows",
  });
}

const server = await createTestServer({ controllers: false });
await readThePast(server);
await server.close();
await forkServers();
await stepRaces();
process.exit(0);
