import type { ResourceInfo } from "./resource-definition.ts";

const coreReturningDeleted = new Set([
  "persistentvolumeclaims",
  "persistentvolumes",
  "pods",
  "podtemplates",
  "resourcequotas",
  "serviceaccounts",
  "services",
]);

/** Reports whether the deletion of an object is answered with the object as it was (Store.ReturnDeletedObject). */
export const returnsDeletedObject = ({ group, resource }: Pick<ResourceInfo, "group" | "resource">): boolean => {
  if (group === "") return coreReturningDeleted.has(resource);
  return group === "resource.k8s.io" || (group === "storage.k8s.io" && resource !== "csistoragecapacities");
};
