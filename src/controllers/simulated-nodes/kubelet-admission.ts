import type { Node, SchedulablePod } from "../../api/core/scheduling.ts";
import type { Pod } from "../../api/core/v1.ts";
import { podRequests } from "../../component-helpers/resource/pod-resources.ts";
import { isTolerated } from "../../component-helpers/taints.ts";
import { admissionCheck } from "../framework/scheduling/admission-check.ts";
import { NodeInfo, type PodInfo, podInfoOf } from "../framework/scheduling/node-info.ts";
import { allocatedPod } from "./pod-resize.ts";
import type { PodRejection } from "./pod-surroundings.ts";
import type { KubeletPod } from "./pod-types.ts";

const osLabel = "kubernetes.io/os";
const nodeOs = "linux";

/** What is counted of pods. A node asks for all of its pods whenever it takes another one. */
const allocatedInfos = new WeakMap<KubeletPod, PodInfo>();

/** Returns what is counted of a pod: what the node has agreed to, not what a pending resize asks for. */
function allocatedInfo(pod: KubeletPod): PodInfo {
  let info = allocatedInfos.get(pod);
  if (info === undefined) {
    const { status: _status, ...allocated } = allocatedPod(pod);
    allocatedInfos.set(pod, (info = podInfoOf(allocated as SchedulablePod)));
  }
  return info;
}

const nodeInfoOf = (node: Node, pods: Iterable<KubeletPod>): NodeInfo =>
  new NodeInfo(node).with(...[...pods].map(allocatedInfo));

/** Leaves out what the node does not have: it may belong to the cluster (removeMissingExtendedResources). */
const withoutMissing = (info: PodInfo, { allocatable }: NodeInfo): PodInfo => ({
  ...info,
  requests: new Map([...info.requests].filter(([name]) => !name.includes("/") || allocatable.has(name))),
});

/** Returns the first reason for which resources and predicates keep a pod from a node beside other pods. */
function firstFailure(info: PodInfo, node: NodeInfo): PodRejection | undefined {
  const [failure] = admissionCheck(withoutMissing(info, node), node);
  if (failure === undefined) return undefined;
  if ("predicate" in failure) {
    const message = `Predicate ${failure.predicate} failed: ${failure.reason}`;
    return { reason: failure.predicate, message };
  }
  const { resource, requested, used, capacity } = failure;
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return { reason: `OutOf${resource}`, message: `Node didn't have enough resource: ${resource}, ${amounts}` };
}

/**
 * Says why a kubelet does not take a pod that was given to its node; `others` are the pods that it has taken
 * (pkg/kubelet/lifecycle predicateAdmitHandler).
 */
export function rejectionOf(pod: KubeletPod, node: Node, others: Iterable<KubeletPod>): PodRejection | undefined {
  if ((pod.metadata.labels?.[osLabel] ?? nodeOs) !== nodeOs) {
    const message = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label";
    return { reason: "PodOSSelectorNodeLabelDoesNotMatch", message };
  }
  if ((pod.spec?.os?.name ?? nodeOs) !== nodeOs)
    return { reason: "PodOSNotSupported", message: "Failed to admit pod as the OS field doesn't match node OS" };
  const failure = firstFailure(allocatedInfo(pod), nodeInfoOf(node, others));
  if (failure !== undefined) return failure;
  const isUntolerated = node.spec?.taints?.some(
    (taint) => taint.effect === "NoExecute" && !isTolerated(taint, pod.spec?.tolerations),
  );
  const reason = "TaintToleration";
  const message = `Predicate ${reason} failed: node(s) had taints that the pod didn't tolerate`;
  return isUntolerated === true ? { reason, message } : undefined;
}

/** Says why a node cannot give the containers of a pod what they are to have now (the kubelet's canResizePod). */
export function resizeProblemOf(pod: KubeletPod, node: Node, others: Iterable<KubeletPod>): PodRejection | undefined {
  const { status: _status, ...asked } = pod;
  const info = podInfoOf(asked as SchedulablePod);
  const around = nodeInfoOf(node, others);
  const requests = podRequests(asked as Pod);
  for (const name of ["memory", "cpu"]) {
    const requested = Number(requests.get(name)?.scaledValue(name === "cpu" ? -3 : 0) ?? 0);
    const capacity = around.allocatable.get(name) ?? 0;
    if (requested > capacity) {
      const message = `Node didn't have enough capacity: ${name}, requested: ${requested}, capacity: ${capacity}`;
      return { reason: "Infeasible", message };
    }
  }
  const failure = firstFailure(info, around);
  return failure && { reason: "Deferred", message: failure.message };
}
