import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string, namespace = "") => ({ group: "", version: "v1", resource, namespace });
const [nodes, pods] = [core("nodes"), core("pods", "default")];
const ready = (status: string) => [{ type: "Ready", status, lastTransitionTime: "2026-01-01T00:00:00Z" }];

let world: World;
beforeEach(async () => {
  world = await startWorld([
    "node-lifecycle-controller",
    "taint-eviction-controller",
    "pod-garbage-collector-controller",
  ]);
});
afterEach(() => world.close());

const node = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  world.create(nodes, { metadata: { name, labels }, status: { conditions: ready("True") } });
const pod = (name: string, tolerations: readonly object[] = []) =>
  world.create(pods, {
    metadata: { name },
    spec: { nodeName: "n", terminationGracePeriodSeconds: 0, tolerations, containers: [{ name: "c", image: "i" }] },
    status: { phase: "Running", conditions: ready("True") },
  });
const taints = async (name: string) => {
  const spec = (await world.client.get(nodes, name))["spec"] as { readonly taints?: { key: string; effect: string }[] };
  return (spec.taints ?? []).map(({ key, effect }) => `${key.replace("node.kubernetes.io/", "")}:${effect}`);
};
const conditionsOf = async (target: typeof nodes, name: string) =>
  (await world.client.get(target, name))["status"] as object;

it("a silent node becomes Unknown, its pods not ready, and then they are evicted", async () => {
  await node("n");
  await expect.poll(() => taints("n")).toEqual([]);
  await pod("p");
  await expect.poll(() => world.clock.pending).toBeGreaterThan(0);
  await expect.poll(() => world.eventReasons()).toContain("RegisteredNode");
  await expect
    .poll(async () => {
      world.clock.advance(10_000);
      return taints("n");
    })
    .toEqual(["unreachable:NoSchedule", "unreachable:NoExecute"]);
  expect(await conditionsOf(nodes, "n")).toMatchObject({
    conditions: expect.arrayContaining([
      expect.objectContaining({ type: "Ready", status: "Unknown", reason: "NodeStatusUnknown" }),
      expect.objectContaining({ type: "DiskPressure", status: "Unknown", reason: "NodeStatusNeverUpdated" }),
    ]),
  });
  await expect
    .poll(() => conditionsOf(pods, "p"))
    .toMatchObject({ conditions: ready("False").map(({ type, status }) => expect.objectContaining({ type, status })) });
  expect(await world.names(pods)).toEqual(["p"]);
  await expect.poll(() => world.clock.pending).toBeGreaterThan(0);
  world.clock.advance(301_000);
  await expect.poll(() => world.names(pods)).toEqual([]);
  await expect.poll(() => world.eventReasons()).toContain("TaintManagerEviction");
});

it("a node that is ready again loses its taints; its pods stay, and no write follows", async () => {
  await node("n", { "simulation.kubepad.dev/node": "true" });
  await pod("p");
  await world.setStatus(nodes, "n", { conditions: ready("False") });
  await expect.poll(() => taints("n")).toEqual(["not-ready:NoSchedule", "not-ready:NoExecute"]);
  await world.setStatus(nodes, "n", { conditions: ready("True") });
  await expect.poll(() => taints("n")).toEqual([]);
  await expect.poll(() => world.eventReasons()).toContain("TaintManagerEviction");
  const count = world.writes.length;
  for (let minutes = 0; minutes < 60; minutes++) world.clock.advance(60_000);
  await world.client.patch(nodes, "n", "merge", { spec: { unschedulable: true } });
  await expect.poll(() => taints("n")).toEqual(["unschedulable:NoSchedule"]);
  expect(world.writes.slice(count)).toEqual(["PUT /api/v1/nodes/n"]);
  expect(await world.names(pods)).toEqual(["p"]);
});

it("pods of a node that is gone are collected after the quarantine", async () => {
  await node("n", { "simulation.kubepad.dev/node": "true" });
  await pod("p");
  await world.client.delete(nodes, "n");
  await expect.poll(() => world.clock.pending).toBeGreaterThan(0);
  world.clock.advance(20_000);
  expect(await world.names(pods)).toEqual(["p"]);
  await expect
    .poll(() => {
      world.clock.advance(20_000);
      return world.names(pods);
    })
    .toEqual([]);
});
