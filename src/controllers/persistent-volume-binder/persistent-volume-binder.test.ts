import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string, namespace = "default") => ({ group: "", version: "v1", resource, namespace });
const [claims, volumes, pods] = [core("persistentvolumeclaims"), core("persistentvolumes", ""), core("pods")];
const classes = { group: "storage.k8s.io", version: "v1", resource: "storageclasses" };

let world: World;
beforeEach(async () => {
  const protections = ["persistentvolumeclaim-protection-controller", "persistentvolume-protection-controller"];
  world = await startWorld(["persistentvolume-binder-controller", ...protections]);
});
afterEach(() => world.close());

const volume = (name: string, storage: string, more: object = {}) =>
  world.create(volumes, {
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/x" },
      storageClassName: "m",
      ...more,
    },
  });
const claim = (name: string, storage: string, storageClassName = "m") =>
  world.create(claims, {
    metadata: { name },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources: { requests: { storage } } },
  });
const phase = async (target: typeof claims, name: string) =>
  ((await world.client.get(target, name))["status"] as { readonly phase?: string }).phase;
const storageClass = (name: string, volumeBindingMode: string, provisioner = "kubepad.dev/simulated") =>
  world.client.create(classes, { metadata: { name }, provisioner, volumeBindingMode });
const pod = (name: string, more: object = {}) =>
  world.create(pods, {
    metadata: { name },
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", persistentVolumeClaim: { claimName: "c" } }],
      ...more,
    },
  });

it("a claim gets the smallest volume that fits, which is released with it", async () => {
  await volume("large", "9Gi");
  await volume("fits", "2Gi");
  await volume("small", "500Mi");
  await expect.poll(() => phase(volumes, "small")).toBe("Available");
  await expect.poll(() => phase(volumes, "fits")).toBe("Available");
  await expect.poll(() => phase(volumes, "large")).toBe("Available");
  await claim("c", "1Gi");
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  expect(await world.client.get(claims, "c")).toMatchObject({
    metadata: {
      annotations: { "pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes" },
    },
    spec: { volumeName: "fits" },
    status: { capacity: { storage: "2Gi" }, accessModes: ["ReadWriteOnce"] },
  });
  const quiet = world.writes.length;
  await world.client.patch(claims, "c", "merge", { metadata: { annotations: { note: "x" } } });
  await world.client.delete(volumes, "large");
  await expect.poll(() => world.names(volumes)).toEqual(["fits", "small"]);
  expect(world.writes.slice(quiet).filter((write) => !write.includes("/large"))).toEqual([]);
  await world.client.delete(claims, "c");
  await expect.poll(() => phase(volumes, "fits")).toBe("Released");
});

it("a claim without a volume is told why, and bound when one comes", async () => {
  await claim("c", "1Gi", "");
  await expect.poll(() => world.eventReasons()).toEqual(["FailedBinding"]);
  await claim("d", "1Gi", "unknown");
  await expect.poll(() => world.eventReasons()).toEqual(["FailedBinding", "ProvisioningFailed"]);
  await volume("v", "1Gi", { storageClassName: "" });
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  expect(await phase(claims, "d")).toBe("Pending");
});

it("volumes of a simulated class are provisioned, and go with their claims", async () => {
  await storageClass("fast", "Immediate");
  const { metadata } = await claim("c", "3Gi", "fast");
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  expect(await world.client.get(volumes, `pvc-${metadata.uid ?? ""}`)).toMatchObject({
    metadata: { annotations: { "pv.kubernetes.io/provisioned-by": "kubepad.dev/simulated" } },
    spec: { capacity: { storage: "3Gi" }, persistentVolumeReclaimPolicy: "Delete", claimRef: { name: "c" } },
    status: { phase: "Bound" },
  });
  const reasons = ["ExternalProvisioning", "Provisioning", "ProvisioningSucceeded"];
  await expect.poll(() => world.eventReasons()).toEqual(reasons);
  await world.client.delete(claims, "c");
  await expect.poll(() => world.names(volumes)).toEqual([]);
});

it("a class that waits for the first consumer provisions on the node of its pod", async () => {
  await storageClass("late", "WaitForFirstConsumer");
  await claim("c", "1Gi", "late");
  await expect.poll(() => world.eventReasons()).toContain("WaitForFirstConsumer");
  await pod("p");
  await expect.poll(() => world.eventReasons()).toContain("WaitForPodScheduled");
  expect(await phase(claims, "c")).toBe("Pending");
  await world.client.patch(claims, "c", "merge", {
    metadata: { annotations: { "volume.kubernetes.io/selected-node": "n" } },
  });
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  const [name = ""] = await world.names(volumes);
  expect(JSON.stringify((await world.client.get(volumes, name))["spec"])).toContain('"values":["n"]');
});

it("another provisioner is waited for", async () => {
  await storageClass("csi", "Immediate", "csi.example.com");
  await claim("c", "1Gi", "csi");
  await expect.poll(() => world.eventReasons()).toEqual(["ExternalProvisioning"]);
  expect((await world.client.get(claims, "c")).metadata.annotations).toMatchObject({
    "volume.kubernetes.io/storage-provisioner": "csi.example.com",
  });
});

it("a claim in use stays until its pod is gone, a bound volume until it is released", async () => {
  await volume("v", "1Gi");
  await claim("c", "1Gi");
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  await pod("p", { nodeName: "n" });
  await world.client.delete(claims, "c");
  await world.client.delete(volumes, "v");
  await claim("free", "1Gi");
  await world.client.delete(claims, "free");
  await expect.poll(() => world.names(claims)).toEqual(["c"]);
  expect(await world.names(volumes)).toEqual(["v"]);
  await world.client.delete(pods, "p", { gracePeriodSeconds: 0 });
  await expect.poll(() => world.names(claims)).toEqual([]);
  await expect.poll(() => world.names(volumes)).toEqual([]);
});

const told = async () =>
  (await world.client.list(core("events"))).items.map(({ reason, message }) => `${String(reason)} ${String(message)}`);

/** Binds a volume that nobody provisioned, with the policy Delete, and deletes its claim. */
async function release(source: object) {
  await volume("v", "1Gi", { ...source, persistentVolumeReclaimPolicy: "Delete" });
  await expect.poll(() => phase(volumes, "v")).toBe("Available");
  await claim("c", "1Gi");
  await expect.poll(() => phase(claims, "c")).toBe("Bound");
  await world.client.delete(claims, "c");
}

it("a volume below /tmp is deleted with its claim", async () => {
  await release({ hostPath: { path: "/tmp/v" } });
  await expect.poll(() => world.names(volumes)).toEqual([]);
});

it.each([
  [{ hostPath: { path: "/mnt/v" } }, "host_path deleter only supports /tmp/.+ but received provided /mnt/v"],
  [
    { hostPath: undefined, nfs: { server: "s", path: "/v" } },
    'error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
  ],
])("another volume that nobody provisioned cannot be deleted: %j", async (source, problem) => {
  await release(source);
  await expect.poll(() => phase(volumes, "v")).toBe("Failed");
  expect((await world.client.get(volumes, "v"))["status"]).toMatchObject({ message: problem });
  await expect.poll(told).toContain(`VolumeFailedDelete ${problem}`);
});

it("a claim that waits names all pods that use it", async () => {
  await storageClass("late", "WaitForFirstConsumer");
  await pod("p");
  await pod("q");
  await claim("c", "1Gi", "late");
  await expect.poll(told).toContain("WaitForPodScheduled waiting for pods p,q to be scheduled");
});

it.each([
  ["kubernetes.io/no-provisioner", "ProvisioningFailed no volume plugin matched name: kubernetes.io/no-provisioner"],
  [
    "kubernetes.io/aws-ebs",
    "ExternalProvisioning Waiting for a volume to be created either by the external provisioner 'ebs.csi.aws.com' or " +
      "manually by the system administrator. If volume creation is delayed, please verify that the provisioner is " +
      "running and correctly registered.",
  ],
])("a claim whose class has the provisioner %s is told that it waits", async (provisioner, event) => {
  await storageClass("p", "Immediate", provisioner);
  await claim("c", "1Gi", "p");
  await expect.poll(told).toContain(event);
});
