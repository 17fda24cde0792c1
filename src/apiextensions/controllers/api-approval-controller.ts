import {
  findCondition,
  withCondition,
  type Definition,
  type NewCondition,
} from "../../apis/apiextensions/definition.ts";
import { approvalOf, isProtectedGroup } from "../../apis/apiextensions/approval.ts";

const reasons = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
} as const;

/**
 * Returns the definition with its approval condition updated, or undefined if nothing changes
 * (KubernetesAPIApprovalPolicyConformantConditionController).
 */
export function judgeApproval(definition: Definition, now: string): Definition | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, reason } = approvalOf(definition.metadata.annotations);
  const condition: NewCondition = {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: state === "approved" ? "True" : "False",
    reason: reasons[state],
    message: reason,
  };
  const old = findCondition(definition, condition.type);
  if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message)
    return undefined;
  return withCondition(definition, condition, now);
}
