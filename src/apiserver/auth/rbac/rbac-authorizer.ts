import { aggregateTexts } from "../../../apimachinery/field-error.ts";
import type { AuthorizationAttributes, Authorizer, Decision } from "../../request/authorizer.ts";
import type { SubjectRules } from "../../request/identity.ts";
import { ruleAllows } from "./rule-allows.ts";
import type { RuleCache, UserRules } from "./rule-cache.ts";

const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** Allows what roles bound to the user allow (rbac.RBACAuthorizer); never denies. */
export const createRbacAuthorizer = (rules: RuleCache): Authorizer => ({
  authorize: (asked) => authorize(rules.rulesOf(asked.user, asked.namespace), asked),
});

function authorize({ granted, missing }: UserRules, asked: AuthorizationAttributes): Decision {
  for (const grant of granted) if (ruleAllows(grant.rule, asked)) return { decision: "allow", reason: grant.reason };
  return missing.length === 0 ? noOpinion : { decision: "noOpinion", reason: `RBAC: ${aggregateTexts(missing)}` };
}

/** The rules of a user as rules reviews list them (rbac.RBACAuthorizer.RulesFor). */
export function subjectRules({ granted, missing }: UserRules): SubjectRules {
  const rules = granted.map(({ rule }) => rule);
  return {
    resourceRules: rules.filter(({ resources }) => (resources?.length ?? 0) > 0),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => (nonResourceURLs?.length ?? 0) > 0),
    evaluationError: missing.length === 0 ? "" : aggregateTexts(missing),
  };
}
