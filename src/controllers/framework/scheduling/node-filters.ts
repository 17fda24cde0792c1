import type { SchedulablePod, Taint } from "../../../api/core/scheduling.ts";
import { matchesRequiredNodeAffinity } from "../../../component-helpers/node-affinity.ts";
import { isTolerated } from "../../../component-helpers/taints.ts";
import { type FilterPlugin, type Rejection, unresolvable, unschedulable } from "./framework.ts";
import type { HostPort, NodeInfo, PodInfo } from "./node-info.ts";

const unschedulableTaint: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };

/** plugins/nodeunschedulable. */
export const nodeUnschedulable: FilterPlugin = {
  name: "NodeUnschedulable",
  prepare: ({ pod }) => {
    const tolerated = isTolerated(unschedulableTaint, pod.spec?.tolerations);
    return ({ node }) =>
      node.spec?.unschedulable === true && !tolerated ? unresolvable("node(s) were unschedulable") : undefined;
  },
};

/** plugins/nodename. */
export const nodeName: FilterPlugin = {
  name: "NodeName",
  prepare: ({ pod }) => {
    const wanted = pod.spec?.nodeName ?? "";
    if (wanted === "") return undefined;
    return ({ name }) => (name === wanted ? undefined : unresolvable("node(s) didn't match the requested node name"));
  },
};

/** plugins/tainttoleration. */
export const taintToleration: FilterPlugin = {
  name: "TaintToleration",
  prepare:
    ({ pod }) =>
    ({ node }) => {
      const taint = node.spec?.taints?.find(
        (one) =>
          (one.effect === "NoSchedule" || one.effect === "NoExecute") && !isTolerated(one, pod.spec?.tolerations),
      );
      return taint && unresolvable(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ""}}`);
    },
};

/** plugins/nodeaffinity. */
export const nodeAffinity: FilterPlugin = {
  name: "NodeAffinity",
  prepare: ({ pod: { spec = {} } }) => {
    const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (required === undefined && spec.nodeSelector === undefined) return undefined;
    return ({ node }) =>
      matchesRequiredNodeAffinity(spec, node)
        ? undefined
        : unresolvable("node(s) didn't match Pod's node affinity/selector");
  },
};

/**
 * Returns the names of the nodes that a pod's affinity lets it on, undefined if it names none. An empty set is a
 * conflict (plugins/nodeaffinity PreFilter).
 */
export function affinityNodeNames({ spec }: SchedulablePod): ReadonlySet<string> | undefined {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const names = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const [first, ...others] = matchFields.filter(({ key, operator }) => key === "metadata.name" && operator === "In");
    if (first === undefined) return undefined;
    for (const name of first.values ?? [])
      if (others.every(({ values = [] }) => values.includes(name))) names.add(name);
  }
  return terms.length === 0 ? undefined : names;
}

/** The nodes that the PreFilter of plugins/nodeaffinity leaves; it comes before all filters. */
export const namedNodes: FilterPlugin = {
  name: "NodeAffinity",
  prepare: ({ pod }) => {
    const names = affinityNodeNames(pod);
    if (names === undefined) return undefined;
    return ({ name }) =>
      names.has(name) ? undefined : unresolvable("node(s) didn't satisfy plugin(s) [NodeAffinity]");
  },
};

const anyAddress = "0.0.0.0";

const conflicts = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === anyAddress || b.ip === anyAddress);

/** plugins/nodeports. */
export const nodePorts: FilterPlugin = {
  name: "NodePorts",
  prepare: ({ ports }) => {
    if (ports.length === 0) return undefined;
    const isTaken = ({ pods }: NodeInfo): boolean =>
      [...pods.values()].some((other) => other.ports.some((taken) => ports.some((port) => conflicts(port, taken))));
    return (node) =>
      isTaken(node) ? unschedulable("node(s) didn't have free ports for the requested pod ports") : undefined;
  },
};

/** plugins/noderesources Fit: every resource that does not fit is a reason. */
export const nodeResourcesFit: FilterPlugin = {
  name: "NodeResourcesFit",
  prepare: (pod) => (node) => lacking(pod, node),
};

const defaultPods = 110;
const standard = ["cpu", "memory", "ephemeral-storage"];

/** A resource of which a node has too little for a pod (noderesources InsufficientResource). */
export interface InsufficientResource {
  readonly resource: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

/** Why a node does not take a pod: a resource, or what a plugin says. */
export type AdmissionFailure = InsufficientResource | { readonly predicate: string; readonly reason: string };

/** Returns what a node has too little of: first pods, then the standard resources, then others (noderesources Fits). */
export function insufficientResources({ requests }: PodInfo, node: NodeInfo): readonly InsufficientResource[] {
  const pods = {
    resource: "pods",
    requested: 1,
    used: node.pods.size,
    capacity: capacityOf(node, "pods", defaultPods),
  };
  const others = [...requests.keys()].filter((name) => !standard.includes(name)).sort();
  const amounts = [...standard, ...others].map((resource) => ({
    resource,
    requested: requests.get(resource) ?? 0,
    used: node.requested(resource),
    capacity: capacityOf(node, resource, 0),
  }));
  return [pods, ...amounts].filter(({ requested, used, capacity }) => requested > 0 && requested > capacity - used);
}

const capacityOf = ({ allocatable }: NodeInfo, resource: string, otherwise: number): number =>
  allocatable.get(resource) ?? otherwise;

function lacking(pod: PodInfo, node: NodeInfo): Rejection | undefined {
  const insufficient = insufficientResources(pod, node);
  if (insufficient.length === 0) return undefined;
  return {
    reasons: insufficient.map(({ resource }) => (resource === "pods" ? "Too many pods" : `Insufficient ${resource}`)),
    resolvable: insufficient.every(({ resource, requested, capacity }) => resource === "pods" || requested <= capacity),
  };
}
