import { groupVersionOf } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { conditionOf, conditionsOf, conditionWith } from "./conditions.ts";
import { type ContainerView, containersOf } from "./container-view.ts";
import type { Level } from "./diagnosis.ts";
import { itemsAt, numberAt, textAt, valueAt } from "./fields.ts";
import { isGrowing } from "./claim-size.ts";
import { ownStateOf } from "./own-state.ts";
import { isSpent, usesOf, useText } from "./quota-use.ts";
import { firstLine, listed } from "./words.ts";

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

/** Reasons to wait of which the image tells more than what the registry or the runtime says. */
const aboutImages = new Set(["ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName"]);

/** What the scheduler says of the nodes, without what it says of preemption. */
const aboutNodes = (message: string): string =>
  /^0\/\d+ nodes are available: .*?(?=\.(?: |$))/.exec(message)?.[0] ?? message;

function stopped(container: ContainerView): Summary | undefined {
  const { waiting, ended, lastEnded, name, restarts, init, image } = container;
  const prefix = init ? "Init:" : "";
  if (waiting !== undefined && !starts.has(waiting.reason)) {
    const how =
      lastEnded === undefined
        ? firstLine(waiting.message, 80)
        : `${name}: exit code ${lastEnded.exitCode}, restarted ${restarts}×`;
    return summary(prefix + waiting.reason, "error", aboutImages.has(waiting.reason) ? image : how);
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
      firstLine(aboutNodes(scheduled.message), 120),
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
  const resize = conditionWith(pod, "PodResizePending", "True");
  if (resize !== undefined && conditionWith(pod, "Ready", "True") !== undefined)
    return summary(
      resize.reason === "Deferred" ? "Resize deferred" : "Resize infeasible",
      resize.reason === "Deferred" ? "progressing" : "warning",
      firstLine(resize.message, 120),
    );
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
    const more = (wantedPath.startsWith("spec") ? (numberAt(object, "status.replicas") ?? 0) : 0) - of;
    if (count >= of && more > 0) return { ...summary("Progressing", "progressing", `${more} more than ${of}`), ready };
    return count < of
      ? { ...summary("Progressing", "progressing", `${count} of ${of} ready`), ready }
      : { ...summary("Ready", "ok"), ready };
  };

/** How many pods a StatefulSet updates by itself: those from the partition on. */
const updatedByItself = (object: KubeObject): number =>
  Math.max(
    (numberAt(object, "spec.replicas") ?? 1) - (numberAt(object, "spec.updateStrategy.rollingUpdate.partition") ?? 0),
    0,
  );

const statefulSet: Summarize = (object) => {
  const found = workload("spec.replicas", "status.readyReplicas")(object);
  const isOld = textAt(object, "status.currentRevision") !== textAt(object, "status.updateRevision");
  const updated = numberAt(object, "status.updatedReplicas") ?? 0;
  if (found?.state !== "Ready" || !isOld || updated >= updatedByItself(object)) return found;
  const isOnDelete = textAt(object, "spec.updateStrategy.type") === "OnDelete";
  const told = `${updated} of ${found.ready?.of ?? 0} updated${isOnDelete ? ", OnDelete" : ""}`;
  return { ...found, ...summary("Progressing", isOnDelete ? "warning" : "progressing", told) };
};

/** A claim of devices: whether it has some. */
const deviceClaim: Summarize = (object) =>
  valueAt(object, "status.allocation") === undefined
    ? summary("Pending", "progressing", "no devices allocated")
    : summary("Allocated", "ok");

/** The conditions that say what is left of a namespace that is deleted. */
const remainingConditions = ["NamespaceFinalizersRemaining", "NamespaceContentRemaining"];

const namespace: Summarize = (object) => {
  if (object.metadata.deletionTimestamp === undefined) return undefined;
  const told = conditionsOf(object).filter(({ status }) => status === "True");
  const failure = told.find(({ type }) => /^NamespaceDeletion\w+Failure$/.test(type));
  const why = failure ?? remainingConditions.map((type) => told.find((one) => one.type === type)).find((one) => one);
  const { finalizers = [] } = object.metadata;
  if (why === undefined && finalizers.length > 0) return undefined;
  return summary("Terminating", failure === undefined ? "progressing" : "error", firstLine(why?.message ?? "", 120));
};

const job: Summarize = (object) => {
  const ready = { count: numberAt(object, "status.succeeded") ?? 0, of: numberAt(object, "spec.completions") ?? 1 };
  const failed = conditionWith(object, "Failed", "True");
  if (failed !== undefined) return { ...summary("Failed", "error", failed.reason), ready };
  if (conditionWith(object, "Complete", "True") !== undefined) return { ...summary("Complete", "ok"), ready };
  const ends = conditionWith(object, "FailureTarget", "True") ?? conditionWith(object, "SuccessCriteriaMet", "True");
  if (ends?.type === "FailureTarget") return { ...summary("Failing", "error", ends.reason), ready };
  if (ends !== undefined) return { ...summary("Completing", "progressing", ends.reason), ready };
  if (textAt(object, "spec.suspend") === "true") return { ...summary("Suspended", "warning"), ready };
  if (numberAt(object, "spec.parallelism") === 0) return { ...summary("Stopped", "warning"), ready };
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
  const pressure = conditionsOf(object).find(
    ({ type, status }) => (type.endsWith("Pressure") || type === "NetworkUnavailable") && status === "True",
  );
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

const claim: Summarize = (object) => {
  if (textAt(object, "status.phase") !== "Bound" || !isGrowing(object)) return undefined;
  return summary("Resizing", "progressing", `asks for ${textAt(object, "spec.resources.requests.storage")}`);
};

const quota: Summarize = (object) => {
  const uses = usesOf(object);
  const spent = uses.filter(isSpent);
  if (uses.length === 0) return undefined;
  return spent.length === 0
    ? summary("Within limits", "ok", listed(uses.map(useText)))
    : summary("Exhausted", "warning", listed(spent.map(useText)));
};

const budget: Summarize = (object) => {
  const [expected, allowed] = ["status.expectedPods", "status.disruptionsAllowed"].map((path) =>
    numberAt(object, path),
  );
  if (allowed === undefined) return undefined;
  if (allowed > 0) return summary("Allows evictions", "ok", `${allowed} of ${expected ?? 0}`);
  return (numberAt(object, "status.currentHealthy") ?? 0) === 0 && (expected ?? 0) === 0
    ? summary("No pods", "warning")
    : summary("Blocks evictions", "warning");
};

const scaler: Summarize = (object) => {
  const told = (type: string, status: string) => conditionWith(object, type, status);
  const unable = told("AbleToScale", "False");
  if (unable !== undefined) return summary("Cannot scale", "error", firstLine(unable.message, 80));
  const inactive = told("ScalingActive", "False");
  if (inactive?.reason === "ScalingDisabled") return summary("Disabled", "warning");
  if (inactive !== undefined) {
    const state = inactive.reason === "AmbiguousSelector" ? "Conflict" : "No metrics";
    return summary(state, "error", firstLine(inactive.message, 80));
  }
  if (told("ScalingLimited", "True")?.reason === "TooManyReplicas") return summary("At its maximum", "warning");
  return told("ScalingActive", "True") === undefined ? undefined : summary("Active", "ok");
};

const attachment: Summarize = (object) => {
  const [attach, detach] = ["attachError", "detachError"].map((member) => textAt(object, `status.${member}.message`));
  if (attach !== "") return summary("Not attached", "error", firstLine(attach ?? "", 80));
  if (detach !== "") return summary("Not detached", "error", firstLine(detach ?? "", 80));
  return textAt(object, "status.attached") === "true" ? summary("Attached", "ok") : summary("Pending", "progressing");
};

/** A Service by itself: an alias, or one without its load balancer. Its endpoints are told by EndpointSlices. */
const service: Summarize = (object) => {
  const type = textAt(object, "spec.type");
  if (type === "ExternalName") return summary("External name", "ok", textAt(object, "spec.externalName"));
  const isPending = type === "LoadBalancer" && itemsAt(object, "status.loadBalancer.ingress").length === 0;
  return isPending ? summary("Pending", "warning", "no load balancer") : undefined;
};

/** How many endpoints there are, and how many of them take requests. */
export interface EndpointCount {
  readonly ready: number;
  readonly of: number;
}

/** Counts the endpoints of EndpointSlices. */
export function countEndpoints(slices: readonly KubeObject[]): EndpointCount {
  const all = slices.flatMap((slice) => itemsAt(slice, "endpoints"));
  return { ready: all.filter((one) => valueAt(one, "conditions.ready") !== false).length, of: all.length };
}

/** The state of a Service by the endpoints of its EndpointSlices. */
export function summarizeEndpoints({ ready, of }: EndpointCount): Summary {
  if (of === 0) return summary("No endpoints", "error");
  // They may be about to be ready; whether they are is told with their pods.
  if (ready === 0) return summary("No endpoints", "warning", `0 of ${of} ready`);
  return summary("Ready", ready < of ? "warning" : "ok", `${ready} of ${of} ready`);
}

const ingress: Summarize = (object) =>
  itemsAt(object, "status.loadBalancer.ingress").length > 0
    ? summary("Ready", "ok")
    : summary("Pending", "progressing", "no address");

const byKind: Readonly<Record<string, Summarize>> = {
  "/Pod": pod,
  "/Service": service,
  "networking.k8s.io/Ingress": ingress,
  "storage.k8s.io/VolumeAttachment": attachment,
  "/ReplicationController": workload("spec.replicas", "status.readyReplicas"),
  "/Namespace": namespace,
  "/Node": node,
  "/PersistentVolumeClaim": claim,
  "/ResourceQuota": quota,
  "policy/PodDisruptionBudget": budget,
  "autoscaling/HorizontalPodAutoscaler": scaler,
  "apps/Deployment": workload("spec.replicas", "status.availableReplicas", "status.updatedReplicas"),
  "apps/ReplicaSet": workload("spec.replicas", "status.readyReplicas"),
  "apps/StatefulSet": statefulSet,
  "apps/DaemonSet": workload("status.desiredNumberScheduled", "status.numberReady", "status.updatedNumberScheduled"),
  "resource.k8s.io/ResourceClaim": deviceClaim,
  "batch/Job": job,
  "batch/CronJob": cronJob,
  "apiextensions.k8s.io/CustomResourceDefinition": definition,
};

/** Objects of all other kinds, by what they say themselves. */
const generic: Summarize = (object) => {
  const own = ownStateOf(object);
  return own && summary(own.state, own.level, firstLine(own.because, 80));
};

/** Summarizes an object by itself, without reading others. The object has its apiVersion and kind. */
export function summarize(object: KubeObject): Summary {
  const { apiVersion = "v1", kind = "" } = object;
  const own = byKind[`${groupVersionOf(apiVersion).group}/${kind}`]?.(object);
  const found = own ?? generic(object) ?? summary("", "ok");
  if (object.metadata.deletionTimestamp === undefined) return found;
  const { finalizers = [] } = object.metadata;
  if (found.state === "Terminating") return found;
  const reason = finalizers.length === 0 ? "" : `held by ${finalizers.join(", ")}`;
  return { ...found, ...summary("Terminating", finalizers.length === 0 ? "progressing" : "warning", reason) };
}

/** Built-in kinds whose objects have no state to tell, by group. */
const stateless: Readonly<Record<string, string>> = {
  "": "ConfigMap Secret ServiceAccount Event Endpoints LimitRange PodTemplate Binding ComponentStatus",
  apps: "ControllerRevision",
  "events.k8s.io": "Event",
  "discovery.k8s.io": "EndpointSlice",
  "coordination.k8s.io": "Lease LeaseCandidate",
  "rbac.authorization.k8s.io": "Role RoleBinding ClusterRole ClusterRoleBinding",
  "storage.k8s.io": "StorageClass CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass",
  "scheduling.k8s.io": "PriorityClass",
  "node.k8s.io": "RuntimeClass",
  "networking.k8s.io": "IngressClass NetworkPolicy IPAddress",
  "resource.k8s.io": "DeviceClass ResourceSlice ResourceClaimTemplate",
  "admissionregistration.k8s.io":
    "ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicyBinding MutatingAdmissionPolicyBinding MutatingAdmissionPolicy",
};

/** Reports whether objects of a kind may have a state that `summarize` tells; false where they never have one. */
export const hasState = (group: string, kind: string): boolean => stateless[group]?.split(" ").includes(kind) !== true;
