import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const claims = { group: "", version: "v1", resource: "persistentvolumeclaims", namespace: "default" };
const classes = { group: "storage.k8s.io", version: "v1", resource: "volumeattributesclasses" };

let world: World;
beforeEach(async () => {
  world = await startWorld(["volumeattributesclass-protection-controller"]);
});
afterEach(() => world.close());

it("a class that a claim names stays until the claim names another", async () => {
  for (const name of ["gold", "silver"])
    await world.client.create(classes, { metadata: { name }, driverName: "example.com", parameters: { iops: "1" } });
  await world.create(claims, {
    metadata: { name: "c" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      volumeAttributesClassName: "gold",
      resources: { requests: { storage: "1Gi" } },
    },
  });
  await world.client.delete(classes, "silver");
  await expect.poll(() => world.names(classes)).toEqual(["gold"]);
  await world.client.delete(classes, "gold");
  await world.client.create(classes, {
    metadata: { name: "bronze" },
    driverName: "example.com",
    parameters: { iops: "1" },
  });
  expect(await world.names(classes)).toEqual(["bronze", "gold"]);
  await world.client.delete(claims, "c");
  await world.client.patch(claims, "c", "merge", { metadata: { finalizers: null } }).catch(() => undefined);
  await expect.poll(() => world.names(classes)).toEqual(["bronze"]);
});
