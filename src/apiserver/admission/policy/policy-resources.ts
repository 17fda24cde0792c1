import type { AdmissionTarget } from "../attributes.ts";

/** The resources that policies never apply to (generic.admissionResources). */
const excludedResources = new Set([
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
]);

/**
 * Resources outside of admissionregistration that kube-apiserver excludes from policies
 * (kubeapiserver/admission/exclusion.Excluded).
 */
const excludedReviews = new Set([
  "selfsubjectreviews.authentication.k8s.io",
  "tokenreviews.authentication.k8s.io",
  "localsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "subjectaccessreviews.authorization.k8s.io",
]);

/** Whether policies apply to requests for a resource. */
export const isPolicyResource = ({ resource: { group, resource } }: AdmissionTarget): boolean =>
  group === "admissionregistration.k8s.io"
    ? !excludedResources.has(resource)
    : !(group.startsWith("auth") && excludedReviews.has(`${resource}.${group}`));
