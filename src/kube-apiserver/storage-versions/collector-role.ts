import { account, bind, on, read, role } from "../../apiserver/auth/rbac/bootstrap/rules.ts";
import { storageVersionsResource } from "../../client/storage-versions.ts";

const name = "storage-version-garbage-collector";
const { group, resource } = storageVersionsResource;

/** The role of the controller that collects StorageVersions (bootstrappolicy.ControllerRoles with its gates). */
export const collectorRole = role(
  `system:controller:${name}`,
  on(read, "coordination.k8s.io", "leases"),
  on("get list watch patch update delete", group, resource),
  on("get patch update", group, `${resource}/status`),
);

export const collectorBinding = bind("ClusterRole", `system:controller:${name}`, account(name));
