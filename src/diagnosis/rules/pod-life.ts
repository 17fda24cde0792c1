import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionOf, conditionsOf, conditionWith } from "../conditions.ts";
import { byCondition, byEvent, conclude, field, missing, there } from "../conclude.ts";
import { containersOf, containerWords, endText } from "../container-view.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import type { Rule } from "../rule.ts";
import { ago, firstLine, listed } from "../words.ts";
import { portTaken } from "./node-reasons.ts";
import { comingEviction } from "./pod-notices.ts";

/** Why a node refused a pod that was given to it: the port that another one has, or what the kubelet says. */
async function refusedBy(pod: KubeObject, name: string, reading: Reading) {
  const [reason, message] = ["reason", "message"].map((member) => textAt(pod, `status.${member}`));
  const node = await reading.get(objectId("", "Node", "", name));
  const evidence = [field(pod, "status.reason"), field(pod, "status.message")];
  if (reason === "NodePorts" && node !== undefined) {
    const pods = () => reading.all({ group: "", resource: "pods" }, { fieldSelector: `spec.nodeName=${name}` });
    const taken = await portTaken(pod, { nodes: [node], pods, reading }, 1);
    if (taken.evidence.length > 0)
      return {
        because: `${name} refused it: ${taken.text.replace(" on 1 node", "").replace(` on ${name}`, "")}`,
        evidence: [...evidence, ...taken.evidence],
      };
  }
  const os = node?.metadata.labels?.["kubernetes.io/os"];
  if (reason === "PodOSNotSupported" && os !== undefined)
    return {
      because: `${name} refused it: its spec.os.name is ${textAt(pod, "spec.os.name")}, and the node runs ${os}`,
      evidence: [...evidence, field(pod, "spec.os.name")],
    };
  return { because: `${name} refused it: ${firstLine((message ?? "").replace(/^Pod was rejected: /, ""))}` };
}

/** Pods that were removed from their node, or refused by it. */
export const podDisruption: Rule = async (pod, { reading }) => {
  if (textAt(pod, "status.phase") !== "Failed") return undefined;
  const reason = textAt(pod, "status.reason");
  const message = textAt(pod, "status.message");
  const target = conditionWith(pod, "DisruptionTarget", "True");
  const evidence = [field(pod, "status.reason"), field(pod, "status.message"), ...byCondition(pod, target)];
  const failed = { level: "error", evidence } as const;
  if (target?.reason === "PreemptionByScheduler")
    return conclude(pod, {
      ...failed,
      situation: "pod-preempted",
      state: "Preempted",
      because: firstLine(target.message) || "it made room for a pod of higher priority",
    });
  const node = textAt(pod, "spec.nodeName");
  if (reason === "Evicted")
    return conclude(pod, {
      ...failed,
      situation: "pod-evicted",
      state: "Evicted",
      because: `${node === "" ? "its node" : node} evicted it: ${firstLine(message)}`,
    });
  if (reason === "DeadlineExceeded")
    return conclude(pod, {
      ...failed,
      situation: "pod-deadline-exceeded",
      state: "Failed",
      because: `it ran longer than activeDeadlineSeconds, ${textAt(pod, "spec.activeDeadlineSeconds")} s`,
    });
  if (reason === "NodeLost" || target?.reason === "DeletionByPodGC") {
    const id = objectId("", "Node", "", node);
    const isGone = await reading.isMissing(id);
    return conclude(pod, {
      ...failed,
      situation: "pod-node-gone",
      state: "Failed",
      because: isGone ? `its node ${node} no longer exists` : firstLine(target?.message ?? message),
      evidence: isGone ? [...evidence, missing(id)] : evidence,
    });
  }
  if (
    /^(?:OutOf\w+|NodeAffinity|NodePorts|NodeName|TaintToleration|\w+Error|Node\w+|PodOS\w+|SysctlForbidden|AppArmor)$/.test(
      reason,
    )
  )
    return conclude(pod, {
      ...failed,
      situation: "pod-refused-by-node",
      state: reason,
      ...(await refusedBy(pod, node, reading)),
    });
  if (target === undefined) return undefined;
  return conclude(pod, {
    ...failed,
    situation: "pod-disrupted",
    state: reason || "Failed",
    because: firstLine(target.message || message) || target.reason,
  });
};

/** Pods that have ended. */
export const podEnd: Rule = (pod) => {
  const phase = textAt(pod, "status.phase");
  const evidence = [field(pod, "status.phase")];
  if (phase === "Succeeded")
    return conclude(pod, { situation: "pod-succeeded", state: "Completed", level: "ok", evidence });
  if (phase !== "Failed") return undefined;
  const container = containersOf(pod).find(({ ended }) => ended !== undefined && ended.exitCode !== 0);
  const end = container?.ended;
  const reason = textAt(pod, "status.reason");
  const message = textAt(pod, "status.message");
  if (container === undefined || end === undefined)
    return conclude(pod, {
      situation: "pod-failed",
      state: reason || "Failed",
      level: "error",
      because: firstLine(message) || "its containers ended",
      evidence: [...evidence, field(pod, "status.reason")],
    });
  const isMemory = end.reason === "OOMKilled";
  if (end.reason === "ContainerStatusUnknown")
    return conclude(pod, {
      situation: "pod-container-lost",
      state: "Failed",
      level: "error",
      because: `its node could not find the ${containerWords(container)} any more${firstLine(end.message) === "" ? "" : `: ${firstLine(end.message)}`}`,
      evidence: [...evidence, field(pod, `${container.path}.state.terminated.reason`, end.reason)],
    });
  const policy = textAt(pod, "spec.restartPolicy") || "Always";
  const told = isMemory ? "was killed for its use of memory" : `ended with ${endText(end)}`;
  return conclude(pod, {
    situation: isMemory ? "pod-out-of-memory" : "pod-failed",
    state: "Failed",
    level: "error",
    because: `${containerWords(container)} ${told}${policy === "Always" ? "" : `, and restartPolicy is ${policy}`}`,
    predicate: `failed: ${isMemory ? "out of memory" : endText(end)}`,
    evidence: [...evidence, field(pod, `${container.path}.state.terminated.exitCode`, String(end.exitCode))],
  });
};

/** Pods whose node does not report any more. */
export const podNodeLost: Rule = async (pod, { reading }) => {
  const node = textAt(pod, "spec.nodeName");
  if (node === "" || ["Succeeded", "Failed"].includes(textAt(pod, "status.phase"))) return undefined;
  const id = objectId("", "Node", "", node);
  const found = await reading.get(id);
  if (found === undefined) {
    if (!(await reading.isMissing(id))) return undefined;
    const because = `its node ${node} does not exist`;
    return conclude(pod, {
      situation: "pod-node-gone",
      state: "Unknown",
      level: "error",
      because,
      evidence: [missing(id)],
    });
  }
  const ready = conditionOf(found, "Ready");
  if (ready?.status === "True") return undefined;
  if (ready === undefined)
    return conclude(pod, {
      situation: "pod-node-never-reported",
      state: "Pending",
      level: "error",
      because: `no kubelet has reported for its node ${node}, so nobody starts it`,
      evidence: [field(pod, "spec.nodeName"), field(found, "status.conditions", "")],
    });
  const isUnknown = ready.status === "Unknown";
  const because = isUnknown
    ? `its node ${node} has not reported for ${ago(ready.since, reading.now())}`
    : `its node ${node} is not ready: ${firstLine(ready.message)}`;
  const coming = pod.metadata.deletionTimestamp === undefined ? await comingEviction(pod, reading) : undefined;
  const evicted = coming?.due === undefined ? "" : `; it is evicted ${coming.due}`;
  return conclude(pod, {
    situation: isUnknown ? "pod-node-lost" : "pod-node-not-ready",
    state: isUnknown ? "Unknown" : "Not ready",
    level: "error",
    because: because + evicted,
    evidence: [there(found), ...byCondition(found, ready), ...(evicted === "" ? [] : (coming?.evidence ?? []))],
  });
};

/** Pods that are deleted and still there. */
export const podTermination: Rule = async (pod, context) => {
  const { deletionTimestamp = "", deletionGracePeriodSeconds: grace = 0, finalizers = [] } = pod.metadata;
  if (deletionTimestamp === "") return undefined;
  const evidence = [field(pod, "metadata.deletionTimestamp")];
  const isStopped = containersOf(pod).every(({ running }) => !running);
  if (finalizers.length > 0 && isStopped)
    return conclude(pod, {
      situation: "pod-held-by-finalizer",
      state: "Terminating",
      level: "warning",
      because: `it is kept until the ${finalizers.length === 1 ? "finalizer" : "finalizers"} ${listed(finalizers)} ${finalizers.length === 1 ? "is" : "are"} removed`,
      evidence: [...evidence, field(pod, "metadata.finalizers", finalizers.join(", "))],
    });
  const lost = await podNodeLost(pod, context);
  if (lost !== undefined)
    return conclude(pod, {
      situation: "pod-termination-waits-for-node",
      state: "Terminating",
      level: "error",
      because: `nothing stops its containers: ${lost.sentence.replace(/^[^:]*: /, "")}`,
      evidence: [...evidence, ...lost.evidence],
    });
  // The timestamp is when the grace period ends.
  const isOver = Date.parse(deletionTimestamp) < context.reading.now();
  const target = conditionWith(pod, "DisruptionTarget", "True");
  const failure = (await context.reading.events(pod)).find(({ reason }) =>
    ["FailedKillPod", "FailedPreStopHook"].includes(reason),
  );
  const why = target === undefined ? "" : `${firstLine(target.message) || target.reason}; `;
  const trouble = failure === undefined ? "" : `; ${failure.reason}: ${firstLine(failure.message)}`;
  return conclude(pod, {
    situation: isOver ? "pod-termination-overdue" : "pod-terminating",
    state: "Terminating",
    level: isOver ? "warning" : "progressing",
    because: isOver
      ? `${why}its grace period of ${grace} s ended ${ago(deletionTimestamp, context.reading.now())} ago${trouble}`
      : `${why}its containers have ${grace} s to stop${trouble}`,
    evidence: [...evidence, ...byCondition(pod, target), ...byEvent(pod, failure)],
  });
};

/** Pods that run with readiness gates that nobody has set. */
export const podReadinessGates: Rule = (pod) => {
  const ready = conditionOf(pod, "Ready");
  if (ready?.reason !== "ReadinessGatesNotReady" && conditionOf(pod, "ContainersReady")?.status !== "True")
    return undefined;
  const gates = itemsAt(pod, "spec.readinessGates").map((gate) => textAt(gate, "conditionType"));
  const closed = gates.filter((gate) => conditionOf(pod, gate)?.status !== "True");
  if (closed.length === 0 || ready?.status === "True") return undefined;
  return conclude(pod, {
    situation: "pod-readiness-gate-closed",
    state: "Not ready",
    level: "warning",
    because: `its containers are ready, but the readiness ${closed.length === 1 ? "gate" : "gates"} ${listed(closed)} ${closed.length === 1 ? "is" : "are"} not True`,
    evidence: [...byCondition(pod, ready), field(pod, "spec.readinessGates", gates.join(", "))],
  });
};

/** A change of a running pod's resources that its node has not carried out. */
export const podResize: Rule = (pod) => {
  const pending = conditionWith(pod, "PodResizePending", "True");
  const progress = conditionWith(pod, "PodResizeInProgress", "True");
  if (pending !== undefined) {
    const isDeferred = pending.reason === "Deferred";
    return conclude(pod, {
      situation: isDeferred ? "pod-resize-deferred" : "pod-resize-infeasible",
      state: isDeferred ? "Resize deferred" : "Resize infeasible",
      level: isDeferred ? "progressing" : "warning",
      because: `${textAt(pod, "spec.nodeName")} ${isDeferred ? "has no room for the new resources yet" : "can never give the new resources"}: ${firstLine(pending.message)}`,
      evidence: byCondition(pod, pending),
    });
  }
  if (progress === undefined) return undefined;
  const evidence = byCondition(pod, progress);
  const because = firstLine(progress.message) || "its node changes the resources of its containers";
  return conclude(pod, {
    situation: "pod-resize-in-progress",
    state: "Resizing",
    level: "progressing",
    because,
    evidence,
  });
};

const startText = (pod: KubeObject): string => {
  const containers = containersOf(pod);
  const init = containers.filter(({ init, sidecar }) => init && !sidecar);
  const current = init.find(({ ended }) => ended?.exitCode !== 0);
  if (current !== undefined && conditionOf(pod, "Initialized")?.status !== "True")
    return `init container ${current.name} has not ended${init.length === 1 ? "" : `, the ${init.length} init containers run one after the other`}`;
  const waiting = containers.filter(({ running, ended }) => !running && ended === undefined);
  return waiting.length === 0
    ? "its node starts it"
    : `its node starts the ${waiting.length === 1 ? "container" : "containers"} ${listed(waiting.map(({ name }) => name))}`;
};

/** Pods that start, and pods that run. */
export const podProgress: Rule = (pod) => {
  const ready = conditionOf(pod, "Ready");
  const containers = containersOf(pod).filter(({ init }) => !init);
  if (ready?.status === "True") {
    const restarts = containers.reduce((sum, each) => sum + each.restarts, 0);
    const because =
      restarts === 0
        ? ""
        : `ready, after its containers were restarted ${restarts === 1 ? "once" : `${restarts} times`}`;
    return conclude(pod, {
      situation: "pod-running",
      state: "Running",
      level: "ok",
      because,
      evidence: byCondition(pod, ready),
    });
  }
  if (conditionsOf(pod).length === 0 && textAt(pod, "status.phase") !== "Pending") return undefined;
  const isInit = containersOf(pod).some(({ init, sidecar, running }) => init && !sidecar && running);
  return conclude(pod, {
    situation: isInit ? "pod-initializing" : "pod-starting",
    state: isInit ? "Initializing" : "Starting",
    level: "progressing",
    because: startText(pod),
    evidence: byCondition(pod, ready),
  });
};
