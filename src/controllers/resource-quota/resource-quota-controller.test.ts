import { describe, expect, it } from "vitest";
import type { ResourceListText, ResourceQuota, ResourceQuotaSpec } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createResourceQuotaController } from "./resource-quota-controller.ts";

const target = (resource: string, group = "") => ({ group, version: "v1", resource, namespace: "ns" });
const quotas = target("resourcequotas");

async function setUp() {
  const api = new FakeApi([
    served("", "v1", "resourcequotas", "ResourceQuota"),
    served("", "v1", "pods", "Pod"),
    served("", "v1", "secrets", "Secret"),
    served("apps", "v1", "deployments", "Deployment"),
  ]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  const clock = new FakeClock(0);
  const controller = createResourceQuotaController({ handle: api.handle, clock });
  const stop = new AbortController();
  controller.start(stop.signal);
  await until(() => api.store("resourcequotas").watchers.size === 1);
  const quota = (name: string, hard: ResourceListText, spec: ResourceQuotaSpec = {}) =>
    client.create(quotas, { metadata: { name, namespace: "ns" }, spec: { hard, ...spec } });
  const status = (name: string): unknown =>
    [...api.store("resourcequotas").objects.values()].find(({ metadata }) => metadata.name === name)?.["status"];
  /** What counts is loaded when the first quota comes, which takes more than microtasks. */
  const settles = (name: string, used: ResourceListText) =>
    expect.poll(() => (status(name) as { used?: unknown } | undefined)?.used).toEqual(used);
  const pod = (name: string, spec: object, more: object = {}): Promise<KubeObject> =>
    client.create<KubeObject>(target("pods"), { metadata: { name, namespace: "ns" }, spec, ...more });
  return { api, client, clock, stop, quota, status, settles, pod };
}

const requests = (cpu: string) => ({ containers: [{ name: "c", resources: { requests: { cpu } } }] });

describe("the quota controller", () => {
  it("counts what is there, within the scopes", async () => {
    const { pod, quota, settles, status, stop } = await setUp();
    await pod("a", requests("500m"));
    await pod("b", { ...requests("1"), activeDeadlineSeconds: 5 });
    await quota("all", { pods: "9", cpu: "2000m", "count/deployments.apps": "1", "count/unknowns.example.com": "1" });
    await quota("terminating", { pods: "9" }, { scopes: ["Terminating"] });
    await settles("all", { "count/deployments.apps": "0", cpu: "1500m", pods: "2" });
    await settles("terminating", { pods: "1" });
    expect(status("all")).toMatchObject({ hard: { cpu: "2" } });
    stop.abort();
  });

  it("replenishes where objects are deleted, and where pods finish", async () => {
    const { client, pod, quota, settles, status, stop } = await setUp();
    await pod("a", {});
    await pod("b", {});
    await quota("q", { pods: "5" });
    await settles("q", { pods: "2" });
    await client.patch(target("pods"), "a", "merge", { status: { phase: "Succeeded" } });
    await settles("q", { pods: "1" });
    await client.delete(target("pods"), "b");
    await settles("q", { pods: "0" });
    expect(status("q")).toMatchObject({ hard: { pods: "5" } });
    stop.abort();
  });

  it("does not take back what a request was charged that has yet to store its object", async () => {
    const { client, pod, quota, settles, status, stop } = await setUp();
    await quota("q", { pods: "5" });
    await settles("q", { pods: "0" });
    const charged = await client.get<ResourceQuota>(quotas, "q");
    const written = { ...charged, status: { ...charged.status, used: { pods: "1" } } };
    await client.update(quotas, written, "status");
    const stores = (async () => {
      for (let task = 0; task < 5; task++) await nextTask();
      await pod("a", {});
    })();
    await client.patch(quotas, "q", "merge", { spec: { hard: { pods: "6" } } });
    await expect.poll(() => status("q")).toMatchObject({ hard: { pods: "6" } });
    expect(status("q")).toMatchObject({ used: { pods: "1" } });
    await stores;
    stop.abort();
  });

  it("counts what was admitted before the quota had limits, and is stored a moment later", async () => {
    const { pod, quota, settles, status, stop } = await setUp();
    await quota("q", { pods: "5" });
    while (status("q") === undefined) await nextTask();
    await pod("a", {});
    await settles("q", { pods: "1" });
    expect(status("q")).toMatchObject({ hard: { pods: "5" } });
    stop.abort();
  });

  it("counts anew when limits change, and after a conflict", async () => {
    const { api, client, clock, quota, settles, stop } = await setUp();
    await client.create(target("secrets"), { metadata: { name: "s", namespace: "ns" } });
    let conflicts = 1;
    api.intercept = ({ method, target: path }) => {
      if (method !== "PUT" || !path.endsWith("/status") || conflicts-- <= 0) return undefined;
      const store = api.store("resourcequotas");
      store.update("ns/q", { ...store.get("ns/q"), touched: true });
      return undefined;
    };
    await quota("q", { pods: "1" });
    await expect.poll(() => clock.pending).toBeGreaterThan(0);
    clock.advance(10);
    await settles("q", { pods: "0" });
    await client.patch(quotas, "q", "merge", { spec: { hard: { secrets: "3" } } });
    await settles("q", { pods: "0", secrets: "1" });
    stop.abort();
  });
});
