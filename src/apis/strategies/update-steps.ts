import type { UpdateStep } from "../../apiserver/registry/strategy.ts";

type Steps = readonly UpdateStep[];

/** What most strategies do on update: their ValidateXUpdate validates the change of the metadata. */
const asChange: Steps = ["change", "rest"];

/**
 * The order in which the ValidateUpdate of a strategy validates, by group and resource, and subresource if it has one
 * of its own: many call ValidateX and ValidateXUpdate, some of which call ValidateX again
 * (pkg/registry/.../strategy.go, pkg/apis/.../validation).
 */
// oxfmt-ignore
const orders: readonly (readonly [Steps, readonly string[]])[] = [
  [["change", "whole", "rest"], [
    "/endpoints", "/pods", "/pods/ephemeralcontainers", "/pods/resize", "/serviceaccounts",
    "apiregistration.k8s.io/apiservices",
    "apps/controllerrevisions",
    "networking.k8s.io/ingresses",
  ]],
  [["change", "before", "whole", "rest"], ["/configmaps", "/secrets", "networking.k8s.io/ingressclasses"]],
  [["whole", "made", "change", "rest"], [
    "/namespaces", "/nodes", "/replicationcontrollers",
    "batch/jobs",
    "certificates.k8s.io/clustertrustbundles",
    "networking.k8s.io/ipaddresses", "networking.k8s.io/networkpolicies",
    "node.k8s.io/runtimeclasses",
    "resource.k8s.io/deviceclasses", "resource.k8s.io/resourceclaims", "resource.k8s.io/resourceclaimtemplates",
    "storage.k8s.io/csistoragecapacities", "storage.k8s.io/storageclasses",
  ]],
  [["made", "change", "rest"], ["events.k8s.io/events"]],
  [["whole", "rest", "change"], [
    "certificates.k8s.io/certificatesigningrequests", "certificates.k8s.io/certificatesigningrequests/approval", "certificates.k8s.io/certificatesigningrequests/status",
    "storagemigration.k8s.io/storageversionmigrations",
  ]],
  [["whole", "rest"], [
    "/limitranges",
    "admissionregistration.k8s.io/mutatingadmissionpolicies", "admissionregistration.k8s.io/mutatingadmissionpolicybindings", "admissionregistration.k8s.io/mutatingwebhookconfigurations",
    "admissionregistration.k8s.io/validatingadmissionpolicies", "admissionregistration.k8s.io/validatingadmissionpolicybindings", "admissionregistration.k8s.io/validatingwebhookconfigurations",
    "discovery.k8s.io/endpointslices",
    "flowcontrol.apiserver.k8s.io/flowschemas", "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
  ]],
  [["whole", "made", "whole", "rest"], [
    "/persistentvolumes",
    "storage.k8s.io/csinodes", "storage.k8s.io/volumeattachments", "storage.k8s.io/volumeattachments/status",
  ]],
  [["whole", "made", "change", "whole", "rest"], ["/persistentvolumeclaims", "storage.k8s.io/volumeattributesclasses"]],
  [["whole", "made", "whole", "made", "change", "rest"], [
    "rbac.authorization.k8s.io/clusterrolebindings", "rbac.authorization.k8s.io/clusterroles", "rbac.authorization.k8s.io/rolebindings", "rbac.authorization.k8s.io/roles",
  ]],
  [["rest", "change"], ["apps/statefulsets/status"]],
  [["rest"], ["batch/cronjobs/status", "internal.apiserver.k8s.io/storageversions"]],
];
const byPath: ReadonlyMap<string, Steps> = new Map(
  orders.flatMap(([steps, paths]) => paths.map((path) => [path, steps] as const)),
);

/** Returns in which order a path of a built-in resource validates an update. */
export const updateStepsOf = (group: string, resource: string, subresource = ""): Steps =>
  byPath.get(subresource === "" ? `${group}/${resource}` : `${group}/${resource}/${subresource}`) ?? asChange;
