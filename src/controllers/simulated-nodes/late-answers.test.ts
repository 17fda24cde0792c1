import { expect, it } from "vitest";
import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client, isNotFound } from "../../client/client.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { WorldClock } from "../../component-base/world-clock.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { simulatedNodes } from "./node-status.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

const pods = { group: "", version: "v1", resource: "pods", namespace: "default" };

/** How many turns the watch of the kubelet has to bring a change before the answer to its own write. */
const turns = 100;

it("ends a pod that was changed before the answer to a write of its status came", async () => {
  const clock = createSystemClock();
  const world = new WorldClock({ host: clock, paused: true, inTurns: true, start: Date.UTC(2030, 0, 1) });
  const random = createSeededRandom(1);
  const server = await createApiServer({ backend: createMemoryBackend(), clock, world, random });
  const client = new Client({ handle: server.handle, userAgent: "test" });
  let changes = 0;
  const handle: Handle = async (exchange) => {
    const answer = await server.handle(exchange);
    if (exchange.method === "PATCH" && exchange.target.includes("/pods/a/status") && changes === 0) {
      await client.patch(pods, "a", "merge", { metadata: { labels: { change: String(++changes) } } });
      for (let i = 0; i < turns; i++) await nextTask();
    }
    return answer;
  };
  const kubelets = createSimulatedNodes({ handle, clock: world });
  kubelets.start(new AbortController().signal);
  for (const node of simulatedNodes(1)) await client.create({ ...pods, resource: "nodes", namespace: "" }, node);
  const spec = { nodeName: "node-1", containers: [{ name: "c", image: "nginx:1" }] };
  await client.create(pods, { metadata: { name: "a" }, spec });
  await world.advance(10_000);
  expect(changes).toBe(1);
  await client.delete(pods, "a");
  await world.advance(60_000);
  await expect(client.get(pods, "a")).rejects.toSatisfy(isNotFound);
  kubelets.close();
  world.close();
  await server.close();
});
