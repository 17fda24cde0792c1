import { describe, expect, it } from "vitest";
import { nextTask } from "../component-base/event-loop.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client } from "./client.ts";
import { Informer } from "./informer.ts";
import { FakeApi, served } from "./testing/fake-api.ts";
import { until } from "./testing/until.ts";

const configMaps = { group: "", version: "v1", resource: "configmaps" };
const configMap = (name: string, data?: string, owner?: string): KubeObject => ({
  metadata: {
    name,
    ...(owner !== undefined && { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "o", uid: owner }] }),
  },
  data: { k: data ?? "" },
});

async function start(more: Partial<ConstructorParameters<typeof Informer>[0]> = {}, objects = 2) {
  const api = new FakeApi([served("", "v1", "configmaps", "ConfigMap")]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  for (let i = 0; i < objects; i++) await client.create({ ...configMaps, namespace: "x" }, configMap(`a${i}`));
  const clock = new FakeClock();
  const heard: string[] = [];
  const name = (object: KubeObject): string => `${object.metadata.name}`;
  const handler = {
    add: (object: KubeObject) => heard.push(`+${name(object)}`),
    update: (_before: KubeObject, object: KubeObject) => heard.push(`~${name(object)}`),
    delete: (object: KubeObject) => heard.push(`-${name(object)}`),
    relisted: () => heard.push("relisted"),
  };
  const informer = new Informer({ client, clock, target: configMaps, handler, ...more });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.whenSynced();
  await until(() => api.store("configmaps").watchers.size === 1);
  return { api, client, clock, informer, heard, stop, running, target: { ...configMaps, namespace: "x" } };
}

describe("Informer", () => {
  it("lists in pages, then follows changes", async () => {
    const { client, informer, heard, target, stop, running } = await start({}, 1100);
    expect(informer.index.size).toBe(1100);
    heard.length = 0;
    await client.create(target, configMap("b", "1", "owner-uid"));
    await client.patch(target, "b", "merge", { data: { k: "2" } });
    await client.delete(target, "a0");
    await until(
      () => heard.length === 3,
      () => heard,
    );
    expect(heard).toEqual(["+b", "~b", "-a0"]);
    expect(informer.index.get("x/b")).toMatchObject({ data: { k: "2" } });
    expect([...informer.index.byOwner("owner-uid")]).toHaveLength(1);
    expect(informer.index.byUid(informer.index.get("x/b")?.metadata.uid ?? "")?.metadata.name).toBe("b");
    stop.abort();
    await running;
  });

  it("lets other tasks run between the pages of a list", async () => {
    const { client, stop, running } = await start({}, 1600);
    const informer = new Informer({ client, clock: new FakeClock(), target: configMaps, handler: {} });
    const again = informer.run(stop.signal);
    const sizes: number[] = [];
    while (!informer.synced) {
      await nextTask();
      sizes.push(informer.index.size);
    }
    expect(new Set(sizes.filter((size) => size > 0))).toEqual(new Set([500, 1000, 1500, 1600]));
    stop.abort();
    await Promise.all([running, again]);
  });

  it("lets events gather where it is told to", async () => {
    const { client, clock, heard, target } = await start({ gatherMs: 10 });
    heard.length = 0;
    await client.create(target, configMap("b"));
    await until(() => clock.pending === 1);
    await client.create(target, configMap("c"));
    await client.create(target, configMap("d"));
    for (let i = 0; i < 60; i++) await Promise.resolve();
    expect(heard).toEqual(["+b"]);
    clock.advance(10);
    await until(
      () => heard.length === 3,
      () => heard,
    );
    expect(heard).toEqual(["+b", "+c", "+d"]);
  });

  it("resumes where a watch ended, after a while when it ended at once", async () => {
    const { api, client, clock, heard, target } = await start();
    api.endWatches();
    await until(() => clock.pending === 1);
    await client.create(target, configMap("b"));
    clock.advance(800);
    await until(
      () => heard.includes("+b"),
      () => heard,
    );
    expect(api.requests.filter((request) => request.includes("limit=500"))).toHaveLength(1);
  });

  it("lists again when its version is too old, and finds out what is gone", async () => {
    const { api, client, clock, heard, target, informer } = await start();
    api.endWatches();
    await until(() => clock.pending === 1);
    heard.length = 0;
    await client.delete(target, "a0");
    await client.delete(target, "a1");
    await client.create(target, configMap("a1"));
    api.compact();
    clock.advance(800);
    await until(() => clock.pending === 1);
    clock.advance(1600);
    await until(
      () => heard.includes("relisted"),
      () => heard,
    );
    expect(heard.sort()).toEqual(["+a1", "-a0", "-a1", "relisted"]);
    expect(informer.index.size).toBe(1);
  });

  it("waits longer and longer while the server fails", async () => {
    const { api, clock, heard } = await start();
    let failures = 0;
    api.intercept = () => (failures++, { status: 503, headers: [], body: "down" });
    api.endWatches();
    for (const ms of [800, 1600, 3200]) {
      await until(() => clock.pending === 1);
      clock.advance(ms - 1);
      await Promise.resolve();
      expect(clock.pending).toBe(1);
      clock.advance(1);
    }
    await until(
      () => failures === 3,
      () => failures,
    );
    expect(heard).toEqual(["+a0", "+a1"]);
  });

  it("resumes after an event that it did not even read", async () => {
    const { api, client, clock, heard, target } = await start({ skips: (line) => !line.includes('"owner-uid"') });
    await client.create(target, configMap("b"));
    await client.create(target, configMap("c", "", "owner-uid"));
    await client.create(target, configMap("d"));
    await until(
      () => heard.includes("+c"),
      () => heard,
    );
    for (let i = 0; i < 20; i++) await Promise.resolve();
    api.endWatches();
    await until(() => clock.pending === 1);
    clock.advance(800);
    await until(() => api.requests.filter((request) => request.includes("watch")).length === 2);
    const last = [...api.store("configmaps").objects.values()].at(-1)?.metadata.resourceVersion;
    expect(api.requests.at(-1)).toContain(`resourceVersion=${last}`);
    expect(heard).toEqual(["+a0", "+a1", "+c"]);
  });

  it("reports objects that it does not keep", async () => {
    const { client, heard, target, informer } = await start({
      keeps: (object) => object.metadata.ownerReferences !== undefined,
    });
    expect(informer.index.size).toBe(0);
    await client.delete(target, "a0");
    await until(
      () => heard.includes("-a0"),
      () => heard,
    );
    expect(heard).toEqual(["+a0", "+a1", "-a0"]);
  });
});
