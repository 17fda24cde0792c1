import { groupVersionOf } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { conditionOf, conditionsOf, conditionWith } from "./conditions.ts";
import { type ContainerView, containersOf } from "./container-view.ts";
import type { Level } from "./diagnosis.ts";
import { itemsAt, numberAt, textAt } from "./fields.ts";
import { firstLine } from "./words.ts";

/** The state of an object as lists show it: what the object alone tells. */
export interface Summary {
  readonly state: string;
  readonly level: Level;
  /** Why, in a few words; "" where the state says it. */
  readonly reason: string;
  /** How many of its parts are ready: containers of a pod, pods of a workload. */
  readonly ready?: { readonly count: number; readonly of: number };
}

type Summarize = (object: KubeObject) => Summary | undefined;

const summary = (state: string, level: Level, reason = ""): Summary => ({ state, level, reason });

/** Reasons to wait that are part of an ordinary start. */
const starts = new Set(["ContainerCreating", "PodInitializing"]);

function stopped(container: ContainerView): Summary | undefined {
  const { waiting, ended, lastEnded, name, restarts, init } = container;
  const prefix = init ? "Init:" : "";
  if (waiting !== undefined && !starts.has(waiting.reason)) {
    const how =
      lastEnded === undefined
        ? firstLine(waiting.message, 80)
        : `${name}: exit code ${lastEnded.exitCode}, restarted ${restarts}×`;
    return summary(prefix + waiting.reason, "error", how);
  }
  if (ended === undefined || ended.exitCode === 0) return undefined;
  return summary(prefix + (ended.reason || "Error"), "error", `${name}: exit code ${ended.exitCode}`);
}

function podState(pod: KubeObject): Summary {
  const phase = textAt(pod, "status.phase");
  const reason = textAt(pod, "status.reason");
  if (phase === "Succeeded") return summary("Completed", "ok");
  if (phase === "Failed") return summary(reason || "Failed", "error", firstLine(textAt(pod, "status.message"), 80));
  const scheduled = conditionOf(pod, "PodScheduled");
  if (scheduled?.status === "False")
    return summary(
      scheduled.reason === "SchedulingGated" ? "SchedulingGated" : "Pending",
      scheduled.reason === "SchedulingGated" ? "progressing" : "error",
      firstLine(scheduled.message, 120),
    );
  const containers = containersOf(pod);
  for (const container of containers) {
    const found = stopped(container);
    if (found !== undefined) return found;
  }
  const init = containers.filter((one) => one.init && !one.sidecar);
  const done = init.filter(({ ended }) => ended !== undefined).length;
  if (done < init.length && phase === "Pending") return summary(`Init:${done}/${init.length}`, "progressing");
  const waiting = containers.find((container) => container.waiting !== undefined)?.waiting?.reason;
  if (phase !== "Running") return summary(waiting ?? (phase || "Pending"), "progressing");
  return conditionWith(pod, "Ready", "True") === undefined
    ? summary("Not ready", "warning", firstLine(conditionOf(pod, "Ready")?.message ?? "", 80))
    : summary("Running", "ok");
}

const pod: Summarize = (object) => {
  const containers = containersOf(object).filter(({ init, sidecar }) => !init || sidecar);
  return {
    ...podState(object),
    ready: { count: containers.filter(({ ready }) => ready).length, of: containers.length },
  };
};

const workload =
  (wantedPath: string, readyPath: string, updatedPath = ""): Summarize =>
  (object) => {
    const of = numberAt(object, wantedPath) ?? (wantedPath.startsWith("spec") ? 1 : 0);
    const count = numberAt(object, readyPath) ?? 0;
    const updated = updatedPath === "" ? of : (numberAt(object, updatedPath) ?? 0);
    const ready = { count, of };
    const failure = conditionWith(object, "ReplicaFailure", "True");
    const late = conditionWith(object, "Progressing", "False");
    if (failure !== undefined) return { ...summary("Cannot create", "error", firstLine(failure.message, 120)), ready };
    if (late?.reason === "ProgressDeadlineExceeded") return { ...summary("Failed to progress", "error"), ready };
    if (textAt(object, "spec.paused") === "true") return { ...summary("Paused", "warning"), ready };
    if (of === 0) return { ...summary(wantedPath.startsWith("spec") ? "Scaled to zero" : "No nodes", "ok"), ready };
    if (updated < of) return { ...summary("Progressing", "progressing", `${updated} of ${of} updated`), ready };
    return count < of
      ? { ...summary("Progressing", "progressing", `${count} of ${of} ready`), ready }
      : { ...summary("Ready", "ok"), ready };
  };

const job: Summarize = (object) => {
  const ready = { count: numberAt(object, "status.succeeded") ?? 0, of: numberAt(object, "spec.completions") ?? 1 };
  const failed = conditionWith(object, "Failed", "True");
  if (failed !== undefined) return { ...summary("Failed", "error", failed.reason), ready };
  if (conditionWith(object, "Complete", "True") !== undefined) return { ...summary("Complete", "ok"), ready };
  if (textAt(object, "spec.suspend") === "true") return { ...summary("Suspended", "warning"), ready };
  return { ...summary("Running", "progressing", `${numberAt(object, "status.active") ?? 0} active`), ready };
};

const cronJob: Summarize = (object) => {
  if (textAt(object, "spec.suspend") === "true") return summary("Suspended", "warning");
  const active = itemsAt(object, "status.active").length;
  return active > 0
    ? summary("Active", "ok", `${active} running`)
    : summary("Scheduled", "ok", textAt(object, "spec.schedule"));
};

const node: Summarize = (object) => {
  const ready = conditionOf(object, "Ready");
  if (ready?.status !== "True")
    return summary(ready?.status === "Unknown" ? "Unreachable" : "Not ready", "error", ready?.reason ?? "");
  const pressure = conditionsOf(object).find(({ type, status }) => type.endsWith("Pressure") && status === "True");
  if (pressure !== undefined) return summary(pressure.type, "warning");
  return textAt(object, "spec.unschedulable") === "true" ? summary("Cordoned", "warning") : summary("Ready", "ok");
};

const definition: Summarize = (object) => {
  const refused = conditionWith(object, "NamesAccepted", "False");
  if (refused !== undefined) return summary("Not established", "error", firstLine(refused.message, 80));
  return conditionWith(object, "Established", "True") === undefined
    ? summary("Not established", "progressing")
    : summary("Established", "ok");
};

const byKind: Readonly<Record<string, Summarize>> = {
  "/Pod": pod,
  "/ReplicationController": workload("spec.replicas", "status.readyReplicas"),
  "/Node": node,
  "apps/Deployment": workload("spec.replicas", "status.availableReplicas", "status.updatedReplicas"),
  "apps/ReplicaSet": workload("spec.replicas", "status.readyReplicas"),
  "apps/StatefulSet": workload("spec.replicas", "status.readyReplicas"),
  "apps/DaemonSet": workload("status.desiredNumberScheduled", "status.numberReady", "status.updatedNumberScheduled"),
  "batch/Job": job,
  "batch/CronJob": cronJob,
  "apiextensions.k8s.io/CustomResourceDefinition": definition,
};

const good = /^(?:Ready|Available|Established|Approved|ScalingActive|Synced|Accepted)$/;
const goodPhase = /^(?:Active|Bound|Available|Ready|Running|Succeeded)$/;
const badPhase = /^(?:Failed|Lost|Error)$/;

/** Objects of all other kinds, by the conditions and the phase of their status. */
const generic: Summarize = (object) => {
  const wrong = conditionsOf(object).find(
    ({ type, status }) =>
      (good.test(type) && status === "False") ||
      (/^(?:Failed|Degraded|Denied|Stalled|Dangling)$/.test(type) && status === "True"),
  );
  if (wrong !== undefined) {
    const state = good.test(wrong.type) ? `Not ${wrong.type.toLowerCase()}` : wrong.type;
    return summary(state, "error", firstLine(wrong.message || wrong.reason, 80));
  }
  const fine = conditionsOf(object).find(({ type, status }) => good.test(type) && status === "True");
  if (fine !== undefined) return summary(fine.type, "ok");
  const phase = textAt(object, "status.phase");
  if (phase === "") return undefined;
  return summary(phase, badPhase.test(phase) ? "error" : goodPhase.test(phase) ? "ok" : "progressing");
};

/** Summarizes an object by itself, without reading others. The object has its apiVersion and kind. */
export function summarize(object: KubeObject): Summary {
  const { apiVersion = "v1", kind = "" } = object;
  const found = (byKind[`${groupVersionOf(apiVersion).group}/${kind}`] ?? generic)(object) ?? summary("", "ok");
  if (object.metadata.deletionTimestamp === undefined) return found;
  const { finalizers = [] } = object.metadata;
  const reason = finalizers.length === 0 ? "" : `held by ${finalizers.join(", ")}`;
  return { ...found, ...summary("Terminating", finalizers.length === 0 ? "progressing" : "warning", reason) };
}

/** Built-in kinds whose objects have no state to tell, by group. */
const stateless: Readonly<Record<string, string>> = {
  "": "ConfigMap Secret ServiceAccount Event Endpoints LimitRange PodTemplate Service Binding ComponentStatus",
  apps: "ControllerRevision",
  "events.k8s.io": "Event",
  "discovery.k8s.io": "EndpointSlice",
  "coordination.k8s.io": "Lease LeaseCandidate",
  "rbac.authorization.k8s.io": "Role RoleBinding ClusterRole ClusterRoleBinding",
  "storage.k8s.io": "StorageClass CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass",
  "scheduling.k8s.io": "PriorityClass",
  "node.k8s.io": "RuntimeClass",
  "networking.k8s.io": "IngressClass NetworkPolicy Ingress IPAddress",
  "resource.k8s.io": "DeviceClass ResourceSlice ResourceClaimTemplate",
  "admissionregistration.k8s.io":
    "ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicyBinding MutatingAdmissionPolicyBinding MutatingAdmissionPolicy",
};

/** Reports whether objects of a kind may have a state that `summarize` tells; false where they never have one. */
export const hasState = (group: string, kind: string): boolean => stateless[group]?.split(" ").includes(kind) !== true;
