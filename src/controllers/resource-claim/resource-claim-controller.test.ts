import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string) => ({ group: "", version: "v1", resource, namespace: "default" });
const dynamic = (resource: string) => ({ group: "resource.k8s.io", version: "v1", resource, namespace: "default" });
const [pods, claims, templates] = [core("pods"), dynamic("resourceclaims"), dynamic("resourceclaimtemplates")];

let world: World;
beforeEach(async () => {
  world = await startWorld(["resourceclaim-controller"]);
});
afterEach(() => world.close());

const devices = { requests: [{ name: "one", exactly: { deviceClassName: "gpu.example.com" } }] };
const createTemplate = () =>
  world.create(templates, {
    metadata: { name: "gpus" },
    spec: { metadata: { labels: { a: "b" } }, spec: { devices } },
  });
const createPod = (entry: object, more: object = {}) =>
  world.create(pods, {
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image: "i" }], resourceClaims: [{ name: "gpu", ...entry }], ...more },
  });
const claimNames = () => world.names(claims);
const statusOf = async (target: typeof pods, name: string) =>
  (await world.client.get(target, name))["status"] as Readonly<Record<string, unknown>> | undefined;

it("a claim is made of a template, named in the pod's status, and deleted once the pod has ended", async () => {
  const { metadata } = await createPod({ resourceClaimTemplateName: "gpus" });
  await expect.poll(() => world.eventReasons()).toEqual(["FailedResourceClaimCreation"]);
  const { items } = await world.client.list(core("events"));
  expect(items[0]).toMatchObject({
    message:
      'PodResourceClaim gpu: resource claim template "gpus": resourceclaimtemplate.resource.k8s.io "gpus" not found',
  });
  await createTemplate();
  await expect.poll(claimNames).toEqual([expect.stringMatching(/^p-gpu-.{5}$/)]);
  const [name = ""] = await claimNames();
  await expect
    .poll(async () => (await statusOf(pods, "p"))?.["resourceClaimStatuses"])
    .toEqual([{ name: "gpu", resourceClaimName: name }]);
  expect(await world.client.get(claims, name)).toMatchObject({
    metadata: {
      generateName: "p-gpu-",
      labels: { a: "b" },
      annotations: { "resource.kubernetes.io/pod-claim-name": "gpu" },
      ownerReferences: [{ kind: "Pod", name: "p", uid: metadata.uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: { devices: { requests: [{ name: "one" }] } },
  });
  await world.setStatus(pods, "p", { phase: "Succeeded" });
  await expect.poll(claimNames).toEqual([]);
});

it("an allocated claim is reserved for a pod that has its node, and freed with the pod", async () => {
  await world.create(claims, {
    metadata: { name: "shared", finalizers: ["resource.kubernetes.io/delete-protection"] },
    spec: { devices },
  });
  const results = [{ request: "one", driver: "gpu.example.com", pool: "n1", device: "gpu-0" }];
  await world.setStatus(claims, "shared", { allocation: { devices: { results } } });
  const { metadata } = await createPod({ resourceClaimName: "shared" }, { nodeName: "n1" });
  await expect
    .poll(async () => (await statusOf(claims, "shared"))?.["reservedFor"])
    .toEqual([{ resource: "pods", name: "p", uid: metadata.uid }]);
  await world.client.delete(pods, "p", { gracePeriodSeconds: 0 });
  await expect.poll(async () => Object.keys((await statusOf(claims, "shared")) ?? {})).toEqual([]);
  await expect.poll(async () => (await world.client.get(claims, "shared")).metadata.finalizers).toBeUndefined();
});
