import type { Taint } from "../../../api/core/scheduling.ts";
import { matchesRequiredNodeAffinity } from "../../../component-helpers/node-affinity.ts";
import { isTolerated } from "../../../component-helpers/taints.ts";
import { type FilterPlugin, type Rejection, unresolvable, unschedulable } from "../framework.ts";
import type { HostPort, NodeInfo, PodInfo } from "../node-info.ts";

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

function lacking({ requests }: PodInfo, node: NodeInfo): Rejection | undefined {
  const reasons: string[] = [];
  let resolvable = true;
  if (node.pods.size + 1 > (node.allocatable.get("pods") ?? defaultPods)) reasons.push("Too many pods");
  const others = [...requests.keys()].filter((name) => !standard.includes(name)).sort();
  for (const name of [...standard, ...others]) {
    const wanted = requests.get(name) ?? 0;
    const whole = node.allocatable.get(name) ?? 0;
    if (wanted <= 0 || wanted <= whole - node.requested(name)) continue;
    reasons.push(`Insufficient ${name}`);
    if (wanted > whole) resolvable = false;
  }
  return reasons.length === 0 ? undefined : { reasons, resolvable };
}
