import { afterEach, expect, it } from "vitest";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(): Promise<ControlledServer> {
  const server = await startControlled(["replicaset-controller", "replicationcontroller-controller"]);
  servers.push(server);
  return server;
}

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const replicaSet = (replicas: number, more: object = {}) => ({
  metadata: { name: "a" },
  spec: { replicas, selector: { matchLabels: { app: "a" } }, template, ...more },
});
const noState = { ready: false, image: "i", imageID: "", started: false, state: {}, lastState: {} };
const podNames = async (server: ControlledServer) =>
  (await server.list("pods")).map(({ metadata }) => metadata.name ?? "");
const statusOf = async (server: ControlledServer) => (await server.get("replicasets", "a", "apps"))["status"];

it("a ReplicaSet gets its pods, and its status follows them", async () => {
  const server = await start();
  await server.create("replicasets", replicaSet(3), "apps");
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({ replicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1 });
  const [pod, ...others] = await server.list("pods");
  expect(others).toHaveLength(2);
  expect(pod?.metadata).toMatchObject({
    generateName: "a-",
    labels: { app: "a" },
    ownerReferences: [
      { apiVersion: "apps/v1", kind: "ReplicaSet", name: "a", controller: true, blockOwnerDeletion: true },
    ],
  });
  await server.ready(pod?.metadata.name ?? "");
  await expect.poll(() => statusOf(server)).toMatchObject({ replicas: 3, readyReplicas: 1, availableReplicas: 1 });
  expect((await server.events()).toSorted()).toEqual(
    (await podNames(server)).map((name) => `SuccessfulCreate Created pod: ${name}`).toSorted(),
  );
});

it("what is scaled down loses the pods that are not ready first", async () => {
  const server = await start();
  await server.create("replicasets", replicaSet(3), "apps");
  await expect.poll(() => podNames(server)).toHaveLength(3);
  const [first = "", , last = ""] = await podNames(server);
  await server.ready(first, last);
  await expect.poll(() => statusOf(server)).toMatchObject({ readyReplicas: 2 });
  await server.patch("replicasets", "a", { spec: { replicas: 2 } }, "apps");
  await expect.poll(() => podNames(server)).toEqual([first, last]);
});

it("without a Deployment, pods that share a node are not preferred when it is scaled down", async () => {
  const server = await start();
  const pods = { first: "n1", second: "n1", restarted: "n2" };
  for (const [name, nodeName] of Object.entries(pods)) {
    const spec = { ...template.spec, nodeName };
    await server.create("pods", { metadata: { name, labels: { app: "a" } }, spec });
  }
  await server.patchStatus("pods", "restarted", { containerStatuses: [{ name: "c", restartCount: 3, ...noState }] });
  await server.create("replicasets", replicaSet(2), "apps");
  const going = async () =>
    (await server.list("pods"))
      .filter(({ metadata }) => metadata.deletionTimestamp)
      .map(({ metadata }) => metadata.name);
  await expect.poll(going).toEqual(["restarted"]);
});

it("in a namespace that is being deleted, pods that cannot be created are no failure", async () => {
  const server = await start();
  const { client } = server;
  const sets = { group: "apps", version: "v1", resource: "replicasets", namespace: "n" };
  const namespaces = { group: "", version: "v1", resource: "namespaces" };
  await client.create(namespaces, { metadata: { name: "n" } });
  await client.create(sets, replicaSet(0));
  await client.delete(namespaces, "n");
  await client.patch(sets, "a", "merge", { spec: { replicas: 1 } });
  await expect.poll(async () => (await client.get(sets, "a"))["status"]).toMatchObject({ observedGeneration: 2 });
  expect((await client.get(sets, "a"))["status"]).not.toHaveProperty("conditions");
});

it("pods become available after minReadySeconds", async () => {
  const server = await start();
  await server.create("replicasets", replicaSet(1, { minReadySeconds: 10 }), "apps");
  await expect.poll(() => podNames(server)).toHaveLength(1);
  await server.ready(...(await podNames(server)));
  await expect.poll(() => statusOf(server)).toMatchObject({ readyReplicas: 1 });
  expect(await statusOf(server)).not.toHaveProperty("availableReplicas");
  await expect.poll(() => (server.clock.advance(5_000), statusOf(server))).toMatchObject({ availableReplicas: 1 });
});

it("matching orphans are adopted, and pods that do not match any more are released and replaced", async () => {
  const server = await start();
  await server.create("pods", { metadata: { name: "orphan", labels: { app: "a" } }, spec: template.spec });
  await server.create("replicasets", replicaSet(1), "apps");
  const owners = async () => (await server.get("pods", "orphan")).metadata.ownerReferences?.map(({ name }) => name);
  await expect.poll(owners).toEqual(["a"]);
  await server.patch("pods", "orphan", { metadata: { labels: { app: "b" } } });
  await expect.poll(owners).toBeUndefined();
  await expect.poll(() => podNames(server)).toHaveLength(2);
});

it("a refusal becomes a condition and an event, and is over once pods are allowed", async () => {
  const server = await start();
  await server.create("resourcequotas", { metadata: { name: "q" }, spec: { hard: { pods: "0" } } });
  await server.patchStatus("resourcequotas", "q", { hard: { pods: "0" }, used: { pods: "0" } });
  await server.create("replicasets", replicaSet(2), "apps");
  const message = expect.stringContaining("exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0");
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({ conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate", message }] });
  await expect
    .poll(() => server.events())
    .toContainEqual(expect.stringMatching(/^FailedCreate Error creating: pods "a-/));
  await server.remove("resourcequotas", "q");
  await expect.poll(() => (server.clock.advance(10_000), podNames(server))).toHaveLength(2);
  await expect.poll(() => statusOf(server)).not.toHaveProperty("conditions");
});

it("a ReplicationController keeps its pods", async () => {
  const server = await start();
  await server.create("replicationcontrollers", {
    metadata: { name: "r" },
    spec: { replicas: 2, selector: { app: "a" }, template },
  });
  await expect.poll(() => podNames(server)).toHaveLength(2);
  await server.remove("pods", (await podNames(server))[0] ?? "");
  await expect
    .poll(async () => (await server.get("replicationcontrollers", "r"))["status"])
    .toMatchObject({ replicas: 2 });
  await expect.poll(() => podNames(server)).toHaveLength(2);
});

it("a quiet ReplicaSet causes no writes", async () => {
  const server = await start();
  await server.create("replicasets", replicaSet(2), "apps");
  await expect.poll(() => statusOf(server)).toMatchObject({ replicas: 2 });
  await expect.poll(() => server.events()).toHaveLength(2);
  const before = server.writes();
  for (let minute = 0; minute < 60; minute++) {
    server.clock.advance(60_000);
    await statusOf(server);
  }
  expect(server.written.slice(before)).toEqual([]);
});
