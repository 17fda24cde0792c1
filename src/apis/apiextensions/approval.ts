import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseRequestUri } from "../../apiserver/schema/validation/formats/request-uri.ts";

/** Annotation that records the approval of a protected group. */
export const approvedAnnotation = "api-approved.kubernetes.io";

/** The approval state of a definition, with upstream's message. */
export interface Approval {
  readonly state: "approved" | "bypassed" | "missing" | "invalid";
  readonly reason: string;
}

/** Reports whether a group is owned by the Kubernetes community. */
export const isProtectedGroup = (group: string): boolean =>
  ["k8s.io", "kubernetes.io"].some((domain) => group === domain || group.endsWith(`.${domain}`));

const see = "see https://github.com/kubernetes/enhancements/pull/1111";

/** apihelpers.GetAPIApprovalState */
export function approvalOf(annotations: Readonly<Record<string, string>> | undefined): Approval {
  const annotation = annotations?.[approvedAnnotation] ?? "";
  if (annotation === "")
    return {
      state: "missing",
      reason: `protected groups must have approval annotation ${quoteGo(approvedAnnotation)}, ${see}`,
    };
  if (annotation.startsWith("unapproved")) return { state: "bypassed", reason: `not approved: ${quoteGo(annotation)}` };
  const uri = parseRequestUri(annotation);
  if (uri !== undefined && uri.host !== "" && uri.scheme !== "")
    return { state: "approved", reason: `approved in ${annotation}` };
  return {
    state: "invalid",
    reason: `protected groups must have approval annotation ${quoteGo(approvedAnnotation)} with either a URL or a reason starting with "unapproved", ${see}`,
  };
}
