import { expect, it } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { startWorld } from "../controllers/testing/start-world.ts";
import { listObjects, sharedObjects } from "./collect-objects.ts";
import { createObjects } from "./create-objects.ts";

const controllers = ["persistentvolume-binder-controller"];
const claims = { group: "", version: "v1", resource: "persistentvolumeclaims", namespace: "default" };
const volumes = { group: "", version: "v1", resource: "persistentvolumes", namespace: "" };
const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "m" };

it("a claim that is bound to a volume is bound to it where both are shared", async () => {
  const [source, target] = await Promise.all([
    startWorld(controllers),
    startWorld(controllers, { random: createSeededRandom(2) }),
  ]);
  const bound = async (world: typeof source): Promise<unknown> => {
    const { status, metadata } = await world.client.get(claims, "data");
    const volume = await world.client.get(volumes, "disk");
    return [
      Object(status).phase,
      Object(Object(volume["spec"]).claimRef).uid === metadata.uid,
      Object(volume["status"]).phase,
    ];
  };
  try {
    await source.create(volumes, {
      metadata: { name: "disk" },
      spec: { ...spec, capacity: { storage: "2Gi" }, hostPath: { path: "/x" } },
    });
    await source.create(claims, {
      metadata: { name: "data" },
      spec: { ...spec, resources: { requests: { storage: "1Gi" } } },
    });
    await expect.poll(() => bound(source)).toEqual(["Bound", true, "Bound"]);
    const objects = sharedObjects(await listObjects({ handle: source.handle, userAgent: "test/1" }));
    await createObjects({ handle: target.handle, userAgent: "test/1" }, objects);
    await expect.poll(() => bound(target)).toEqual(["Bound", true, "Bound"]);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
});
