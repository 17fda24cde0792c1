import type { KubeObject, OwnerReference } from "./meta.ts";

/** Returns the reference to the controller of an object (metav1.GetControllerOf). */
export const controllerOf = ({ metadata }: Pick<KubeObject, "metadata">): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);
