import type { PolicyRule, Role, RoleBinding } from "../policy.ts";
import { account, bind, events, on, read, role } from "./rules.ts";

const changes = "get list watch update";
const both = "apps extensions";

/**
 * One row per controller: its service account in kube-system, followed by the rules of its role in v1.34 with default
 * feature gates.
 */
// oxfmt-ignore
const controllers: readonly (readonly [account: string, ...rules: readonly PolicyRule[]])[] = [
  ["attachdetach-controller",
    on("list watch", "", "persistentvolumes persistentvolumeclaims"), on(read, "", "nodes"), on("patch update", "", "nodes/status"), on("list watch", "", "pods"), events,
    on("get create delete list watch", "storage.k8s.io", "volumeattachments"), on(read, "storage.k8s.io", "csidrivers"), on(read, "storage.k8s.io", "csinodes")],
  ["clusterrole-aggregation-controller", on("escalate get list watch update patch", "rbac.authorization.k8s.io", "clusterroles")],
  ["cronjob-controller",
    on(changes, "batch", "cronjobs"), on("get list watch create update delete patch", "batch", "jobs"), on("update", "batch", "cronjobs/status"),
    on("update", "batch", "cronjobs/finalizers"), on("list watch delete", "", "pods"), events],
  ["daemon-set-controller",
    on(read, both, "daemonsets"), on("update", both, "daemonsets/status"), on("update", both, "daemonsets/finalizers"), on("list watch", "", "nodes"),
    on("list watch create delete patch", "", "pods"), on("create", "", "pods/binding"), on("get list watch create delete update patch", "apps", "controllerrevisions"), events],
  ["deployment-controller",
    on(changes, both, "deployments"), on("update", both, "deployments/status"), on("update", both, "deployments/finalizers"),
    on("get list watch create update patch delete", both, "replicasets"), on(changes, "", "pods"), events],
  ["disruption-controller",
    on(read, both, "deployments"), on(read, both, "replicasets"), on(read, "", "replicationcontrollers"), on(read, "policy", "poddisruptionbudgets"), on(read, "apps", "statefulsets"),
    on("update", "policy", "poddisruptionbudgets/status"), on("patch update", "", "pods/status"), on("get", "*", "*/scale"), events],
  ["endpoint-controller",
    on(read, "", "services pods"), on("get list watch create update delete", "", "endpoints"), on("create", "", "endpoints/restricted"), events],
  ["endpointslice-controller",
    on(read, "", "services pods nodes"), on("update", "", "services/finalizers"), on("get list watch create update delete", "discovery.k8s.io", "endpointslices"), events],
  ["endpointslicemirroring-controller",
    on(read, "", "services endpoints"), on("update", "", "services/finalizers"), on("update", "", "endpoints/finalizers"),
    on("get list watch create update delete", "discovery.k8s.io", "endpointslices"), events],
  ["expand-controller",
    on("get list watch update patch", "", "persistentvolumes"), on("update patch", "", "persistentvolumeclaims/status"), on(read, "", "persistentvolumeclaims"), events],
  ["ephemeral-volume-controller", on(read, "", "pods"), on("update", "", "pods/finalizers"), on("get list watch create", "", "persistentvolumeclaims"), events],
  ["resource-claim-controller",
    on(read, "", "pods"), on("update", "", "pods/finalizers"), on("get list watch create delete", "resource.k8s.io", "resourceclaims"),
    on("update patch", "resource.k8s.io", "resourceclaims resourceclaims/status"), on("update patch", "", "pods/status"), events],
  ["generic-garbage-collector", on("get list watch patch update delete", "*", "*"), events],
  ["horizontal-pod-autoscaler",
    on(read, "autoscaling", "horizontalpodautoscalers"), on("update", "autoscaling", "horizontalpodautoscalers/status"), on("get update", "*", "*/scale"), on("list watch", "", "pods"),
    on("list watch", "metrics.k8s.io", "pods"), on(read, "custom.metrics.k8s.io", "*"), on(read, "external.metrics.k8s.io", "*"), events],
  ["job-controller",
    on("get list watch update patch", "batch", "jobs"), on("update", "batch", "jobs/status"), on("update", "batch", "jobs/finalizers"), on("list watch create delete patch", "", "pods"), events],
  ["namespace-controller",
    on("get list watch delete", "", "namespaces"), on("update", "", "namespaces/finalize namespaces/status"), on("get list watch delete deletecollection", "*", "*")],
  ["node-controller",
    on("get list watch update delete patch", "", "nodes"), on("patch update", "", "nodes/status"), on("patch update", "", "pods/status"), on("list watch get delete", "", "pods"), events],
  ["persistent-volume-binder",
    on("get list watch update create delete", "", "persistentvolumes"), on("update", "", "persistentvolumes/status"), on(changes, "", "persistentvolumeclaims"),
    on("update", "", "persistentvolumeclaims/status"), on("list watch get create delete", "", "pods"), on(read, "storage.k8s.io", "storageclasses"), on("list watch", "", "nodes"), events,
    on("watch", "", "events")],
  ["pod-garbage-collector", on("list watch delete", "", "pods"), on(read, "", "nodes"), on("patch", "", "pods/status")],
  ["replicaset-controller",
    on(changes, both, "replicasets"), on("update", both, "replicasets/status"), on("update", both, "replicasets/finalizers"), on("list watch patch create delete", "", "pods"), events],
  ["replication-controller",
    on(changes, "", "replicationcontrollers"), on("update", "", "replicationcontrollers/status"), on("update", "", "replicationcontrollers/finalizers"),
    on("list watch patch create delete", "", "pods"), events],
  ["resourcequota-controller", on("list watch", "*", "*"), on("update", "", "resourcequotas/status"), events],
  ["route-controller", on("list watch", "", "nodes"), on("patch", "", "nodes/status"), events],
  ["service-account-controller", on("create", "", "serviceaccounts"), events],
  ["service-controller", on(read, "", "services"), on("patch update", "", "services/status"), on("list watch", "", "nodes"), events],
  ["service-cidrs-controller",
    on("get list watch patch update", "networking.k8s.io", "servicecidrs"), on("patch update", "networking.k8s.io", "servicecidrs/finalizers"),
    on("patch update", "networking.k8s.io", "servicecidrs/status"), on(read, "networking.k8s.io", "ipaddresses"), events],
  ["statefulset-controller",
    on("list watch", "", "pods"), on(read, "apps", "statefulsets"), on("update", "apps", "statefulsets/status"), on("update", "apps", "statefulsets/finalizers"),
    on("get create delete update patch", "", "pods"), on("get create delete update patch list watch", "apps", "controllerrevisions"), on("get create list watch", "", "persistentvolumeclaims"),
    on("update delete", "", "persistentvolumeclaims"), on("update", "", "pods/finalizers"), events],
  ["ttl-controller", on("update patch list watch", "", "nodes"), events],
  ["certificate-controller",
    on("get list watch delete", "certificates.k8s.io", "certificatesigningrequests"),
    on("update", "certificates.k8s.io", "certificatesigningrequests/status certificatesigningrequests/approval"),
    on("approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client-kubelet"),
    on("sign", "certificates.k8s.io", "signers", "kubernetes.io/legacy-unknown kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving"),
    on("create", "authorization.k8s.io", "subjectaccessreviews"), events],
  ["pvc-protection-controller", on(changes, "", "persistentvolumeclaims"), on(read, "", "pods"), events],
  ["pv-protection-controller", on(changes, "", "persistentvolumes"), events],
  ["volumeattributesclass-protection-controller",
    on(read, "", "persistentvolumeclaims"), on(read, "", "persistentvolumes"), on(changes, "storage.k8s.io", "volumeattributesclasses"), events],
  ["ttl-after-finished-controller", on("get list watch delete", "batch", "jobs"), events],
  ["root-ca-cert-publisher", on("create update", "", "configmaps"), events],
  ["validatingadmissionpolicy-status-controller",
    on(read, "admissionregistration.k8s.io", "validatingadmissionpolicies"), on("get patch update", "admissionregistration.k8s.io", "validatingadmissionpolicies/status"), events],
  ["legacy-service-account-token-cleaner", on("get", "", "configmaps", "kube-apiserver-legacy-service-account-token-tracking"), on("patch delete", "", "secrets")],
  ["selinux-warning-controller", events, on(read, "", "persistentvolumes"), on(read, "", "persistentvolumeclaims"), on(read, "", "pods"), on(read, "storage.k8s.io", "csidrivers")],
];

const roleName = (controller: string): string => `system:controller:${controller}`;

/** The roles of the controllers of kube-controller-manager (bootstrappolicy.ControllerRoles). */
export const controllerRoles = (): readonly Role[] =>
  controllers.map(([name, ...rules]) => role(roleName(name), ...rules));

/** The bindings of the service accounts of controllers to their roles (bootstrappolicy.ControllerRoleBindings). */
export const controllerRoleBindings = (): readonly RoleBinding[] =>
  controllers.map(([name]) => bind("ClusterRole", roleName(name), account(name)));
