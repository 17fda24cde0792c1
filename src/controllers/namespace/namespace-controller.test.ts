import { describe, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createNamespaceController } from "./namespace-controller.ts";
import type { Namespace } from "./namespace-type.ts";

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const at = (resource: string, group = "") => ({ group, version: "v1", resource, namespace: "x" });

async function setUp() {
  const api = new FakeApi([
    served("", "v1", "namespaces", "Namespace", false),
    served("", "v1", "configmaps", "ConfigMap"),
    served("", "v1", "pods", "Pod"),
    served("g.io", "v1", "foos", "Foo"),
  ]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  await client.create<Namespace>(namespaces, {
    kind: "Namespace",
    metadata: { name: "x" },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
  await client.create<Namespace>(namespaces, {
    kind: "Namespace",
    metadata: { name: "y" },
    spec: { finalizers: ["kubernetes"] },
  });
  await client.create({ ...at("configmaps"), namespace: "y" }, { metadata: { name: "other" } });
  const clock = new FakeClock();
  const controller = createNamespaceController({ handle: api.handle, clock });
  const stop = new AbortController();
  const begin = async () => {
    controller.start(stop.signal);
    await until(() => api.store("namespaces").watchers.size === 1);
  };
  const live = (): Namespace | undefined => api.store("namespaces").objects.get("/x");
  const conditions = () =>
    Object.fromEntries(
      (live()?.status?.conditions ?? []).map(({ type, status, reason, message }) => [
        type,
        `${status} ${reason}: ${message}`,
      ]),
    );
  return { api, client, clock, controller, stop, begin, live, conditions };
}

const well = {
  NamespaceDeletionDiscoveryFailure: "False ResourcesDiscovered: All resources successfully discovered",
  NamespaceDeletionGroupVersionParsingFailure: "False ParsedGroupVersions: All legacy kube types successfully parsed",
  NamespaceDeletionContentFailure:
    "False ContentDeleted: All content successfully deleted, may be waiting on finalization",
  NamespaceContentRemaining: "False ContentRemoved: All content successfully removed",
  NamespaceFinalizersRemaining: "False ContentHasNoFinalizers: All content-preserving finalizers finished",
};

describe("the namespace controller", () => {
  it("deletes everything in the namespace, then the namespace, and nothing else", async () => {
    const { api, client, begin, live, controller } = await setUp();
    for (const [resource, group] of [
      ["configmaps", ""],
      ["pods", ""],
      ["foos", "g.io"],
    ] as const)
      await client.create(at(resource, group), { metadata: { name: "a" } });
    await begin();
    await client.delete(namespaces, "x");
    await until(() => live() === undefined, live);
    expect([
      api.store("configmaps").objects.size,
      api.store("pods").objects.size,
      api.store("foos", "g.io").objects.size,
    ]).toEqual([1, 0, 0]);
    const statuses = api
      .store("namespaces")
      .events.flatMap(({ object }) =>
        ((object as Namespace).status?.conditions ?? []).map(({ type, status }) => `${type} ${status}`),
      );
    expect(new Set(statuses)).toEqual(new Set(Object.keys(well).map((type) => `${type} False`)));
    await controller.idle();
  });

  it("finds namespaces that were being deleted before it started", async () => {
    const { client, begin, live } = await setUp();
    await client.delete(namespaces, "x");
    await begin();
    await until(() => live() === undefined, live);
    expect(live()).toBeUndefined();
  });

  it("says what finalizers hold, looks again later, and finishes when they are gone", async () => {
    const { client, clock, begin, live, conditions } = await setUp();
    await client.create(at("configmaps"), { metadata: { name: "a", finalizers: ["e.io/a", "e.io/b"] } });
    await client.create(at("foos", "g.io"), { metadata: { name: "b", finalizers: ["e.io/b"] } });
    await begin();
    await client.delete(namespaces, "x");
    await until(() => clock.pending === 1);
    expect(live()?.status?.phase).toBe("Terminating");
    expect(conditions()).toEqual({
      ...well,
      NamespaceContentRemaining:
        "True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, foos.g.io has 1 resource instances",
      NamespaceFinalizersRemaining:
        "True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: e.io/a in 1 resource instances, e.io/b in 2 resource instances",
    });
    await client.patch(at("configmaps"), "a", "merge", { metadata: { finalizers: null } });
    await client.patch(at("foos", "g.io"), "b", "merge", { metadata: { finalizers: null } });
    clock.advance(8000);
    await until(() => live() === undefined, live);
  });

  it("leaves everything else alone while pods are held", async () => {
    const { api, client, clock, begin, conditions } = await setUp();
    await client.create(at("pods"), { metadata: { name: "p", finalizers: ["e.io/a"] } });
    await client.create(at("configmaps"), { metadata: { name: "a" } });
    await begin();
    await client.delete(namespaces, "x");
    await until(() => clock.pending === 1);
    expect(api.store("configmaps").objects.has("x/a")).toBe(true);
    expect(conditions()["NamespaceContentRemaining"]).toBe(
      "True SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances",
    );
  });

  it("says what fails and tries again", async () => {
    const { api, client, clock, begin, live, conditions } = await setUp();
    await client.create(at("configmaps"), { metadata: { name: "a" } });
    api.intercept = ({ method, target }) =>
      method === "DELETE" && target.includes("/configmaps") ? { status: 500, headers: [], body: "no way" } : undefined;
    await begin();
    await client.delete(namespaces, "x");
    await until(() => clock.pending === 1);
    expect(conditions()["NamespaceDeletionContentFailure"]).toBe(
      "True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: no way",
    );
    api.intercept = undefined;
    clock.advance(5);
    await until(() => live() === undefined, live);
  });

  it("deletes one by one where a collection cannot be deleted", async () => {
    const { api, client, begin, live } = await setUp();
    const foos = api.resources.findIndex(({ resource }) => resource === "foos");
    api.resources[foos] = { ...served("g.io", "v1", "foos", "Foo"), verbs: ["delete", "list", "get", "create"] };
    await client.create(at("foos", "g.io"), { metadata: { name: "a" } });
    await begin();
    await client.delete(namespaces, "x");
    await until(() => live() === undefined, live);
    expect(api.requests).toContain("DELETE /apis/g.io/v1/namespaces/x/foos/a");
  });

  it("stops with its signal", async () => {
    const { api, clock, controller, begin, stop } = await setUp();
    await begin();
    stop.abort();
    await controller.idle();
    await until(() => api.store("namespaces").watchers.size === 0);
    expect(clock.pending).toBe(0);
  });
});
