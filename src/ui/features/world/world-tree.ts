import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { TreeLine } from "../../design/tree-keys.ts";
import type { ObjectPath } from "../../kube/resource.ts";

/** A kind that the tree shows. */
export interface WorldKind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}

// oxfmt-ignore
export const worldKinds: readonly WorldKind[] = [
  { group: "apps", version: "v1", resource: "deployments", kind: "Deployment" },
  { group: "apps", version: "v1", resource: "statefulsets", kind: "StatefulSet" },
  { group: "apps", version: "v1", resource: "daemonsets", kind: "DaemonSet" },
  { group: "batch", version: "v1", resource: "cronjobs", kind: "CronJob" },
  { group: "batch", version: "v1", resource: "jobs", kind: "Job" },
  { group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" },
  { group: "", version: "v1", resource: "replicationcontrollers", kind: "ReplicationController" },
  { group: "", version: "v1", resource: "pods", kind: "Pod" },
  { group: "", version: "v1", resource: "services", kind: "Service" },
  { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", kind: "EndpointSlice" },
  { group: "", version: "v1", resource: "nodes", kind: "Node" },
];

const withoutPods: ReadonlySet<string> = new Set(["Service", "EndpointSlice", "Node"]);

/** Reports whether objects of a kind are pods or make them. */
export const isWorkload = (kind: string): boolean => !withoutPods.has(kind);

/** An object of the world with its kind. */
export interface WorldObject {
  readonly kind: WorldKind;
  readonly object: KubeObject;
}

/** A line of the tree. */
export interface WorldLine extends TreeLine {
  readonly kind: string;
  readonly path: ObjectPath;
  readonly state: string;
  readonly tone: "neutral" | "added" | "warning" | "error";
  /** What else is told of it: the node of a pod, the revision of a ReplicaSet. */
  readonly note: string;
}

const at = (value: unknown, ...members: readonly string[]): unknown =>
  members.reduce((part: unknown, member) => (isRecord(part) ? part[member] : undefined), value);
const numberAt = (value: unknown, ...members: readonly string[]): number => Number(at(value, ...members) ?? 0);
const listAt = (value: unknown, ...members: readonly string[]): readonly unknown[] => {
  const list = at(value, ...members);
  return Array.isArray(list) ? list : [];
};
const textAt = (value: unknown, ...members: readonly string[]): string => {
  const text = at(value, ...members);
  return typeof text === "string" ? text : "";
};

type State = Pick<WorldLine, "state" | "tone">;

/** Returns the reason for which a container waits or has ended, as kubectl's column STATUS. */
function podState({ metadata, status }: KubeObject): State {
  if (metadata.deletionTimestamp !== undefined) return { state: "Terminating", tone: "warning" };
  const statuses = [...listAt(status, "initContainerStatuses"), ...listAt(status, "containerStatuses")];
  const reason = statuses
    .map((one) => textAt(one, "state", "waiting", "reason") || failedReason(one))
    .find((one) => one !== "" && one !== "PodInitializing");
  const phase = textAt(status, "phase");
  if (reason === "ContainerCreating") return { state: reason, tone: "neutral" };
  if (reason !== undefined) return { state: reason, tone: "error" };
  if (phase === "Running") {
    const isReady = listAt(status, "conditions").some(
      (one) => textAt(one, "type") === "Ready" && textAt(one, "status") === "True",
    );
    return isReady ? { state: "Running", tone: "added" } : { state: "Running, not ready", tone: "warning" };
  }
  if (phase === "Failed") return { state: phase, tone: "error" };
  const scheduled = listAt(status, "conditions").find((one) => textAt(one, "type") === "PodScheduled");
  if (textAt(scheduled, "reason") === "Unschedulable") return { state: "Pending, unschedulable", tone: "warning" };
  return { state: phase, tone: phase === "Succeeded" ? "added" : "neutral" };
}

const failedReason = (status: unknown): string =>
  numberAt(status, "state", "terminated", "exitCode") === 0 ? "" : textAt(status, "state", "terminated", "reason");

const outOf = (ready: number, wanted: number): State => ({
  state: `${ready} of ${wanted} ready`,
  tone: ready >= wanted ? "added" : "warning",
});

/** A Deployment is paused, or tells how many pods are of its newest revision until all of them are. */
function deploymentState({ spec, status }: KubeObject): State {
  const wanted = numberAt(spec, "replicas");
  const updated = numberAt(status, "updatedReplicas");
  const { state, tone } = outOf(numberAt(status, "readyReplicas"), wanted);
  if (at(spec, "paused") === true) return { state: `${state}, paused`, tone: "warning" };
  const isUpdating = updated < wanted && numberAt(status, "replicas") > updated;
  return isUpdating ? { state: `${state}, ${updated} updated`, tone: "warning" } : { state, tone };
}

const revisionAnnotation = "deployment.kubernetes.io/revision";

function noteOf({ kind: { kind }, object }: WorldObject): string {
  const node = textAt(object["spec"], "nodeName");
  if (kind === "Pod") return node === "" ? "" : `on ${node}`;
  const revision = object.metadata.annotations?.[revisionAnnotation];
  return kind === "ReplicaSet" && revision !== undefined ? `revision ${revision}` : "";
}

/** Says how an object is. */
export function stateOf({ kind: { kind }, object }: WorldObject): State {
  const { spec, status } = object;
  switch (kind) {
    case "Pod":
      return podState(object);
    case "Deployment":
      return deploymentState(object);
    case "StatefulSet":
    case "ReplicaSet":
    case "ReplicationController":
      return outOf(numberAt(status, "readyReplicas"), numberAt(spec, "replicas"));
    case "DaemonSet":
      return outOf(numberAt(status, "numberReady"), numberAt(status, "desiredNumberScheduled"));
    case "Job": {
      const done = listAt(status, "conditions").find((one) => textAt(one, "status") === "True");
      if (done !== undefined && textAt(done, "type") === "Failed") return { state: "Failed", tone: "error" };
      const [succeeded, wanted] = [numberAt(status, "succeeded"), Number(at(spec, "completions") ?? 1)];
      return { state: `${succeeded} of ${wanted} done`, tone: succeeded >= wanted ? "added" : "neutral" };
    }
    case "Node": {
      const ready = listAt(status, "conditions").find((one) => textAt(one, "type") === "Ready");
      return textAt(ready, "status") === "True"
        ? { state: at(spec, "unschedulable") === true ? "Ready, cordoned" : "Ready", tone: "added" }
        : { state: "NotReady", tone: "error" };
    }
    case "Service":
      return { state: textAt(spec, "clusterIP"), tone: "neutral" };
    case "EndpointSlice": {
      const endpoints = listAt(object, "endpoints");
      const ready = endpoints.filter((one) => at(one, "conditions", "ready") !== false).length;
      return { state: `${ready} of ${endpoints.length} endpoints ready`, tone: "neutral" };
    }
    default:
      return { state: "", tone: "neutral" };
  }
}

const keyOf = ({ object: { metadata } }: WorldObject): string => metadata.uid ?? "";
const nameOf = ({ object: { metadata } }: WorldObject): string => metadata.name ?? "";

const placeOf = ({ object: { metadata } }: WorldObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

/** The label by which an EndpointSlice tells its Service; that of the API server has no owner. */
const serviceLabel = "kubernetes.io/service-name";

/** Orders siblings by kind, as listed above, then by name. */
const inOrder = (a: WorldObject, b: WorldObject): number =>
  worldKinds.indexOf(a.kind) - worldKinds.indexOf(b.kind) || (nameOf(a) < nameOf(b) ? -1 : 1);

/**
 * Returns the lines of the tree: objects under their controllers, those without one at the top. Old ReplicaSets that
 * have no pods are left out.
 */
export function worldLines(
  objects: readonly WorldObject[],
  namespace: string,
  closed: ReadonlySet<string>,
): readonly WorldLine[] {
  const uids = new Set(objects.map(keyOf));
  const services = new Map(objects.filter(({ kind }) => kind.kind === "Service").map((one) => [placeOf(one), one]));
  const byOwner = new Map<string, WorldObject[]>();
  const roots: WorldObject[] = [];
  for (const one of objects) {
    const { metadata } = one.object;
    if (namespace !== "" && metadata.namespace !== undefined && metadata.namespace !== namespace) continue;
    const service = services.get(`${metadata.namespace ?? ""}/${metadata.labels?.[serviceLabel] ?? ""}`);
    const owner =
      metadata.ownerReferences?.find(({ uid }) => uids.has(uid))?.uid ??
      (one.kind.kind === "EndpointSlice" && service !== undefined ? keyOf(service) : undefined);
    if (owner === undefined) roots.push(one);
    else byOwner.set(owner, [...(byOwner.get(owner) ?? []), one]);
  }
  const isShown = (one: WorldObject): boolean =>
    one.kind.kind !== "ReplicaSet" || numberAt(one.object["spec"], "replicas") > 0 || byOwner.has(keyOf(one));
  const lines: WorldLine[] = [];
  const add = (siblings: readonly WorldObject[], depth: number): void => {
    const shown = siblings.filter(isShown).toSorted(inOrder);
    for (const [i, one] of shown.entries()) {
      const key = keyOf(one);
      const children = byOwner.get(key) ?? [];
      const isOpen = !closed.has(key);
      const { group, version, resource, kind } = one.kind;
      lines.push({
        key,
        name: nameOf(one),
        depth,
        hasChildren: children.some(isShown),
        isOpen,
        position: i + 1,
        siblings: shown.length,
        kind,
        path: { group, version, resource, namespace: one.object.metadata.namespace, name: nameOf(one) },
        note: noteOf(one),
        ...stateOf(one),
      });
      if (isOpen) add(children, depth + 1);
    }
  };
  add(roots, 0);
  return lines;
}
