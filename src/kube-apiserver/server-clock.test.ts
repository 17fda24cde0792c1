import { expect, it } from "vitest";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import { createApiServer } from "./server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const day = 24 * 3_600_000;

it("a clock that goes backwards, also between two starts, lets revisions, histories and watches go on", async () => {
  const system = createSystemClock();
  let behind = 0;
  const clock: Clock = {
    now: () => system.now() - behind,
    monotonic: () => system.monotonic(),
    after: (ms, callback) => system.after(ms, callback),
  };
  const medium = createMemoryMedium();
  const start = () => createApiServer({ backend: createMemoryBackend(medium), clock, random: createSystemRandom() });
  const revisions: number[] = [];
  const uids = new Set<string>();
  for (let life = 0; life < 3; life++) {
    const server = await start();
    const send = async (method: string, path: string, body?: object) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await server.fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      expect(answer.status, path).toBeLessThan(300);
      return answer.json();
    };
    for (let i = 0; i < 4; i++) {
      const { metadata } = await send("POST", configMaps, { metadata: { generateName: "c" } });
      revisions.push(Number(metadata.resourceVersion));
      uids.add(metadata.uid);
      behind += day;
    }
    const renewTime = new Date(clock.now()).toISOString().replace("Z", "000Z");
    await send("POST", leases, { metadata: { name: `lease-${life}` }, spec: { renewTime } });
    const since = revisions.at(-4) ?? 0;
    const watch = await server.fetch(`${configMaps}?watch=1&timeoutSeconds=1&resourceVersion=${since}`);
    const events = (await watch.text()).split("\n").filter((line) => line !== "");
    expect(events.map((line) => Number(JSON.parse(line).object.metadata.resourceVersion))).toEqual(revisions.slice(-3));
    await server.close();
  }
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  expect(new Set(revisions).size).toBe(12);
  expect(uids.size).toBe(12);
});
