// Creates a Deployment of HUNT_REPLICAS (1,000,000) replicas in a world with all controllers and prints the longest
// time of the processor between two turns of the event loop, how long a GET takes beside it in such time, and the
// memory, in each of HUNT_SECONDS (30).
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { Client } from "../../src/client/client.ts";
import { WorldClock } from "../../src/component-base/world-clock.ts";
import { createControllerManager } from "../../src/controllers/controller-manager.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { createThreadTime } from "../hunt/thread-time.ts";

const replicas = Number(process.env["HUNT_REPLICAS"] ?? 1_000_000);
const seconds = Number(process.env["HUNT_SECONDS"] ?? 30);
const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const clock = createSystemClock();
const world = new WorldClock({ host: clock });
const random = createSystemRandom();
const manager = createControllerManager(world, () => random.uuid(), ["*"]);
const server = await createApiServer({
  backend: createMemoryBackend(),
  clock,
  world,
  random,
  subtle: crypto.subtle,
  loopbackTokens: new Map([["admin", admin], ...manager.tokens]),
});
manager.start(server.handle);
const client = new Client({ handle: server.handle, userAgent: "hunt", headers: { Authorization: "Bearer admin" } });
const deployments = { group: "apps", version: "v1", resource: "deployments", namespace: "default" };
const nodes = { group: "", version: "v1", resource: "nodes" };
for (const node of simulatedNodes(2)) await client.create<KubeObject>(nodes, node);
await client.create(deployments, {
  metadata: { name: "many" },
  spec: {
    replicas,
    selector: { matchLabels: { app: "many" } },
    template: { metadata: { labels: { app: "many" } }, spec: { containers: [{ name: "c", image: "app:1" }] } },
  },
} as KubeObject);

const processorMs = createThreadTime();
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
let [longestTurn, longestGet] = [0, 0];
let isOver = false;

async function watchTurns(): Promise<void> {
  for (let before = processorMs(); !isOver;) {
    await turn();
    const now = processorMs();
    longestTurn = Math.max(longestTurn, now - before);
    before = now;
  }
}

async function askAgain(): Promise<void> {
  while (!isOver) {
    const before = processorMs();
    await turn(); // as from a socket
    await client.get(deployments, "many");
    longestGet = Math.max(longestGet, processorMs() - before);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

void watchTurns();
void askAgain();
let [worstTurn, worstGet] = [0, 0];
for (let second = 1; second <= seconds; second++) {
  await new Promise((resolve) => void setTimeout(resolve, 1000));
  const { objects } = await server.inspect.stats();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `${second} s: ${objects} objects, turn ${longestTurn.toFixed(0)} ms, GET ${longestGet.toFixed(0)} ms, ${(heapUsed / 1e6).toFixed(0)} MB of ${(rss / 1e6).toFixed(0)} MB`,
  );
  [worstTurn, worstGet] = [Math.max(worstTurn, longestTurn), Math.max(worstGet, longestGet)];
  [longestTurn, longestGet] = [0, 0];
}
console.log(`longest turn ${worstTurn.toFixed(0)} ms, longest GET ${worstGet.toFixed(0)} ms`);
isOver = true;
process.exit(0);
