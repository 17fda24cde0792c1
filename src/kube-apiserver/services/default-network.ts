import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import { kubernetesName } from "./cluster-objects.ts";

const cidrsOf = ({ spec }: KubeObject): readonly unknown[] => {
  const cidrs: unknown = typeof spec === "object" && spec !== null && "cidrs" in spec ? spec.cidrs : undefined;
  return Array.isArray(cidrs) ? cidrs : [];
};

/**
 * Adds the second network of a server to its default ServiceCIDR, if that has the first one only. Other differences
 * are left to those who run the server, as upstream (defaultservicecidr Controller.sync).
 */
export async function widenDefaultNetwork(
  objects: Pick<StoredObjects, "find">,
  access: Pick<RegistryAccess, "update">,
  cidrs: readonly string[],
): Promise<void> {
  const isSingle = (object: KubeObject): boolean => cidrsOf(object).length === 1 && cidrsOf(object)[0] === cidrs[0];
  const network = objects.find("servicecidrs", "", kubernetesName);
  if (cidrs.length < 2 || network === undefined || !isSingle(network)) return;
  await access.update("servicecidrs", "", kubernetesName, (live) =>
    isSingle(live) ? { ...live, spec: { cidrs } } : live,
  );
}
