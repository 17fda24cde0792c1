import { afterEach, expect, it } from "vitest";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start() {
  const server = await startControlled(["statefulset-controller"]);
  servers.push(server);
  return server;
}

const set = (replicas: number, more: object = {}) => ({
  metadata: { name: "s" },
  spec: {
    replicas,
    serviceName: "svc",
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
    ...more,
  },
});
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: "c", image: name }] } } } });
const names = async (server: ControlledServer) => (await server.list("pods")).map(({ metadata }) => metadata.name);
const images = async (server: ControlledServer) =>
  (await server.list("pods")).map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image);
const statusOf = async (server: ControlledServer) =>
  (await server.get("statefulsets", "s", "apps"))["status"] as Readonly<Record<string, unknown>>;

it("pods come one after the other, with their names, and go from the last", async () => {
  const server = await start();
  await server.create("statefulsets", set(2), "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  await expect.poll(() => statusOf(server)).toMatchObject({ replicas: 1 });
  expect(await names(server)).toEqual(["s-0"]);
  await server.ready("s-0");
  await expect.poll(() => names(server)).toEqual(["s-0", "s-1"]);
  const second = await server.get("pods", "s-1");
  expect(second).toMatchObject({
    metadata: {
      labels: {
        app: "a",
        "statefulset.kubernetes.io/pod-name": "s-1",
        "apps.kubernetes.io/pod-index": "1",
        "controller-revision-hash": (await statusOf(server))["updateRevision"],
      },
    },
    spec: { hostname: "s-1", subdomain: "svc" },
  });
  await server.ready("s-1");
  await expect.poll(() => statusOf(server)).toMatchObject({ readyReplicas: 2, currentReplicas: 2, updatedReplicas: 2 });
  await server.patch("statefulsets", "s", { spec: { replicas: 1 } }, "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  await expect.poll(() => server.events()).toContain("SuccessfulDelete delete Pod s-1 in StatefulSet s successful");
  expect(await server.events()).toContain("SuccessfulCreate create Pod s-1 in StatefulSet s successful");
});

it("pods of a parallel set come at once", async () => {
  const server = await start();
  await server.create("statefulsets", set(3, { podManagementPolicy: "Parallel" }), "apps");
  await expect.poll(() => names(server)).toEqual(["s-0", "s-1", "s-2"]);
});

it("an update goes from the last pod down to the partition", async () => {
  const server = await start();
  const updateStrategy = { type: "RollingUpdate", rollingUpdate: { partition: 1 } };
  await server.create("statefulsets", set(3, { podManagementPolicy: "Parallel", updateStrategy }), "apps");
  await expect.poll(() => names(server)).toHaveLength(3);
  await server.ready("s-0", "s-1", "s-2");
  await expect.poll(() => statusOf(server)).toMatchObject({ readyReplicas: 3 });
  await server.patch("statefulsets", "s", image("i:2"), "apps");
  await expect.poll(() => images(server)).toEqual(["i:1", "i:1", "i:2"]);
  await server.ready("s-2");
  await expect.poll(() => images(server)).toEqual(["i:1", "i:2", "i:2"]);
  await server.ready("s-1");
  await expect.poll(() => statusOf(server)).toMatchObject({ readyReplicas: 3, updatedReplicas: 2, currentReplicas: 1 });
  expect((await server.list("controllerrevisions", "apps")).map(({ revision }) => String(revision)).toSorted()).toEqual(
    ["1", "2"],
  );
  await server.patch("statefulsets", "s", { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } }, "apps");
  await expect.poll(() => images(server)).toEqual(["i:2", "i:2", "i:2"]);
  await server.ready("s-0");
  await expect
    .poll(async () => (await statusOf(server))["currentRevision"])
    .toBe((await statusOf(server))["updateRevision"]);
});

const volumeClaimTemplates = [
  { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
];

it("a revision has the annotations of the set, and its hash as a label", async () => {
  const server = await start();
  const { metadata, spec } = set(1);
  await server.create("statefulsets", { metadata: { ...metadata, annotations: { why: "first" } }, spec }, "apps");
  await expect.poll(() => server.list("controllerrevisions", "apps")).toHaveLength(1);
  const [revision] = await server.list("controllerrevisions", "apps");
  const hash = revision?.metadata.name?.slice("s-".length);
  expect(revision?.metadata.annotations).toEqual({ why: "first" });
  expect(revision?.metadata.labels).toEqual({ app: "a", "controller.kubernetes.io/hash": hash });
});

it("in a parallel set, a pod that is going does not hold up others", async () => {
  const server = await start();
  await server.create("statefulsets", set(1, { podManagementPolicy: "Parallel" }), "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  await server.patch("pods", "s-0", { metadata: { finalizers: ["example.com/wait"] } });
  await server.patchStatus("pods", "s-0", { phase: "Failed" });
  await expect.poll(() => server.events()).toContain("SuccessfulDelete delete Pod s-0 in StatefulSet s successful");
  await server.patch("statefulsets", "s", { spec: { replicas: 2 } }, "apps");
  await expect.poll(() => names(server)).toEqual(["s-0", "s-1"]);
});

it("a pod is not created before the claim of the last one of its name is gone", async () => {
  const server = await start();
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: "Retain", whenScaled: "Delete" };
  const owner = { apiVersion: "v1", kind: "Pod", name: "s-0", uid: "gone", controller: true };
  const spec = volumeClaimTemplates[0]?.spec;
  const finalizers = ["example.com/wait"];
  await server.create("persistentvolumeclaims", {
    metadata: { name: "data-s-0", ownerReferences: [owner], finalizers },
    spec,
  });
  await server.create("statefulsets", set(1, { volumeClaimTemplates, persistentVolumeClaimRetentionPolicy }), "apps");
  await expect.poll(() => statusOf(server)).toMatchObject({ observedGeneration: 1 });
  expect(await names(server)).toEqual([]);
  await server.remove("persistentvolumeclaims", "data-s-0");
  await server.patch("persistentvolumeclaims", "data-s-0", { metadata: { finalizers: null } });
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  expect(await server.events()).toContain("SuccessfulCreate create Claim data-s-0 Pod s-0 in StatefulSet s success");
});

it("a claim that is refused is told, and that its pod was not created", async () => {
  const server = await start();
  await server.create("resourcequotas", { metadata: { name: "q" }, spec: { hard: { persistentvolumeclaims: "0" } } });
  const none = { persistentvolumeclaims: "0" };
  await server.patchStatus("resourcequotas", "q", { hard: none, used: none });
  await server.create("statefulsets", set(1, { volumeClaimTemplates }), "apps");
  const refused = ".*exceeded quota: q, requested: persistentvolumeclaims=1.*";
  const claim = `^FailedCreate create Claim data-s-0 for Pod s-0 in StatefulSet s failed error: ${refused}`;
  const why = "failed to create PVC data-s-0: ";
  const pod = `^FailedCreate create Pod s-0 in StatefulSet s failed error: ${why}${refused}`;
  await expect.poll(() => server.events()).toContainEqual(expect.stringMatching(pod));
  expect(await server.events()).toContainEqual(expect.stringMatching(claim));
});

it("a change of the policy for claims is told as an update of the pod", async () => {
  const server = await start();
  await server.create("statefulsets", set(1, { volumeClaimTemplates }), "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  await server.ready("s-0");
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: "Delete", whenScaled: "Retain" };
  await server.patch("statefulsets", "s", { spec: { persistentVolumeClaimRetentionPolicy } }, "apps");
  await expect.poll(() => server.events()).toContain("SuccessfulUpdate update Pod s-0 in StatefulSet s successful");
  expect((await server.get("persistentvolumeclaims", "data-s-0")).metadata.ownerReferences).toMatchObject([
    { kind: "StatefulSet", name: "s", controller: true, blockOwnerDeletion: true },
  ]);
});

it("claims are made for pods, and go with what is scaled away where the policy says so", async () => {
  const server = await start();
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: "Delete", whenScaled: "Delete" };
  const more = { podManagementPolicy: "Parallel", volumeClaimTemplates, persistentVolumeClaimRetentionPolicy };
  await server.create("statefulsets", set(2, more), "apps");
  await expect.poll(() => names(server)).toHaveLength(2);
  await server.ready("s-0", "s-1");
  const owners = async () =>
    (await server.list("persistentvolumeclaims")).map(
      ({ metadata }) => `${metadata.name ?? ""} of ${metadata.ownerReferences?.map(({ kind }) => kind).join() ?? ""}`,
    );
  await expect.poll(owners).toEqual(["data-s-0 of StatefulSet", "data-s-1 of StatefulSet"]);
  expect((await server.get("pods", "s-1"))["spec"]).toMatchObject({
    volumes: expect.arrayContaining([{ name: "data", persistentVolumeClaim: { claimName: "data-s-1" } }]),
  });
  await server.patch("statefulsets", "s", { spec: { replicas: 1 } }, "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  expect(await owners()).toEqual(["data-s-0 of StatefulSet", "data-s-1 of Pod"]);
});

it("a failed pod is recreated", async () => {
  const server = await start();
  await server.create("statefulsets", set(1), "apps");
  await expect.poll(() => names(server)).toEqual(["s-0"]);
  const { uid } = (await server.get("pods", "s-0")).metadata;
  await server.patchStatus("pods", "s-0", { phase: "Failed" });
  await expect
    .poll(async () => (await server.list("pods")).filter(({ metadata }) => metadata.uid !== uid))
    .toHaveLength(1);
  expect((await server.events()).toSorted()).toEqual([
    "SuccessfulCreate create Pod s-0 in StatefulSet s successful",
    "SuccessfulDelete delete Pod s-0 in StatefulSet s successful",
  ]);
});
