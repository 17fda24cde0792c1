import { afterEach, beforeEach, expect, it } from "vitest";
import { formatTime } from "../../apimachinery/time.ts";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string) => ({ group: "", version: "v1", resource, namespace: "default" });
const pods = core("pods");
const budgets = { group: "policy", version: "v1", resource: "poddisruptionbudgets", namespace: "default" };
const replicaSets = { group: "apps", version: "v1", resource: "replicasets", namespace: "default" };
const containers = [{ name: "c", image: "i" }];
const ready = [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }];
const selector = { matchLabels: { app: "web" } };

let world: World;
beforeEach(async () => void (world = await startWorld(["disruption-controller"])));
afterEach(() => world.close());

const pod = (name: string, ownerReferences: readonly object[] = []) =>
  world.create(pods, {
    metadata: { name, labels: { app: "web" }, ownerReferences } as object,
    spec: { containers },
    status: { phase: "Running", conditions: ready },
  });
const budget = (spec: object) => world.create(budgets, { metadata: { name: "b" }, spec: { selector, ...spec } });
const status = async () => (await world.client.get(budgets, "b"))["status"];
const allowed = (isAllowed: boolean, reason: string) => [
  expect.objectContaining({ type: "DisruptionAllowed", status: isAllowed ? "True" : "False", reason }),
];
const evict = (name: string) =>
  world.client.json("POST", `/api/v1/namespaces/default/pods/${name}/eviction`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
  });

it("healthy pods above the least number may be disrupted, and evictions follow it", async () => {
  await budget({ minAvailable: 1 });
  await expect.poll(status).toMatchObject({ expectedPods: 0, conditions: allowed(false, "InsufficientPods") });
  await expect.poll(() => world.eventReasons()).toContain("NoPods");
  for (const name of ["a", "b"]) await pod(name);
  await expect.poll(status).toMatchObject({
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
    disruptionsAllowed: 1,
    observedGeneration: 1,
    conditions: allowed(true, "SufficientPods"),
  });
  await evict("a");
  await expect.poll(status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0 });
  await expect(evict("b")).rejects.toMatchObject({ code: 429 });
  const writes = world.writes.length;
  await world.client.patch(pods, "b", "merge", { metadata: { annotations: { note: "x" } } });
  await world.client.patch(budgets, "b", "merge", { spec: { minAvailable: 0 } });
  await expect.poll(status).toMatchObject({ disruptionsAllowed: 1, observedGeneration: 2 });
  expect(world.writes.slice(writes)).toEqual(["PUT /apis/policy/v1/namespaces/default/poddisruptionbudgets/b/status"]);
});

it("a percentage is of what the controllers of the pods want", async () => {
  const spec = { replicas: 4, selector, template: { metadata: { labels: { app: "web" } }, spec: { containers } } };
  const { metadata } = await world.create(replicaSets, { metadata: { name: "r" }, spec });
  const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "r", uid: metadata.uid, controller: true };
  for (const name of ["a", "b", "c", "d"]) await pod(name, [owner]);
  await budget({ maxUnavailable: "50%" });
  await expect.poll(status).toMatchObject({ expectedPods: 4, desiredHealthy: 2, disruptionsAllowed: 2 });
  await world.client.patch(replicaSets, "r", "merge", { spec: { replicas: 8 } });
  await expect.poll(status).toMatchObject({ expectedPods: 8, desiredHealthy: 4, disruptionsAllowed: 0 });
});

it("pods whose controller is not known, or that have none, are told of", async () => {
  await budget({ maxUnavailable: 1 });
  await pod("a");
  await expect.poll(() => world.eventReasons()).toContain("UnmanagedPods");
  await pod("b", [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "gone", uid: "u", controller: true }]);
  await expect.poll(status).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [expect.objectContaining({ reason: "SyncFailed", message: 'found no controllers for pod "b"' })],
  });
  const reasons = ["NoControllers", "CalculateExpectedPodCountFailed"];
  await expect.poll(() => world.eventReasons()).toEqual(expect.arrayContaining(reasons));
});

it("an evicted pod that stays counts again after two minutes, as does its condition", async () => {
  await budget({ minAvailable: 0 });
  await pod("a");
  await expect.poll(status).toMatchObject({ disruptionsAllowed: 1 });
  const time = formatTime(world.clock.now());
  const target = [...ready, { type: "DisruptionTarget", status: "True", lastTransitionTime: time }];
  await world.setStatus(budgets, "b", { disruptedPods: { a: time } });
  await world.setStatus(pods, "a", { conditions: target });
  await expect.poll(status).toMatchObject({ currentHealthy: 0, disruptedPods: { a: time } });
  await expect.poll(() => world.clock.pending).toBeGreaterThanOrEqual(2);
  world.clock.advance(120_001);
  await expect.poll(status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 1 });
  expect(await status()).not.toHaveProperty("disruptedPods");
  await expect
    .poll(async () => (await world.client.get(pods, "a"))["status"])
    .toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: "DisruptionTarget", observedGeneration: 1, status: "False" }),
      ]),
    });
});
