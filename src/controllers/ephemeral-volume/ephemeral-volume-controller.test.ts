import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string) => ({ group: "", version: "v1", resource, namespace: "default" });
const [pods, claims] = [core("pods"), core("persistentvolumeclaims")];

let world: World;
beforeEach(async () => {
  world = await startWorld(["ephemeral-volume-controller"]);
});
afterEach(() => world.close());

const volumeClaimTemplate = {
  metadata: { labels: { type: "scratch" }, annotations: { note: "x" } },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "s", resources: { requests: { storage: "1Gi" } } },
};
const createPod = (name: string) =>
  world.create(pods, {
    metadata: { name },
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "scratch", ephemeral: { volumeClaimTemplate } }],
    },
  });

it("a pod with an ephemeral volume owns a claim made of the template, which is made anew when it is deleted", async () => {
  const { metadata } = await createPod("p");
  await expect.poll(() => world.names(claims)).toEqual(["p-scratch"]);
  const claim = await world.client.get(claims, "p-scratch");
  expect(claim).toMatchObject({
    metadata: {
      labels: { type: "scratch" },
      annotations: { note: "x" },
      ownerReferences: [
        { apiVersion: "v1", kind: "Pod", name: "p", uid: metadata.uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName: "s", resources: { requests: { storage: "1Gi" } } },
  });
  await world.client.patch(claims, "p-scratch", "merge", { metadata: { finalizers: null } });
  await world.client.delete(claims, "p-scratch");
  const uid = async () => (await world.client.list(claims)).items[0]?.metadata.uid;
  await expect.poll(async () => [undefined, claim.metadata.uid].includes(await uid())).toBe(false);
});

it("a claim of the same name that is not the pod's is told in an event, and left alone", async () => {
  await world.create(claims, { metadata: { name: "p-scratch" }, spec: volumeClaimTemplate.spec });
  await createPod("p");
  await expect.poll(() => world.eventReasons()).toEqual(["FailedBinding"]);
  const { items } = await world.client.list(core("events"));
  expect(items[0]).toMatchObject({
    type: "Warning",
    source: { component: "ephemeral_volume" },
    message: "ephemeral volume scratch: PVC default/p-scratch was not created for pod default/p (pod is not owner)",
  });
});
