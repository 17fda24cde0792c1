import type { DaemonSet } from "../../api/apps/v1.ts";
import type { Pod, PodSpec, Toleration } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** The fields of a core/v1 Node that decide where daemons run. */
export interface Node extends KubeObject {
  readonly spec?: { readonly taints?: readonly Taint[]; readonly unschedulable?: boolean };
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

interface NodeSelectorTerm {
  readonly matchExpressions?: readonly Requirement[];
  readonly matchFields?: readonly Requirement[];
}

interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
  };
}

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
  const terms = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const nodeSelectorTerms =
    terms.length === 0
      ? [{ matchFields }]
      : terms.map(({ matchExpressions: _rest, ...term }) => ({ ...term, matchFields }));
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

function meets({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && Number(value) > Number(values[0]);
    case "Lt":
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}

function matchesAffinity(spec: PodSpec, { metadata }: Node): boolean {
  const labels = metadata.labels ?? {};
  if (!Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value)) return false;
  const required = affinityOf(spec)?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) return true;
  return (required.nodeSelectorTerms ?? []).some(({ matchExpressions = [], matchFields = [] }) => {
    if (matchExpressions.length + matchFields.length === 0) return false;
    const hasLabels = matchExpressions.every((one) => meets(one, labels[one.key]));
    return hasLabels && matchFields.every((one) => meets(one, one.key === "metadata.name" ? metadata.name : undefined));
  });
}

/** Whether a toleration is about a taint (v1helper.ToleratesTaint). */
const tolerates = ({ key = "", operator = "Equal", value = "", effect = "" }: Toleration, taint: Taint): boolean =>
  (effect === "" || effect === taint.effect) &&
  (key === "" || key === taint.key) &&
  (operator === "Exists" || value === (taint.value ?? ""));

/** Whether a daemon starts on a node, and whether one that runs there stays (daemon.NodeShouldRunDaemonPod). */
export function nodeFit(set: DaemonSet, node: Node): { readonly shouldRun: boolean; readonly shouldContinue: boolean } {
  const template = set.spec?.template?.spec ?? {};
  const spec = daemonPodSpec(template, node.metadata.name ?? "");
  const isElsewhere = (template.nodeName ?? "") !== "" && template.nodeName !== node.metadata.name;
  if (isElsewhere || !matchesAffinity(template, node)) return { shouldRun: false, shouldContinue: false };
  const untolerated = (node.spec?.taints ?? []).filter(
    (taint) =>
      taint.effect !== "PreferNoSchedule" &&
      !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint)),
  );
  return {
    shouldRun: untolerated.length === 0,
    shouldContinue: untolerated.every(({ effect }) => effect !== "NoExecute"),
  };
}
