import { afterEach, expect, test } from "vitest";
import { type LivingWorld, startLivingWorld } from "./testing/living-world.ts";

const simulation = "simulation.kubepad.dev/";
let world: LivingWorld;
afterEach(() => world.close());

const pod = (name: string, cpu: string, spec: object = {}): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "default" },
  spec: { containers: [{ name: "app", image: "nginx", resources: { requests: { cpu } } }], ...spec },
});
const why = async (name: string, kind = "Pod"): Promise<readonly string[]> => {
  const metadata = kind === "Pod" ? { name, namespace: "default" } : { name };
  const { situation, sentence } = await world.why({ apiVersion: "v1", kind, metadata });
  return [situation, sentence];
};
const change = (path: string, patch: object): Promise<unknown> =>
  world.send("PATCH", `/api/v1/${path}`, patch, "application/merge-patch+json");
const each = async (nodes: readonly string[], patch: object): Promise<void> => {
  for (const node of nodes) await change(`nodes/${node}`, patch);
};
const both = ["node-1", "node-2"];

test("pods of a cluster without nodes", async () => {
  world = await startLivingWorld(0);
  await world.create(pod("p", "1"));
  await world.pass(30);
  expect(await why("p")).toEqual(["pod-no-nodes", "Pending: the cluster has no nodes"]);
});

test("pods for which the nodes have no room now", async () => {
  world = await startLivingWorld();
  await world.create(pod("a", "3", { nodeName: "node-1" }), pod("b", "3500m", { nodeName: "node-2" }), pod("p", "2"));
  await world.pass(30);
  expect(await why("p")).toEqual([
    "pod-nodes-full",
    "Pending: 0/2 nodes are available, no node has room for 2 cpu: node-1 has 1 of 4 free, a uses 3",
  ]);
});

test("pods kept away by cordons and taints, and nodes that say so", async () => {
  world = await startLivingWorld();
  await each(both, { spec: { unschedulable: true } });
  await world.create(pod("p", "1"));
  await world.pass(30);
  expect(await why("p")).toEqual([
    "pod-nodes-cordoned",
    "Pending: 0/2 nodes are available, node-1 and node-2 are cordoned",
  ]);
  expect(await why("node-1", "Node")).toEqual([
    "node-cordoned",
    "Cordoned: spec.unschedulable is true, so no new pods are put on it",
  ]);
  await each(both, { spec: { unschedulable: null, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] } });
  expect(await why("p")).toEqual([
    "pod-nodes-cordoned",
    "Pending: 0/2 nodes are available, 2 nodes were cordoned when the scheduler last looked",
  ]);
  await world.pass(10);
  expect(await why("p")).toEqual([
    "pod-taint-not-tolerated",
    "Pending: 0/2 nodes are available, node-1 and node-2 have the taint gpu=yes:NoSchedule, which the pod does not tolerate",
  ]);
  expect(await why("node-1", "Node")).toEqual([
    "node-tainted",
    "Ready: only pods that tolerate gpu=yes:NoSchedule are put on it",
  ]);
});

test("a toleration that comes near a taint and does not tolerate it", async () => {
  world = await startLivingWorld();
  await each(both, { spec: { taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] } });
  const tolerating = (name: string, toleration: object): object => pod(name, "1", { tolerations: [toleration] });
  await world.create(
    tolerating("a", { key: "dedicated", operator: "Exists", effect: "NoExecute" }),
    tolerating("b", { key: "dedicated", value: "web" }),
    tolerating("c", { key: "dedicate", operator: "Exists" }),
  );
  await world.pass(30);
  const told = await Promise.all(["a", "b", "c"].map(async (name) => (await why(name))[1]?.split("tolerate: ")[1]));
  expect(told).toEqual([
    "its toleration of dedicated is for the effect NoExecute",
    "its toleration of dedicated is for the value web",
    "its toleration is of dedicate",
  ]);
});

test("what is too much for the nodes that are open to a pod, although another one has it", async () => {
  world = await startLivingWorld();
  await change("nodes/node-1", { metadata: { annotations: { [`${simulation}capacity.cpu`]: "64" } } });
  await change("nodes/node-1", { spec: { taints: [{ key: "own", effect: "NoSchedule" }] } });
  await world.pass(5);
  await world.create(pod("p", "8"));
  await world.pass(5);
  expect(await why("p")).toEqual([
    "pod-insufficient-cpu",
    "Pending: 0/2 nodes are available, no node that is open to the pod has 8 cpu; the largest has 4; node-1 has the taint own:NoSchedule, which the pod does not tolerate",
  ]);
});

test("pods of a node whose runtime is down, and of one that has no other", async () => {
  world = await startLivingWorld(1);
  await world.create(pod("p", "1"));
  await world.pass(30);
  await change("nodes/node-1", { metadata: { annotations: { [`${simulation}ready`]: "false" } } });
  await world.pass(10);
  expect(await why("node-1", "Node")).toEqual(["node-not-ready", "Not ready: container runtime is down"]);
  expect(await why("p")).toEqual([
    "pod-node-not-ready",
    "Not ready: its node node-1 is not ready: container runtime is down; it is evicted in 4m50s",
  ]);
  await world.create(pod("q", "1"));
  await world.pass(10);
  expect(await why("q")).toEqual(["pod-nodes-not-ready", "Pending: 0/1 nodes are available, node-1 is not ready"]);
  await world.send("DELETE", "/api/v1/namespaces/default/pods/p");
  await world.pass(5);
  expect(await why("p")).toEqual([
    "pod-termination-waits-for-node",
    "Terminating: nothing stops its containers: its node node-1 is not ready: container runtime is down",
  ]);
});

test("what a taint that evicts does to pods that tolerate it for a time, to others, and to DaemonSets", async () => {
  world = await startLivingWorld();
  const onNode = { nodeName: "node-1" };
  const toleration = { key: "upkeep", operator: "Exists", effect: "NoExecute", tolerationSeconds: 900 };
  await world.create(
    pod("patient", "1", { ...onNode, tolerations: [toleration] }),
    pod("slow", "1", { ...onNode, terminationGracePeriodSeconds: 600 }),
  );
  const labels = { app: "d" };
  const containers = [{ name: "app", image: "nginx" }];
  const template = { metadata: { labels }, spec: { containers } };
  const spec = { selector: { matchLabels: labels }, template };
  await world.create({ apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "d", namespace: "default" }, spec });
  await world.send(
    "PATCH",
    "/api/v1/namespaces/default/pods/slow",
    { metadata: { annotations: { [`${simulation}stop-seconds`]: "500" } } },
    "application/merge-patch+json",
  );
  await world.pass(10);
  await change("nodes/node-1", { spec: { taints: [{ key: "upkeep", value: "now", effect: "NoExecute" }] } });
  await world.pass(60);
  expect(await why("patient")).toEqual([
    "pod-evicted-soon",
    "Running: its node node-1 has the taint upkeep=now:NoExecute, which it tolerates for 900 s before it is evicted",
  ]);
  expect(await why("slow")).toEqual([
    "pod-terminating",
    "Terminating: Taint manager: deleting due to NoExecute taint; its containers have 600 s to stop",
  ]);
  expect(await why("node-1", "Node")).toEqual([
    "node-tainted",
    "Ready: only pods that tolerate upkeep=now:NoExecute are put on it, and others are evicted",
  ]);
  await change("nodes/node-1", { spec: { taints: [{ key: "upkeep", effect: "NoSchedule" }] } });
  await world.pass(60);
  await change("nodes/node-2", { spec: { taints: [{ key: "upkeep", effect: "NoSchedule" }] } });
  await world.pass(10);
  const { situation, sentence } = await world.why({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "d", namespace: "default" },
  });
  expect(situation).toBe("daemonset-matches-no-node");
  expect(sentence).toBe("No nodes: the taint upkeep:NoSchedule of node-1 and node-2 keeps its pods away");
});

test("a node that is short of disk space, and the pods that it keeps away", async () => {
  world = await startLivingWorld(1);
  await change("nodes/node-1", { metadata: { annotations: { [`${simulation}pressure`]: "disk, memory" } } });
  await world.pass(10);
  await world.create(pod("p", "1"));
  await world.pass(10);
  expect((await why("node-1", "Node"))[0]).toBe("node-under-pressure");
  expect(await why("p")).toEqual([
    "pod-nodes-not-ready",
    "Pending: 0/1 nodes are available, node-1 is short of memory",
  ]);
  await change("nodes/node-1", { metadata: { annotations: { [`${simulation}pressure`]: null } } });
  await world.pass(30);
  expect(await why("p")).toEqual(["pod-running", "Running"]);
});

test("a pod that does not preempt others, and one that the number of pods keeps away", async () => {
  world = await startLivingWorld(1);
  await change("nodes/node-1", { metadata: { annotations: { [`${simulation}capacity.pods`]: "2" } } });
  const polite = { preemptionPolicy: "Never", value: 1000 };
  await world.create({
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name: "polite" },
    ...polite,
  });
  await world.create(pod("a", "3"));
  await world.pass(10);
  await world.create(pod("p", "3", { priorityClassName: "polite" }));
  await world.pass(10);
  expect(await why("p")).toEqual([
    "pod-nodes-full",
    "Pending: 0/1 nodes are available, no node has room for 3 cpu: node-1 has 1 of 4 free, a uses 3; its preemptionPolicy is Never, so it does not preempt others",
  ]);
  await world.create(pod("b", "1"), pod("q", "0"));
  await world.pass(10);
  expect((await why("q"))[0]).toBe("pod-too-many-pods");
});

test("pods whose resources are changed", async () => {
  world = await startLivingWorld(1);
  await world.create(pod("p", "1"), pod("q", "2"));
  await world.pass(30);
  const resize = (cpu: string): Promise<unknown> =>
    world.send(
      "PATCH",
      "/api/v1/namespaces/default/pods/p/resize",
      { spec: { containers: [{ name: "app", resources: { requests: { cpu } } }] } },
      "application/strategic-merge-patch+json",
    );
  await resize("3");
  await world.pass(5);
  const [deferred, told] = await why("p");
  expect(deferred).toBe("pod-resize-deferred");
  expect(told).toMatch(/^Resize deferred: node-1 has no room for the new resources yet: /);
  await resize("64");
  await world.pass(5);
  expect((await why("p"))[0]).toBe("pod-resize-infeasible");
});

test("a diagnosis reads each object once and no list twice, however many pods there are", async () => {
  world = await startLivingWorld(2);
  const replicas = 30;
  const labels = { app: "w" };
  const containers = [{ name: "app", image: "nginx", resources: { requests: { cpu: "500" } } }];
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "w", namespace: "default" },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
  await world.create(deployment);
  await world.pass(30);
  world.reads.length = 0;
  await world.why({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "w", namespace: "default" } });
  expect(world.reads.length).toBeLessThan(5);
  expect(new Set(world.reads).size).toBe(world.reads.length);
});
