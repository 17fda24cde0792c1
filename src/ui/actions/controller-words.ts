import type { KubeObject } from "../../apimachinery/meta.ts";

/** Names the controller of an object: `ReplicaSet web-7f`; "" if it has none. */
export function controllerWords({ metadata: { ownerReferences = [] } }: KubeObject): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  return owner === undefined ? "" : `${owner.kind} ${owner.name}`;
}
