import type { KubeObject } from "../../../apimachinery/meta.ts";
import { summarize, type Summary } from "../../../diagnosis/summarize.ts";
import { apiVersionOf, type ObjectPath, type Resource } from "../../kube/resource.ts";

/** A kind of objects that the world shows. */
export type WorldKind = Pick<Resource, "group" | "version" | "resource" | "kind">;

/** The kinds of the world, in the order in which siblings are shown. */
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
  { group: "networking.k8s.io", version: "v1", resource: "ingresses", kind: "Ingress" },
  { group: "", version: "v1", resource: "services", kind: "Service" },
  { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", kind: "EndpointSlice" },
  { group: "", version: "v1", resource: "resourcequotas", kind: "ResourceQuota" },
  { group: "", version: "v1", resource: "nodes", kind: "Node" },
];

const withoutPods: ReadonlySet<string> = new Set(["Ingress", "Service", "EndpointSlice", "ResourceQuota", "Node"]);

/** Reports whether objects of a kind are pods or make them. */
export const isWorkload = (kind: string): boolean => !withoutPods.has(kind);

/** What a pod or a node uses, as the metrics API tells it. */
export interface ObjectUsage {
  /** The CPU alone. */
  readonly short: string;
  readonly words: string;
  /** How much of the CPU of a node is used, from 0 to 1. */
  readonly share: number | undefined;
}

/** An object of the world with its kind and its state. */
export interface WorldObject {
  readonly usage?: ObjectUsage;
  readonly kind: WorldKind;
  readonly object: KubeObject;
  readonly summary: Summary;
}

/** Tells the state of an object as a list or an event has it: without apiVersion and kind. */
export const worldObject = (kind: WorldKind, object: KubeObject): WorldObject => ({
  kind,
  object,
  summary: summarize({ ...object, apiVersion: apiVersionOf(kind), kind: kind.kind }),
});

/** The key of an object: its uid. */
export const keyOf = ({ object: { metadata } }: WorldObject): string => metadata.uid ?? "";

export const nameOf = ({ object: { metadata } }: WorldObject): string => metadata.name ?? "";

/** The path of an object. */
export const pathOf = ({ kind: { group, version, resource }, object: { metadata } }: WorldObject): ObjectPath => ({
  group,
  version,
  resource,
  namespace: metadata.namespace,
  name: metadata.name,
});
