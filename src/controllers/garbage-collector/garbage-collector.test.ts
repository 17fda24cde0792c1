import { describe, expect, it } from "vitest";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createGarbageCollectorController } from "./garbage-collector.ts";

const configMaps = { group: "", version: "v1", resource: "configmaps", namespace: "x" };
const nodes = { group: "", version: "v1", resource: "nodes" };

const owned = (owner: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: owner.metadata.namespace === undefined ? "Node" : "ConfigMap",
  name: owner.metadata.name ?? "",
  uid: owner.metadata.uid ?? "",
  ...more,
});

function setUp() {
  const api = new FakeApi([
    served("", "v1", "configmaps", "ConfigMap"),
    served("", "v1", "nodes", "Node", false),
    served("", "v1", "events", "Event"),
  ]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  const clock = new FakeClock();
  const controller = createGarbageCollectorController({ unknownOwnerMs: 0, handle: api.handle, clock });
  const stop = new AbortController();
  const start = async (): Promise<void> => {
    controller.start(stop.signal);
    await until(() => api.store("configmaps").watchers.size === 1 && api.store("nodes").watchers.size === 1);
  };
  const make = (
    name: string,
    owners: readonly OwnerReference[] = [],
    more: object = {},
    namespace = "x",
  ): Promise<KubeObject> =>
    client.create<KubeObject>(
      { ...configMaps, namespace },
      { metadata: { name, ...(owners.length > 0 && { ownerReferences: owners }), ...more } },
    );
  const names = (): string[] => [...api.store("configmaps").objects.keys()].sort();
  const get = (name: string): KubeObject | undefined => api.store("configmaps").objects.get(`x/${name}`);
  /** Waits until all pending work is done, including short delays. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < 60; j++) await Promise.resolve();
      clock.advance(20);
    }
    await controller.idle();
  };
  return { api, client, clock, controller, stop, start, make, names, get, settle };
}

describe("the garbage collector", () => {
  it("deletes dependents of a deleted owner, and theirs", async () => {
    const { client, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    const b = await make("b", [owned(a)]);
    await make("c", [owned(b)]);
    await make("free");
    await settle();
    expect(names()).toHaveLength(4);
    await client.delete(configMaps, "a");
    await settle();
    expect(names()).toEqual(["x/free"]);
  });

  it("deletes what was left behind while it was not there", async () => {
    const { client, start, make, names, settle } = setUp();
    const a = await make("a");
    await make("b", [owned(a)]);
    await client.delete(configMaps, "a");
    await start();
    await settle();
    expect(names()).toEqual([]);
  });

  it("keeps an object that has another owner, without its reference to the one that is gone", async () => {
    const { client, start, make, get, settle } = setUp();
    await start();
    const [a, b] = [await make("a"), await make("b")];
    await make("c", [owned(a), owned(b)]);
    await settle();
    await client.delete(configMaps, "a");
    await settle();
    expect(get("c")?.metadata.ownerReferences?.map(({ name }) => name)).toEqual(["b"]);
    await client.delete(configMaps, "b");
    await settle();
    expect(get("c")).toBeUndefined();
  });

  it("deletes an object whose owner is another one by uid, or lives in another namespace", async () => {
    const { start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    const far = await make("far", [], {}, "y");
    await make("wrong-uid", [{ ...owned(a), uid: "nobody" }]);
    await make("wrong-namespace", [owned(far)]);
    await make("right", [owned(a)]);
    await settle();
    expect(names()).toEqual(["x/a", "x/right", "y/far"]);
  });

  it("looks for cluster-scoped owners in no namespace, and leaves cluster-scoped objects with namespaced owners alone", async () => {
    const { api, client, start, make, names, settle } = setUp();
    await start();
    const node = await client.create<KubeObject>(nodes, { metadata: { name: "n" } });
    const a = await make("a", [owned(node)]);
    await client.create<KubeObject>(nodes, { metadata: { name: "m", ownerReferences: [owned(a)] } });
    await settle();
    expect(names()).toEqual(["x/a"]);
    await client.delete(nodes, "n");
    await settle();
    expect(names()).toEqual([]);
    expect([...api.store("nodes").objects.keys()]).toEqual(["/m"]);
  });

  it("warns of owners in other namespaces, but not of owners that are gone", async () => {
    const { api, client, start, make, names, settle } = setUp();
    await start();
    const far = await make("far", [], {}, "y");
    const gone = await make("gone");
    await make("wrong", [owned(far)], { uid: "uid-wrong" });
    await make("unknown", [{ ...owned(far), name: "near", uid: "nobody" }]);
    await make("left", [owned(gone)]);
    await client.create<KubeObject>(nodes, { metadata: { name: "n", uid: "uid-n", ownerReferences: [owned(far)] } });
    await settle();
    await client.delete(configMaps, "gone");
    await settle();
    await until(() => api.store("events").objects.size === 2);
    expect(names()).toEqual(["y/far"]);
    const identity = (namespace: string): string =>
      `[v1/ConfigMap, namespace: ${namespace}, name: far, uid: ${far.metadata.uid ?? ""}]`;
    const common = { type: "Warning", reason: "OwnerRefInvalidNamespace" };
    const byKey = [...api.store("events").objects].sort(([a], [b]) => (a > b ? -1 : 1));
    expect(byKey.map(([, event]) => event)).toMatchObject([
      {
        ...common,
        involvedObject: { apiVersion: "v1", kind: "ConfigMap", namespace: "x", name: "wrong", uid: "uid-wrong" },
        message: `ownerRef ${identity("x")} does not exist in namespace "x"`,
        source: { component: "garbage-collector-controller" },
      },
      {
        ...common,
        metadata: { namespace: "default" },
        involvedObject: { apiVersion: "v1", kind: "Node", name: "n", uid: "uid-n" },
        message: `ownerRef ${identity("")} does not exist in namespace ""`,
      },
    ]);
  });

  it("deletes nothing while it does not know the owner's kind", async () => {
    const { start, make, names, settle, clock } = setUp();
    await start();
    await make("a", [{ apiVersion: "g.io/v1", kind: "Foo", name: "f", uid: "u" }]);
    await settle();
    expect(names()).toEqual(["x/a"]);
    expect(clock.pending).toBe(1);
  });

  it("deletes in the foreground: first dependents that block, then the owner", async () => {
    const { api, client, start, make, names, get, settle } = setUp();
    await start();
    const a = await make("a");
    await make("blocks", [owned(a, { blockOwnerDeletion: true })], { finalizers: ["e.io/hold"] });
    await make("other", [owned(a)]);
    await settle();
    await client.delete(configMaps, "a", { propagationPolicy: "Foreground" });
    await settle();
    expect(names()).toEqual(["x/a", "x/blocks"]);
    expect(get("blocks")?.metadata.deletionTimestamp).toBeDefined();
    await client.patch(configMaps, "blocks", "merge", { metadata: { finalizers: null } });
    await settle();
    expect(names()).toEqual([]);
    const gone = api
      .store("configmaps")
      .events.filter(({ type }) => type === "DELETED")
      .map(({ object }) => object.metadata.name);
    expect(gone).toEqual(["other", "blocks", "a"]);
  });

  it("deletes a chain in the foreground from its end", async () => {
    const { api, client, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    const b = await make("b", [owned(a, { blockOwnerDeletion: true })]);
    await make("c", [owned(b, { blockOwnerDeletion: true })]);
    await settle();
    await client.delete(configMaps, "a", { propagationPolicy: "Foreground" });
    await settle();
    expect(names()).toEqual([]);
    expect(
      api
        .store("configmaps")
        .events.filter(({ type }) => type === "DELETED")
        .map(({ object }) => object.metadata.name),
    ).toEqual(["c", "b", "a"]);
  });

  it("lets an owner go in the foreground when nothing depends on it", async () => {
    const { client, start, make, names, settle } = setUp();
    await start();
    await make("a");
    await client.delete(configMaps, "a", { propagationPolicy: "Foreground" });
    await settle();
    expect(names()).toEqual([]);
  });

  it("is not kept waiting by objects that own each other", async () => {
    const { client, start, make, names, settle } = setUp();
    await start();
    const a = await make("a", [], { uid: "uid-a" });
    const b = await make("b", [owned(a, { blockOwnerDeletion: true })]);
    await client.patch(configMaps, "a", "merge", {
      metadata: { ownerReferences: [owned(b, { blockOwnerDeletion: true })] },
    });
    await settle();
    await client.delete(configMaps, "a", { propagationPolicy: "Foreground" });
    await settle();
    expect(names()).toEqual([]);
  });

  it("orphans dependents when asked to, also those made just before", async () => {
    const { client, start, make, names, get, settle } = setUp();
    await start();
    const a = await make("a");
    await make("b", [owned(a)]);
    await client.delete(configMaps, "a", { propagationPolicy: "Orphan" });
    await settle();
    expect(names()).toEqual(["x/b"]);
    expect(get("b")?.metadata.ownerReferences).toBeUndefined();
  });

  it("asks for an owner once, however many depend on it", async () => {
    const { api, start, make, names, client, settle } = setUp();
    await start();
    const a = await make("a");
    await make("b0", [owned(a)]);
    await settle();
    api.requests.length = 0;
    for (let i = 1; i < 10; i++) await make(`b${i}`, [owned(a)]);
    await settle();
    expect(api.requests.filter((request) => request.startsWith("GET"))).toEqual([]);
    await client.delete(configMaps, "a");
    await settle();
    expect(names()).toEqual([]);
  });

  it("deletes an object made after its owner, which once was known, is gone", async () => {
    const { client, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    await make("b", [owned(a)]);
    await settle();
    await client.delete(configMaps, "a");
    await settle();
    await make("late", [owned(a)]);
    await settle();
    expect(names()).toEqual([]);
  });

  it("forgets which owners it knew when it may have missed their deletion", async () => {
    const { api, client, clock, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    const other = await make("other");
    await make("b", [owned(a), owned(other)]);
    await settle();
    api.endWatches();
    await until(() => clock.pending >= 2);
    api.store("configmaps").objects.delete("x/a"); // without an event
    api.compact();
    for (let i = 0; i < 4; i++) {
      await settle();
      clock.advance(2000);
    }
    await settle();
    await make("late", [owned(a)]);
    await settle();
    expect(names()).toEqual(["x/b", "x/other"]);
    await client.delete(configMaps, "other");
    await settle();
    expect(names()).toEqual([]);
  });

  it("lets an owner go when what blocked it is disowned", async () => {
    const { client, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    await make("blocks", [owned(a, { blockOwnerDeletion: true })], { finalizers: ["e.io/hold"] });
    const c = await make("c");
    await make("freed", [owned(c, { blockOwnerDeletion: true })]);
    await settle();
    await client.patch(configMaps, "freed", "merge", { metadata: { ownerReferences: null } });
    await settle();
    await client.delete(configMaps, "c", { propagationPolicy: "Foreground" });
    await client.delete(configMaps, "a", { propagationPolicy: "Foreground" });
    await settle();
    expect(names()).toEqual(["x/a", "x/blocks", "x/freed"]);
    await client.patch(configMaps, "blocks", "merge", { metadata: { ownerReferences: null } });
    await settle();
    expect(names()).toEqual(["x/blocks", "x/freed"]);
  });

  it("finds garbage that came about while its watch was broken", async () => {
    const { api, client, clock, start, make, names, settle } = setUp();
    await start();
    const a = await make("a");
    await make("b", [owned(a)]);
    await settle();
    api.endWatches();
    await until(() => clock.pending >= 2);
    await client.delete(configMaps, "a");
    api.compact();
    for (let i = 0; i < 4; i++) {
      await settle();
      clock.advance(2000);
    }
    await settle();
    expect(names()).toEqual([]);
  });

  it("collects kinds that are defined later", async () => {
    const { api, client, clock, start, make, settle } = setUp();
    const definitions = served(
      "apiextensions.k8s.io",
      "v1",
      "customresourcedefinitions",
      "CustomResourceDefinition",
      false,
    );
    api.resources.push(definitions);
    await start();
    const foos = { group: "g.io", version: "v1", resource: "foos", namespace: "x" };
    api.resources.push(served("g.io", "v1", "foos", "Foo"));
    await client.create(definitions, { metadata: { name: "foos.g.io" } });
    await settle();
    clock.advance(100);
    await until(() => api.store("foos", "g.io").watchers.size === 1);
    const a = await make("a");
    await client.create<KubeObject>(foos, { metadata: { name: "f", ownerReferences: [owned(a)] } });
    await client.delete(configMaps, "a");
    await settle();
    expect(api.store("foos", "g.io").objects.size).toBe(0);
  });

  it("stops with its signal", async () => {
    const { api, clock, start, stop, settle } = setUp();
    await start();
    stop.abort();
    await settle();
    expect(api.store("configmaps").watchers.size + api.store("nodes").watchers.size).toBe(0);
    expect(clock.pending).toBe(0);
  });
});
