import type { KubeObject } from "../apimachinery/meta.ts";

/**
 * Kinds in the order in which they are created, so that what others refer to exists before them. Kinds that are not
 * listed, such as those of custom resources, come at `others`.
 */
// oxfmt-ignore
const order: readonly string[] = [
  "Namespace", "CustomResourceDefinition", "Node", "PriorityClass", "StorageClass", "RuntimeClass", "IngressClass",
  "ResourceQuota", "LimitRange", "ServiceAccount", "ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding",
  "Secret", "ConfigMap", "PersistentVolume", "PersistentVolumeClaim", "NetworkPolicy", "PodDisruptionBudget",
  "Service", "DaemonSet", "Deployment", "StatefulSet", "ReplicaSet", "Pod", "Job", "CronJob",
  "HorizontalPodAutoscaler", "Ingress", "others",
  "APIService", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration",
];

const others = order.indexOf("others");

/** Returns the place of an object in the order in which objects are created; those of one kind have the same. */
export function creationRank({ kind = "" }: KubeObject): number {
  const rank = order.indexOf(kind);
  return rank < 0 ? others : rank;
}

/** Sorts objects in the order in which they are created; objects of the same kind keep theirs. */
export const inCreationOrder = (objects: readonly KubeObject[]): readonly KubeObject[] =>
  objects.toSorted((a, b) => creationRank(a) - creationRank(b));

/** Reports whether other objects may need this one to exist before they can be created. */
export const isPrerequisite = ({ kind }: KubeObject): boolean =>
  kind === "Namespace" || kind === "CustomResourceDefinition";
