import type { PolicyRule } from "../policy.ts";
import { events, on, read, readUpdate, readWrite, write } from "./rules.ts";

const resourceGroup = "resource.k8s.io";
const storage = "storage.k8s.io";
const networking = "networking.k8s.io";

/** The rules that `edit` adds to `view` (bootstrappolicy editRules). */
// oxfmt-ignore
export const editRules: readonly PolicyRule[] = [
  on(read, "", "pods/attach pods/proxy pods/exec pods/portforward secrets services/proxy"),
  on("impersonate", "", "serviceaccounts"),
  on(write, "", "pods pods/attach pods/proxy pods/exec pods/portforward"),
  on("create", "", "pods/eviction"),
  on(write, "", "replicationcontrollers replicationcontrollers/scale serviceaccounts services services/proxy persistentvolumeclaims configmaps secrets events"),
  on("create", "", "serviceaccounts/token"),
  on(write, "apps", "statefulsets statefulsets/scale daemonsets deployments deployments/scale deployments/rollback replicasets replicasets/scale"),
  on(write, "autoscaling", "horizontalpodautoscalers"),
  on(write, "batch", "jobs cronjobs"),
  on(write, "extensions", "daemonsets deployments deployments/scale deployments/rollback ingresses replicasets replicasets/scale replicationcontrollers/scale networkpolicies"),
  on(write, "policy", "poddisruptionbudgets"),
  on(write, networking, "networkpolicies ingresses"),
  on(readWrite, "coordination.k8s.io", "leases"),
  on(write, resourceGroup, "resourceclaims resourceclaimtemplates"),
];

/** The rules of `view`, which exclude resources that allow privilege escalation (bootstrappolicy viewRules). */
export const viewRules: readonly PolicyRule[] = [
  on(
    read,
    "",
    "pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status endpoints persistentvolumeclaims persistentvolumeclaims/status configmaps",
  ),
  on(
    read,
    "",
    "limitranges resourcequotas bindings events pods/status resourcequotas/status namespaces/status replicationcontrollers/status pods/log",
  ),
  on(read, "", "namespaces"),
  on(read, "discovery.k8s.io", "endpointslices"),
  on(
    read,
    "apps",
    "controllerrevisions statefulsets statefulsets/status statefulsets/scale daemonsets daemonsets/status deployments deployments/status deployments/scale replicasets replicasets/status replicasets/scale",
  ),
  on(read, "autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status"),
  on(read, "batch", "jobs cronjobs cronjobs/status jobs/status"),
  on(
    read,
    "extensions",
    "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status replicasets replicasets/scale replicasets/status replicationcontrollers/scale networkpolicies",
  ),
  on(read, "policy", "poddisruptionbudgets poddisruptionbudgets/status"),
  on(read, networking, "networkpolicies ingresses ingresses/status"),
  on(read, resourceGroup, "resourceclaims resourceclaims/status resourceclaimtemplates"),
];

/** The rules of kubelets (bootstrappolicy.NodeRules). */
export const nodeRules: readonly PolicyRule[] = [
  on("create", "authentication.k8s.io", "tokenreviews"),
  on("create", "authorization.k8s.io", "subjectaccessreviews localsubjectaccessreviews"),
  on(read, "", "services"),
  on("create get list watch", "", "nodes"),
  on("update patch", "", "nodes/status"),
  on("update patch", "", "nodes"),
  on("create update patch", "", "events"),
  on(read, "", "pods"),
  on("create delete", "", "pods"),
  on("update patch", "", "pods/status"),
  on("create", "", "pods/eviction"),
  on(read, "", "secrets configmaps"),
  on("get", "", "persistentvolumeclaims persistentvolumes"),
  on("get", "", "endpoints"),
  on("create get list watch", "certificates.k8s.io", "certificatesigningrequests"),
  on("get create update patch delete", "coordination.k8s.io", "leases"),
  on("get", storage, "volumeattachments"),
  on("create", "", "serviceaccounts/token"),
  on("get update patch", "", "persistentvolumeclaims/status"),
  on(read, storage, "csidrivers"),
  on("get create update patch delete", storage, "csinodes"),
  on(read, "node.k8s.io", "runtimeclasses"),
  on("get", resourceGroup, "resourceclaims"),
  on("deletecollection", resourceGroup, "resourceslices"),
  on("get", "", "serviceaccounts"),
];

/** The rules of kube-scheduler except those for volumes. */
export const schedulerRules: readonly PolicyRule[] = [
  events,
  on("create", "coordination.k8s.io", "leases"),
  on("get update list watch", "coordination.k8s.io", "leases", "kube-scheduler"),
  on(readWrite, "coordination.k8s.io", "leasecandidates"),
  on(read, "", "nodes"),
  on("get list watch delete", "", "pods"),
  on("create", "", "pods/binding bindings"),
  on("patch update", "", "pods/status"),
  on(read, "", "services replicationcontrollers"),
  on(read, "apps extensions", "replicasets"),
  on(read, "apps", "statefulsets"),
  on(read, "policy", "poddisruptionbudgets"),
  on(read, "", "persistentvolumeclaims persistentvolumes"),
  on("create", "authentication.k8s.io", "tokenreviews"),
  on("create", "authorization.k8s.io", "subjectaccessreviews"),
  on(read, storage, "csinodes"),
  on(read, storage, "volumeattachments"),
  on(read, "", "namespaces"),
  on(read, storage, "csidrivers"),
  on(read, storage, "csistoragecapacities"),
  on(read, resourceGroup, "deviceclasses"),
  on(readUpdate, resourceGroup, "resourceclaims"),
  on(readUpdate, resourceGroup, "resourceclaims/status"),
  on(readUpdate, "", "pods/finalizers"),
  on(read, resourceGroup, "resourceslices"),
];
