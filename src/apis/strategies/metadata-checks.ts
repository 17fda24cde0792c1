import type { MetadataChecks } from "../../apiserver/registry/strategy.ts";

/** What most strategies do on update: their ValidateXUpdate validates the change of the metadata. */
const asChange: MetadataChecks = { whole: 0, change: 1 };
const never: MetadataChecks = { whole: 0, change: 0 };
const asWhole: MetadataChecks = { whole: 1, change: 0 };
const both: MetadataChecks = { whole: 1, change: 1 };
const wholeTwice: MetadataChecks = { whole: 2, change: 0 };
const wholeTwiceAndChange: MetadataChecks = { whole: 2, change: 1 };

/**
 * How often the ValidateUpdate of a strategy validates the metadata, by group and resource, and subresource if it has
 * one of its own: many call ValidateX and ValidateXUpdate, some of which call ValidateX again
 * (pkg/registry/.../strategy.go, pkg/apis/.../validation).
 */
// oxfmt-ignore
const checks: readonly (readonly [MetadataChecks, readonly string[]])[] = [
  [both, [
    "/configmaps", "/endpoints", "/namespaces", "/nodes", "/pods", "/pods/ephemeralcontainers", "/pods/resize", "/replicationcontrollers", "/secrets", "/serviceaccounts",
    "apiregistration.k8s.io/apiservices",
    "apps/controllerrevisions",
    "batch/jobs",
    "certificates.k8s.io/certificatesigningrequests", "certificates.k8s.io/certificatesigningrequests/approval", "certificates.k8s.io/certificatesigningrequests/status", "certificates.k8s.io/clustertrustbundles",
    "networking.k8s.io/ingressclasses", "networking.k8s.io/ingresses", "networking.k8s.io/ipaddresses", "networking.k8s.io/networkpolicies",
    "node.k8s.io/runtimeclasses",
    "resource.k8s.io/deviceclasses", "resource.k8s.io/resourceclaims", "resource.k8s.io/resourceclaimtemplates",
    "storage.k8s.io/csistoragecapacities", "storage.k8s.io/storageclasses",
  ]],
  [asWhole, [
    "/limitranges",
    "admissionregistration.k8s.io/mutatingadmissionpolicies", "admissionregistration.k8s.io/mutatingadmissionpolicybindings", "admissionregistration.k8s.io/mutatingwebhookconfigurations",
    "admissionregistration.k8s.io/validatingadmissionpolicies", "admissionregistration.k8s.io/validatingadmissionpolicybindings", "admissionregistration.k8s.io/validatingwebhookconfigurations",
    "discovery.k8s.io/endpointslices",
    "flowcontrol.apiserver.k8s.io/flowschemas", "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
  ]],
  [wholeTwice, [
    "/persistentvolumes",
    "storage.k8s.io/csinodes", "storage.k8s.io/volumeattachments", "storage.k8s.io/volumeattachments/status",
  ]],
  [wholeTwiceAndChange, [
    "/persistentvolumeclaims",
    "rbac.authorization.k8s.io/clusterrolebindings", "rbac.authorization.k8s.io/clusterroles", "rbac.authorization.k8s.io/rolebindings", "rbac.authorization.k8s.io/roles",
    "storage.k8s.io/volumeattributesclasses",
  ]],
  [never, ["batch/cronjobs/status", "internal.apiserver.k8s.io/storageversions"]],
];
const byPath: ReadonlyMap<string, MetadataChecks> = new Map(
  checks.flatMap(([check, paths]) => paths.map((path) => [path, check] as const)),
);

/** Returns how often a path of a built-in resource validates the metadata of an update. */
export const metadataChecksOf = (group: string, resource: string, subresource = ""): MetadataChecks =>
  byPath.get(subresource === "" ? `${group}/${resource}` : `${group}/${resource}/${subresource}`) ?? asChange;
