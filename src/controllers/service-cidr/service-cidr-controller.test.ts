import { afterEach, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createServiceCidrController } from "./service-cidr-controller.ts";

const networks = { group: "networking.k8s.io", version: "v1", resource: "servicecidrs" };
const services = { group: "", version: "v1", resource: "services", namespace: "default" };
const finalizer = "networking.k8s.io/service-cidr-finalizer";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const clock = new FakeClock();
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
  const stop = new AbortController();
  createServiceCidrController({ handle: server.handle, clock }).start(stop.signal);
  closing.push(async () => {
    stop.abort();
    await server.close();
  });
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const create = (name: string, ...cidrs: string[]) => client.create(networks, { metadata: { name }, spec: { cidrs } });
  const seen = async (name: string) => {
    const { metadata, status } = await client.get(networks, name);
    return { finalizers: metadata.finalizers, status };
  };
  const names = async () => (await client.list(networks)).items.map(({ metadata }) => metadata.name);
  return { clock, client, create, seen, names };
}

const condition = (status: string, reason: string) => ({
  conditions: [expect.objectContaining({ type: "Ready", status, reason })],
});

it("a network gets a finalizer and becomes ready", async () => {
  const { create, seen } = await start();
  await create("a", "10.1.0.0/24");
  await expect.poll(() => seen("a")).toEqual({ finalizers: [finalizer], status: condition("True", "") });
});

it("a network goes ten seconds after its last address", async () => {
  const { clock, client, create, seen, names } = await start();
  await create("a", "10.1.0.0/24");
  await expect.poll(() => seen("a")).toEqual({ finalizers: [finalizer], status: condition("True", "") });
  const spec = { clusterIP: "10.1.0.9", ports: [{ port: 80 }] };
  await client.create(services, { metadata: { name: "s" }, spec });
  await client.delete(networks, "a");
  await expect.poll(() => seen("a")).toEqual({ finalizers: [finalizer], status: condition("False", "Terminating") });
  await client.delete(services, "s");
  await expect
    .poll(() => {
      clock.advance(10_000);
      return names();
    })
    .toEqual(["kubernetes"]);
});

it("a network within another one goes although it has addresses", async () => {
  const { clock, client, create, seen, names } = await start();
  await create("a", "10.1.0.0/24");
  await create("whole", "10.1.0.0/16");
  await expect.poll(() => seen("a")).toMatchObject({ finalizers: [finalizer] });
  await client.create(services, { metadata: { name: "s" }, spec: { clusterIP: "10.1.0.9", ports: [{ port: 80 }] } });
  await client.delete(networks, "a");
  await expect
    .poll(() => {
      clock.advance(10_000);
      return names();
    })
    .toEqual(["kubernetes", "whole"]);
});
