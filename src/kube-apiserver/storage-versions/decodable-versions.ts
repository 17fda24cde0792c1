/**
 * The versions that upstream's scheme knows of a kind, in the order of their priority, where it knows more than one
 * (schema.VersionsForGroupKind): what kube-apiserver 1.34 tells of them with all APIs enabled.
 */
// oxfmt-ignore
const known: readonly (readonly [group: string, versions: string, resources: string])[] = [
  ["admissionregistration.k8s.io", "v1beta1 v1alpha1", "mutatingadmissionpolicies mutatingadmissionpolicybindings"],
  ["admissionregistration.k8s.io", "v1 v1beta1", "mutatingwebhookconfigurations validatingwebhookconfigurations"],
  ["admissionregistration.k8s.io", "v1 v1beta1 v1alpha1", "validatingadmissionpolicies validatingadmissionpolicybindings"],
  ["apiextensions.k8s.io", "v1 v1beta1", "customresourcedefinitions"],
  ["apiregistration.k8s.io", "v1 v1beta1", "apiservices"],
  ["apps", "v1 v1beta2 v1beta1", "controllerrevisions deployments statefulsets"],
  ["apps", "v1 v1beta2", "daemonsets replicasets"],
  ["autoscaling", "v2 v1 v2beta1 v2beta2", "horizontalpodautoscalers"],
  ["batch", "v1 v1beta1", "cronjobs"],
  ["certificates.k8s.io", "v1 v1beta1", "certificatesigningrequests"],
  ["certificates.k8s.io", "v1beta1 v1alpha1", "clustertrustbundles"],
  ["coordination.k8s.io", "v1beta1 v1alpha2", "leasecandidates"],
  ["coordination.k8s.io", "v1 v1beta1", "leases"],
  ["discovery.k8s.io", "v1 v1beta1", "endpointslices"],
  ["flowcontrol.apiserver.k8s.io", "v1 v1beta3 v1beta2 v1beta1", "flowschemas prioritylevelconfigurations"],
  ["networking.k8s.io", "v1 v1beta1", "ingressclasses ingresses ipaddresses servicecidrs"],
  ["node.k8s.io", "v1 v1beta1 v1alpha1", "runtimeclasses"],
  ["policy", "v1 v1beta1", "poddisruptionbudgets"],
  ["rbac.authorization.k8s.io", "v1 v1beta1 v1alpha1", "clusterrolebindings clusterroles rolebindings roles"],
  ["resource.k8s.io", "v1beta2 v1 v1beta1", "deviceclasses resourceclaims resourceclaimtemplates resourceslices"],
  ["scheduling.k8s.io", "v1 v1beta1 v1alpha1", "priorityclasses"],
  ["storage.k8s.io", "v1 v1beta1", "csidrivers csinodes storageclasses"],
  ["storage.k8s.io", "v1 v1beta1 v1alpha1", "csistoragecapacities volumeattachments volumeattributesclasses"],
];

/** Returns the versions that can be decoded of a resource; undefined if there is only the one that is served. */
export const decodableVersions = (group: string, resource: string): readonly string[] | undefined =>
  known.find((row) => row[0] === group && row[2].split(" ").includes(resource))?.[1].split(" ");
