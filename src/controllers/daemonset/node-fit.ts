import type { DaemonSet } from "../../api/apps/v1.ts";
import type { Pod, PodSpec, Toleration } from "../../api/core/v1.ts";
import type { Node, NodeAffinity } from "../../api/core/scheduling.ts";
import { matchesRequiredNodeAffinity } from "../../component-helpers/node-affinity.ts";
import { isTolerated } from "../../component-helpers/taints.ts";

const affinityOf = (spec: PodSpec): NodeAffinity | undefined =>
  (spec.affinity as { readonly nodeAffinity?: NodeAffinity } | undefined)?.nodeAffinity;

const tolerate = (key: string, effect: string): Toleration => ({ key, operator: "Exists", effect });

/** What all daemons tolerate (util.AddOrUpdateDaemonPodTolerations). */
const daemonTolerations: readonly Toleration[] = [
  tolerate("node.kubernetes.io/not-ready", "NoExecute"),
  tolerate("node.kubernetes.io/unreachable", "NoExecute"),
  tolerate("node.kubernetes.io/disk-pressure", "NoSchedule"),
  tolerate("node.kubernetes.io/memory-pressure", "NoSchedule"),
  tolerate("node.kubernetes.io/pid-pressure", "NoSchedule"),
  tolerate("node.kubernetes.io/unschedulable", "NoSchedule"),
];

/** Returns the specification of a daemon's pod: bound to its node by affinity, with the tolerations of daemons. */
export function daemonPodSpec(spec: PodSpec, node: string): PodSpec {
  const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
  const affinity = affinityOf(spec);
  // what the template requires has been seen to already (ReplaceDaemonSetPodNodeNameNodeAffinity)
  const nodeSelectorTerms = [{ matchFields }];
  const added = [
    ...daemonTolerations,
    ...(spec.hostNetwork === true ? [tolerate("node.kubernetes.io/network-unavailable", "NoSchedule")] : []),
  ];
  const own = (spec.tolerations ?? []).filter(
    ({ key, effect, operator }) =>
      !added.some((one) => one.key === key && one.effect === effect && one.operator === operator),
  );
  return {
    ...spec,
    affinity: {
      ...spec.affinity,
      nodeAffinity: { ...affinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    } as NonNullable<PodSpec["affinity"]>,
    tolerations: [...own, ...added],
  };
}

/** Returns the node that a pod runs on, or that it is bound to by affinity (util.GetTargetNodeName). */
export function nodeOfPod({ spec = {} }: Pod): string | undefined {
  if ((spec.nodeName ?? "") !== "") return spec.nodeName;
  const terms = affinityOf(spec)?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms)
    for (const { key, operator, values = [] } of matchFields)
      if (key === "metadata.name" && operator === "In" && values.length === 1) return values[0];
  return undefined;
}

/** What a pod says about nodes. */
function choiceOf(spec: PodSpec) {
  const nodeAffinity = affinityOf(spec);
  return { nodeSelector: spec.nodeSelector ?? {}, ...(nodeAffinity && { affinity: { nodeAffinity } }) };
}

/** Whether a daemon starts on a node, and whether one that runs there stays (daemon.NodeShouldRunDaemonPod). */
export function nodeFit(set: DaemonSet, node: Node): { readonly shouldRun: boolean; readonly shouldContinue: boolean } {
  const template = set.spec?.template?.spec ?? {};
  const spec = daemonPodSpec(template, node.metadata.name ?? "");
  const isElsewhere = (template.nodeName ?? "") !== "" && template.nodeName !== node.metadata.name;
  if (isElsewhere || !matchesRequiredNodeAffinity(choiceOf(template), node))
    return { shouldRun: false, shouldContinue: false };
  const untolerated = (node.spec?.taints ?? []).filter(
    (taint) => taint.effect !== "PreferNoSchedule" && !isTolerated(taint, spec.tolerations),
  );
  return {
    shouldRun: untolerated.length === 0,
    shouldContinue: untolerated.every(({ effect }) => effect !== "NoExecute"),
  };
}
