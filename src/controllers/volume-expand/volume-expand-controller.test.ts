import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string, namespace = "default") => ({ group: "", version: "v1", resource, namespace });
const [claims, volumes] = [core("persistentvolumeclaims"), core("persistentvolumes", "")];
const classes = { group: "storage.k8s.io", version: "v1", resource: "storageclasses" };

let world: World;
beforeEach(async () => {
  world = await startWorld(["persistentvolume-binder-controller", "persistentvolume-expander-controller"]);
  for (const [name, provisioner] of [
    ["simulated", "kubepad.dev/simulated"],
    ["manual", "example.com/none"],
  ] as const)
    await world.client.create(classes, { metadata: { name }, provisioner, allowVolumeExpansion: true });
});
afterEach(() => world.close());

const createClaim = (storageClassName: string) =>
  world.create(claims, {
    metadata: { name: "c" },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources: { requests: { storage: "1Gi" } } },
  });
const grow = () => world.client.patch(claims, "c", "merge", { spec: { resources: { requests: { storage: "2Gi" } } } });
const status = async () =>
  (await world.client.get(claims, "c"))["status"] as {
    readonly phase?: string;
    readonly capacity?: { readonly storage?: string };
    readonly conditions?: readonly { readonly type: string }[];
    readonly allocatedResourceStatuses?: unknown;
  };
/** The status after a little time, in which conflicting writes are tried again. */
const statusAfter = async (ms: number) => (world.clock.advance(ms), status());
const messages = async () => {
  const { items } = await world.client.list(core("events"));
  return items.map(({ type, reason, message }) => [type, reason, message].map(String));
};

it("a simulated volume grows with its claim, in a second", async () => {
  await createClaim("simulated");
  await expect.poll(async () => (await statusAfter(10)).phase).toBe("Bound");
  await grow();
  await expect.poll(async () => (await statusAfter(2)).conditions?.map(({ type }) => type)).toEqual(["Resizing"]);
  expect(await status()).toMatchObject({
    capacity: { storage: "1Gi" },
    allocatedResources: { storage: "2Gi" },
    allocatedResourceStatuses: { storage: "ControllerResizeInProgress" },
  });
  await expect.poll(async () => (await statusAfter(1000)).capacity?.storage).toBe("2Gi");
  expect(await status()).not.toHaveProperty("conditions");
  expect(await status()).not.toHaveProperty("allocatedResourceStatuses");
  const [volume] = (await world.client.list(volumes)).items;
  expect(volume).toMatchObject({ spec: { capacity: { storage: "2Gi" } } });
  const name = volume?.metadata.name ?? "";
  const told = [
    ["Warning", "ExternalExpanding", "waiting for an external controller to expand this PVC"],
    ["Normal", "Resizing", `External resizer is resizing volume ${name}`],
    ["Normal", "VolumeResizeSuccessful", "Resize volume succeeded"],
  ];
  await expect.poll(messages).toEqual(expect.arrayContaining(told));
});

it("the volume of another driver waits for its resizer", async () => {
  await world.create(volumes, {
    metadata: { name: "v" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "manual",
      csi: { driver: "example.com", volumeHandle: "v" },
    },
  });
  await createClaim("manual");
  await expect.poll(async () => (await statusAfter(10)).phase).toBe("Bound");
  const before = world.writes.length;
  await grow();
  await expect.poll(() => world.eventReasons()).toContain("ExternalExpanding");
  expect(world.writes.slice(before)).toEqual(["POST /api/v1/namespaces/default/events"]);
});
