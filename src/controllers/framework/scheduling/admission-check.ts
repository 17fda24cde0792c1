import type { AdmissionFailure } from "./node-filters.ts";
import { insufficientResources, nodeAffinity, nodePorts } from "./node-filters.ts";
import type { Filter, FilterPlugin, Snapshot } from "./framework.ts";
import type { NodeInfo, PodInfo } from "./node-info.ts";

/** The filters that a kubelet applies too; they look at the pod and its node only. */
const predicates: readonly FilterPlugin[] = [nodeAffinity, nodePorts];

const nothing: Snapshot = {
  nodes: [],
  volumes: { claim: () => undefined, volume: () => undefined, volumes: () => [], storageClass: () => undefined },
  resources: { claim: () => undefined, hasDeviceClass: () => false },
  namespaceLabels: () => ({}),
};

/** Returns every reason for which a node does not take a pod that was given to it (pkg/scheduler AdmissionCheck). */
export function admissionCheck(pod: PodInfo, node: NodeInfo): readonly AdmissionFailure[] {
  const failed = predicates.flatMap((plugin): readonly AdmissionFailure[] => {
    const filter: Filter | undefined = plugin.prepare(pod, nothing);
    const [reason] = filter?.(node)?.reasons ?? [];
    return reason === undefined ? [] : [{ predicate: plugin.name, reason }];
  });
  return [...insufficientResources(pod, node), ...failed];
}
