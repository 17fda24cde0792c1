import type { AdmissionAttributes, Operation } from "../../apiserver/admission/attributes.ts";

type Asked = Pick<AdmissionAttributes, "resource" | "subresource">;

/** Matches requests for a resource itself, or for one of its subresources. */
export const concerns =
  (group: string, resource: string, subresource = "") =>
  ({ resource: asked, subresource: part }: Asked): boolean =>
    asked.resource === resource && asked.group === group && part === subresource;

export const concernsPods = concerns("", "pods");
export const concernsPriorityClasses = concerns("scheduling.k8s.io", "priorityclasses");
export const concernsClaims = concerns("", "persistentvolumeclaims");

export const onCreate = (operation: Operation): boolean => operation === "CREATE";
export const onUpdate = (operation: Operation): boolean => operation === "UPDATE";
export const onWrite = (operation: Operation): boolean => operation === "CREATE" || operation === "UPDATE";
