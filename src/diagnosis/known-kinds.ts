import type { GroupKind } from "../apimachinery/gvk.ts";

/** A built-in kind that rules follow references to. */
export interface KnownKind extends GroupKind {
  readonly resource: string;
  readonly namespaced: boolean;
}

const kinds = (group: string, namespaced: boolean, names: string): readonly KnownKind[] =>
  names.split(" ").map((name) => {
    const [kind = "", resource = `${kind.toLowerCase()}s`] = name.split("=");
    return { group, kind, resource, namespaced };
  });

/** The kinds that are known, of which there are more. */
export const knownKinds: readonly KnownKind[] = [
  ...kinds("", true, "Pod Service Secret ConfigMap Event LimitRange ResourceQuota PersistentVolumeClaim"),
  ...kinds("", true, "ReplicationController ServiceAccount Endpoints=endpoints"),
  ...kinds("", false, "Node Namespace PersistentVolume"),
  ...kinds("apps", true, "Deployment ReplicaSet StatefulSet DaemonSet"),
  ...kinds("batch", true, "Job CronJob"),
  ...kinds("autoscaling", true, "HorizontalPodAutoscaler"),
  ...kinds("policy", true, "PodDisruptionBudget"),
  ...kinds("networking.k8s.io", true, "Ingress=ingresses NetworkPolicy=networkpolicies"),
  ...kinds("networking.k8s.io", false, "IngressClass=ingressclasses"),
  ...kinds("discovery.k8s.io", true, "EndpointSlice"),
  ...kinds("storage.k8s.io", false, "StorageClass=storageclasses CSINode CSIDriver"),
  ...kinds("scheduling.k8s.io", false, "PriorityClass=priorityclasses"),
  ...kinds("node.k8s.io", false, "RuntimeClass=runtimeclasses"),
  ...kinds("resource.k8s.io", true, "ResourceClaim ResourceClaimTemplate"),
  ...kinds("resource.k8s.io", false, "DeviceClass=deviceclasses ResourceSlice"),
  ...kinds("rbac.authorization.k8s.io", true, "Role RoleBinding"),
  ...kinds("rbac.authorization.k8s.io", false, "ClusterRole ClusterRoleBinding"),
  ...kinds("apiextensions.k8s.io", false, "CustomResourceDefinition"),
  ...kinds("apiregistration.k8s.io", false, "APIService"),
  ...kinds("certificates.k8s.io", false, "CertificateSigningRequest"),
  ...kinds("coordination.k8s.io", true, "Lease"),
  ...kinds("admissionregistration.k8s.io", false, "ValidatingWebhookConfiguration MutatingWebhookConfiguration"),
  ...kinds("admissionregistration.k8s.io", false, "ValidatingAdmissionPolicy=validatingadmissionpolicies"),
  ...kinds("admissionregistration.k8s.io", false, "ValidatingAdmissionPolicyBinding"),
  ...kinds("admissionregistration.k8s.io", false, "MutatingAdmissionPolicy=mutatingadmissionpolicies"),
  ...kinds("admissionregistration.k8s.io", false, "MutatingAdmissionPolicyBinding"),
];

const byKind: ReadonlyMap<string, KnownKind> = new Map(knownKinds.map((row) => [`${row.group}/${row.kind}`, row]));
const byResource: ReadonlyMap<string, KnownKind> = new Map(
  knownKinds.map((row) => [`${row.group}/${row.resource}`, row]),
);

/** Returns the built-in kind of a name in a group, "" for the core; undefined for all others. */
export const knownKind = (group: string, kind: string): KnownKind | undefined => byKind.get(`${group}/${kind}`);

/** Returns the built-in kind that a resource serves; undefined for all others. */
export const kindOfResource = (group: string, resource: string): KnownKind | undefined =>
  byResource.get(`${group}/${resource}`);
