import { afterEach, expect, it } from "vitest";
import type { Deployment, ReplicaSet } from "../../api/apps/v1.ts";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start() {
  const server = await startControlled(["deployment-controller", "replicaset-controller"]);
  servers.push(server);
  return server;
}

const deployment = (replicas: number, more: object = {}, image = "i:1") => ({
  metadata: { name: "d", annotations: { note: "x" } },
  spec: {
    replicas,
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image }] } },
    ...more,
  },
});
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: "c", image: name }] } } } });

const setsOf = async (server: ControlledServer): Promise<readonly ReplicaSet[]> =>
  (await server.list("replicasets", "apps")) as readonly ReplicaSet[];
const sizes = async (server: ControlledServer) =>
  Object.fromEntries(
    (await setsOf(server)).map(({ metadata, spec }) => [
      metadata.annotations?.["deployment.kubernetes.io/revision"] ?? "",
      spec?.replicas,
    ]),
  );
const statusOf = async (server: ControlledServer) =>
  ((await server.get("deployments", "d", "apps")) as Deployment).status;
const condition = async (server: ControlledServer, type: string) =>
  (await statusOf(server))?.conditions?.find((one) => one.type === type);
/** Makes all pods run; the answer says how many there are. */
async function makeReady(server: ControlledServer): Promise<number> {
  const pods = await server.list("pods");
  for (const { metadata, status } of pods)
    if (!JSON.stringify(status ?? {}).includes('"Ready"'))
      await server.ready(metadata.name ?? "").catch(() => undefined);
  return pods.length;
}
const complete = (server: ControlledServer) =>
  expect
    .poll(async () => (await makeReady(server), (await condition(server, "Progressing"))?.reason))
    .toBe("NewReplicaSetAvailable");

it("a Deployment gets a ReplicaSet of its template's hash and tells its progress", async () => {
  const server = await start();
  await server.create("deployments", deployment(2), "apps");
  await expect
    .poll(() => condition(server, "Progressing"))
    .toMatchObject({ reason: "ReplicaSetUpdated", status: "True" });
  const [set] = await setsOf(server);
  const hash = set?.metadata.labels?.["pod-template-hash"] ?? "";
  expect(set).toMatchObject({
    metadata: {
      name: `d-${hash}`,
      annotations: {
        note: "x",
        "deployment.kubernetes.io/revision": "1",
        "deployment.kubernetes.io/desired-replicas": "2",
        "deployment.kubernetes.io/max-replicas": "3",
      },
    },
    spec: { selector: { matchLabels: { app: "a", "pod-template-hash": hash } } },
  });
  await complete(server);
  expect(await statusOf(server)).toMatchObject({ replicas: 2, updatedReplicas: 2, availableReplicas: 2 });
  expect(await condition(server, "Available")).toMatchObject({ status: "True", reason: "MinimumReplicasAvailable" });
  expect(await condition(server, "Progressing")).toMatchObject({
    message: `ReplicaSet "d-${hash}" has successfully progressed.`,
  });
  expect(await server.events()).toContain(`ScalingReplicaSet Scaled up replica set d-${hash} from 0 to 2`);
  expect((await server.get("deployments", "d", "apps")).metadata.annotations).toMatchObject({
    "deployment.kubernetes.io/revision": "1",
  });
});

it("a rolling update never has less than the minimum available nor more than the surge", async () => {
  const server = await start();
  await server.create(
    "deployments",
    deployment(4, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }),
    "apps",
  );
  await complete(server);
  await server.patch("deployments", "d", image("i:2"), "apps");
  await expect.poll(() => sizes(server)).toEqual({ 1: 3, 2: 2 });
  await expect
    .poll(async () => {
      const total = Object.values(await sizes(server)).reduce((all = 0, one = 0) => all + one, 0) ?? 0;
      expect(total).toBeLessThanOrEqual(5);
      expect((await statusOf(server))?.availableReplicas ?? 0).toBeGreaterThanOrEqual(3);
      await makeReady(server);
      return sizes(server);
    })
    .toEqual({ 1: 0, 2: 4 });
  await complete(server);
});

it("what is undone gets the next revision, and remembers the one it had", async () => {
  const server = await start();
  await server.create("deployments", deployment(1), "apps");
  await complete(server);
  await server.patch("deployments", "d", image("i:2"), "apps");
  await expect.poll(async () => (await makeReady(server), sizes(server))).toEqual({ 1: 0, 2: 1 });
  await server.patch("deployments", "d", image("i:1"), "apps");
  await expect.poll(async () => (await makeReady(server), sizes(server))).toEqual({ 2: 0, 3: 1 });
  const third = (await setsOf(server)).find(({ spec }) => spec?.replicas === 1);
  expect(third?.metadata.annotations?.["deployment.kubernetes.io/revision-history"]).toBe("1");
});

it("Recreate waits until all old pods are gone", async () => {
  const server = await start();
  await server.create("deployments", deployment(2, { strategy: { type: "Recreate" } }), "apps");
  await complete(server);
  const before = (await server.list("pods")).map(({ metadata }) => metadata.name);
  await server.patch("deployments", "d", image("i:2"), "apps");
  await expect.poll(() => sizes(server)).toEqual({ 1: 0, 2: 2 });
  await complete(server);
  expect((await server.list("pods")).filter(({ metadata }) => before.includes(metadata.name))).toEqual([]);
});

it("a paused Deployment scales and does not roll", async () => {
  const server = await start();
  await server.create("deployments", deployment(1), "apps");
  await complete(server);
  await server.patch("deployments", "d", { spec: { paused: true, replicas: 3, ...image("i:2").spec } }, "apps");
  await expect
    .poll(() => condition(server, "Progressing"))
    .toMatchObject({ status: "Unknown", reason: "DeploymentPaused" });
  await expect.poll(() => sizes(server)).toEqual({ 1: 3 });
  await server.patch("deployments", "d", { spec: { paused: false } }, "apps");
  await expect.poll(async () => (await makeReady(server), sizes(server))).toEqual({ 1: 0, 2: 3 });
});

it("a rollout that makes no progress times out, and nothing is written after that", async () => {
  const server = await start();
  await server.create("deployments", deployment(1, { progressDeadlineSeconds: 10 }), "apps");
  await expect.poll(() => server.list("pods")).toHaveLength(1);
  await expect
    .poll(async () => (server.clock.advance(2000), condition(server, "Progressing")))
    .toMatchObject({
      status: "False",
      reason: "ProgressDeadlineExceeded",
      message: expect.stringMatching(/has timed out progressing\.$/),
    });
  const before = server.writes();
  for (let minute = 0; minute < 60; minute++) {
    server.clock.advance(60_000);
    await statusOf(server);
  }
  expect(server.written.slice(before)).toEqual([]);
});

it("old ReplicaSets beyond the limit are deleted", async () => {
  const server = await start();
  await server.create("deployments", deployment(1, { revisionHistoryLimit: 1 }), "apps");
  for (const version of [2, 3, 4]) {
    await complete(server);
    await server.patch("deployments", "d", image(`i:${version}`), "apps");
    await expect
      .poll(async () => (await makeReady(server), sizes(server)))
      .toMatchObject({ [version]: 1, [version - 1]: 0 });
  }
  await expect.poll(async () => (await makeReady(server), sizes(server))).toEqual({ 3: 0, 4: 1 });
});

it("a change of size in the middle of a rollout is shared in proportion", async () => {
  const server = await start();
  await server.create(
    "deployments",
    deployment(10, { strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } }),
    "apps",
  );
  await complete(server);
  await server.patch("deployments", "d", image("i:2"), "apps");
  await expect.poll(() => sizes(server)).toEqual({ 1: 8, 2: 5 });
  await server.patch("deployments", "d", { spec: { replicas: 15 } }, "apps");
  await expect.poll(() => sizes(server)).toEqual({ 1: 11, 2: 7 });
});
