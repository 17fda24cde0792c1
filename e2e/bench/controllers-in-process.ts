// Measures controllers in a server without HTTP and prints rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/controllers-in-process.ts ROUNDS
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { answerText } from "../../src/client/answer-text.ts";
import { Client } from "../../src/client/client.ts";
import type { Exchange, Handle } from "../../src/component-base/exchange.ts";
import { WorldClock } from "../../src/component-base/world-clock.ts";
import { createControllerManager } from "../../src/controllers/controller-manager.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { median, type Row } from "./row.ts";

const rounds = Math.min(Number(process.argv[2] ?? 3), 3);
const replicas = 1000;
const concurrency = 16;
const idleMs = 20_000;
/** So fast that the seconds which simulated nodes take do not count. */
const speed = 100;

const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const deployments = { group: "apps", version: "v1", resource: "deployments", namespace: "default" };
const nodes = { group: "", version: "v1", resource: "nodes" };
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const never = new AbortController().signal;

/** A write of a controller, and the name of what it made. */
interface Recorded {
  readonly exchange: Exchange;
  readonly made: string | undefined;
}

async function open(controllers: readonly string[] | undefined) {
  const clock = createSystemClock();
  const world = new WorldClock({ host: clock, speed });
  const random = createSystemRandom();
  const manager = createControllerManager(world, () => random.uuid(), controllers);
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    world,
    random,
    subtle: crypto.subtle,
    loopbackTokens: new Map([["admin", admin], ...manager.tokens]),
  });
  const writes: Recorded[] = [];
  const recorded: Handle = async (exchange) => {
    const answer = await server.handle(exchange);
    if (exchange.method === "GET" || answer.status >= 300) return answer;
    const write: { exchange: Exchange; made: string | undefined } = { exchange, made: undefined };
    writes.push(write);
    if (!exchange.target.endsWith("/pods")) return answer;
    const text = await answerText(answer.body);
    write.made = (JSON.parse(text) as KubeObject).metadata.name;
    return { ...answer, body: text };
  };
  const stop = controllers === undefined ? () => undefined : manager.start(recorded);
  const headers = { Authorization: "Bearer admin" };
  const client = new Client({ handle: server.handle, userAgent: "bench", headers });
  const big = simulatedNodes(10).map(({ metadata, ...node }) => ({
    ...node,
    metadata: { ...metadata, annotations: { "simulation.kubepad.dev/capacity.pods": "250" } },
  }));
  for (const node of big) await client.create<KubeObject>(nodes, node);
  const close = async (): Promise<void> => {
    stop();
    world.close();
    await server.close();
  };
  return { handle: server.handle, client, world, writes, close };
}

const untilTrue = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 1));
};

const deployment = {
  metadata: { name: "many" },
  spec: {
    replicas,
    selector: { matchLabels: { app: "many" } },
    template: { metadata: { labels: { app: "many" } }, spec: { containers: [{ name: "c", image: "app:1" }] } },
  },
} as KubeObject;

/** Lets a Deployment of 1,000 replicas become ready; returns the time, and what was written for it. */
async function becomeReady() {
  const server = await open(["*"]);
  const { client, writes } = server;
  await untilTrue(async () =>
    (await client.list(nodes)).items.every(
      ({ spec }) => (spec as { taints?: unknown } | undefined)?.taints === undefined,
    ),
  );
  writes.length = 0;
  const start = performance.now();
  await client.create(deployments, deployment);
  await untilTrue(async () => {
    const { status } = await client.get(deployments, "many");
    return (status as { readyReplicas?: number } | undefined)?.readyReplicas === replicas;
  });
  return { ms: performance.now() - start, writes: [...writes], server };
}

/**
 * A write as any server takes it: without the revisions and uids of the one that it was for, also in preconditions,
 * which deletions of expired events have where the machine is so slow that an hour of the world passes.
 */
function portable({ exchange, made }: Recorded): Exchange {
  const type = exchange.headers.get("Content-Type") ?? "application/json";
  const headers = new Headers({ Authorization: "Bearer admin", Accept: "application/json", "Content-Type": type });
  if (!(exchange.body instanceof Uint8Array)) return { ...exchange, headers, signal: never };
  const sent = JSON.parse(decoder.decode(exchange.body)) as Partial<KubeObject> & { preconditions?: unknown };
  const { metadata = {}, preconditions: _preconditions, ...rest } = sent;
  const { uid: _uid, resourceVersion: _version, generateName, ...kept } = metadata as Record<string, unknown>;
  const name = generateName === undefined ? {} : { name: made };
  const body = encoder.encode(JSON.stringify({ ...rest, metadata: { ...kept, ...name } }));
  return { ...exchange, headers, body, signal: never };
}

/** Sends the same writes to a server without controllers, several at a time; returns the time. */
async function writeAlone(writes: readonly Recorded[]): Promise<number> {
  const server = await open(undefined);
  await server.client.create(deployments, deployment);
  const exchanges = writes.map(portable);
  let [next, refused] = [0, 0];
  const start = performance.now();
  const send = async (): Promise<void> => {
    for (let exchange = exchanges[next++]; exchange !== undefined; exchange = exchanges[next++])
      if ((await server.handle(exchange)).status >= 300) refused += 1;
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  const ms = performance.now() - start;
  if (refused > writes.length / 100) throw new Error(`${refused} of ${writes.length} writes were refused`);
  await server.close();
  return ms;
}

/** The share of a processor that a quiet world takes, in per cent. */
async function idleShare({ world }: Awaited<ReturnType<typeof open>>): Promise<number> {
  world.change({ speed: 1 });
  globalThis.gc?.(); // what the load before it has left is not what an idle world costs
  await new Promise((resolve) => setTimeout(resolve, idleMs / 4));
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const { user, system } = process.cpuUsage(before);
  return (100 * (user + system)) / 1000 / idleMs;
}

const print = (row: Row): void => console.log(JSON.stringify(row));
const ready: number[] = [];
const alone: number[] = [];
let count = 0;
let idle = 0;
for (let round = 0; round < rounds; round += 1) {
  const { ms, writes, server } = await becomeReady();
  ready.push(ms);
  count = writes.length;
  if (round === 0) idle = await idleShare(server);
  await server.close();
  alone.push(await writeAlone(writes));
}
const where = { where: "in process", backend: "memory" } as const;
print({
  ...where,
  name: "Deployment of 1,000 ready",
  unit: "ms",
  subject: median(ready),
  floor: median(alone),
  floorName: `its ${count} writes alone, ${concurrency} at a time`,
  goal: { atMost: 3 },
});
print({
  ...where,
  name: "idle, all controllers",
  unit: "%",
  subject: idle,
  floor: 1,
  floorName: `1 % of a processor, with ${replicas} pods`,
  goal: { atMost: 1 },
});
process.exit(0);
