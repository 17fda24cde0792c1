import { afterEach, expect, it } from "vitest";
import type { Pod } from "../../api/core/v1.ts";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";
import { nodeOfPod } from "./node-fit.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Adds a node that is ready: a new one has a taint until then. */
async function addNode(server: ControlledServer, name: string) {
  await server.create("nodes", { metadata: { name, labels: { name } } });
  await server.patch("nodes", name, { spec: { taints: null } });
}

async function start(...nodes: readonly string[]) {
  const server = await startControlled(["daemonset-controller"]);
  servers.push(server);
  for (const name of nodes) await addNode(server, name);
  return server;
}

const daemons = (more: object = {}, spec: object = {}) => ({
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i:1" }], ...spec } },
    ...more,
  },
});
const placed = async (server: ControlledServer) =>
  (await server.list("pods"))
    .map((pod) => `${nodeOfPod(pod as Pod) ?? ""} ${(pod as Pod).spec?.containers?.[0]?.image ?? ""}`)
    .toSorted();
const statusOf = async (server: ControlledServer) => (await server.get("daemonsets", "d", "apps"))["status"];
const makeReady = async (server: ControlledServer) => {
  for (const { metadata, status } of await server.list("pods"))
    if (!JSON.stringify(status).includes('"Ready"')) await server.ready(metadata.name ?? "");
};

it("every node gets a pod, also one that comes later, and the status counts them", async () => {
  const server = await start("n1", "n2");
  await server.create("daemonsets", daemons(), "apps");
  await expect.poll(() => placed(server)).toEqual(["n1 i:1", "n2 i:1"]);
  await addNode(server, "n3");
  await expect.poll(() => placed(server)).toEqual(["n1 i:1", "n2 i:1", "n3 i:1"]);
  await makeReady(server);
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
    });
  expect((await server.list("controllerrevisions", "apps"))[0]).toMatchObject({ revision: 1 });
});

it("pods run only where selectors and taints let them", async () => {
  const server = await start("n1", "n2");
  await server.patch("nodes", "n2", { spec: { taints: [{ key: "k", effect: "NoSchedule" }] } });
  await server.create("daemonsets", daemons(), "apps");
  await expect.poll(() => placed(server)).toEqual(["n1 i:1"]);
  await expect.poll(() => statusOf(server)).toMatchObject({ desiredNumberScheduled: 1 });
  await server.patch("nodes", "n2", { spec: { taints: [] } });
  await expect.poll(() => placed(server)).toEqual(["n1 i:1", "n2 i:1"]);
  await server.patch("nodes", "n1", { spec: { taints: [{ key: "k", effect: "NoExecute" }] } });
  await expect.poll(() => placed(server)).toEqual(["n2 i:1"]);
  await server.patch("daemonsets", "d", { spec: { template: { spec: { nodeSelector: { name: "n1" } } } } }, "apps");
  await expect.poll(() => placed(server)).toEqual([]);
});

it("a daemon says its revision and generation, and is bound to its node by one term", async () => {
  const server = await start("n1");
  const terms = ["a", "b"].map((key) => ({ matchExpressions: [{ key, operator: "DoesNotExist" }] }));
  const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
  const { metadata, spec } = daemons({}, { affinity: { nodeAffinity } });
  await server.create("daemonsets", { metadata: { ...metadata, annotations: { why: "first" } }, spec }, "apps");
  await expect.poll(() => server.list("pods")).toHaveLength(1);
  const [pod] = await server.list("pods");
  const [revision] = await server.list("controllerrevisions", "apps");
  const hash = revision?.metadata.labels?.["controller-revision-hash"];
  expect(revision?.metadata).toMatchObject({ name: `d-${hash ?? ""}`, annotations: { why: "first" } });
  expect(pod?.metadata.labels).toEqual({
    app: "a",
    "controller-revision-hash": hash,
    "pod-template-generation": "1",
  });
  const nodeSelectorTerms = [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }] }];
  expect(pod?.["spec"]).toMatchObject({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  });
});

it("a rolling update replaces one node's pod after the other", async () => {
  const server = await start("n1", "n2");
  await server.create("daemonsets", daemons(), "apps");
  await expect.poll(() => placed(server)).toHaveLength(2);
  await makeReady(server);
  await expect.poll(() => statusOf(server)).toMatchObject({ numberAvailable: 2 });
  const image = { spec: { template: { spec: { containers: [{ name: "c", image: "i:2" }] } } } };
  await server.patch("daemonsets", "d", image, "apps");
  await expect.poll(async () => (await placed(server)).filter((one) => one.endsWith("i:2"))).toHaveLength(1);
  await expect.poll(() => statusOf(server)).toMatchObject({ updatedNumberScheduled: 1, numberAvailable: 1 });
  await makeReady(server);
  await expect.poll(() => placed(server)).toEqual(["n1 i:2", "n2 i:2"]);
});

it("a failed daemon is replaced", async () => {
  const server = await start("n1");
  await server.create("daemonsets", daemons(), "apps");
  await expect.poll(() => placed(server)).toHaveLength(1);
  const [before] = await server.list("pods");
  const name = before?.metadata.name ?? "";
  await server.patchStatus("pods", name, { phase: "Failed" });
  const others = async () => (await server.list("pods")).filter(({ metadata }) => metadata.name !== name);
  await expect.poll(others).toHaveLength(1);
  await expect
    .poll(() => server.events())
    .toContain(`FailedDaemonPod Found failed daemon pod default/${name} on node n1, will try to kill it`);
});

it("a daemon that fails again and again is replaced after a while", async () => {
  const server = await start("n1");
  await server.create("daemonsets", daemons(), "apps");
  const nameOf = async () => (await server.list("pods"))[0]?.metadata.name;
  await expect.poll(nameOf).toBeDefined();
  const first = await nameOf();
  await server.patchStatus("pods", first ?? "", { phase: "Failed" });
  await expect.poll(async () => ![undefined, first].includes(await nameOf())).toBe(true);
  const second = await nameOf();
  const deletions = () => server.written.filter((request) => request.startsWith("DELETE")).length;
  await server.patchStatus("pods", second ?? "", { phase: "Failed" });
  await expect.poll(() => statusOf(server)).toMatchObject({ currentNumberScheduled: 1 });
  expect([await nameOf(), deletions()]).toEqual([second, 1]);
  await expect.poll(async () => (server.clock.advance(1000), ![undefined, second].includes(await nameOf()))).toBe(true);
  expect(deletions()).toBe(2);
});
