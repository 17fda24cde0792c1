import { aggregateTexts } from "../../../apimachinery/field-error.ts";
import type { AuthorizationAttributes, Authorizer, Decision } from "../../request/authorizer.ts";
import type { SubjectRules } from "../../request/identity.ts";
import type { RuleCache, UserRules } from "./rule-cache.ts";
import type { PolicyRule } from "./policy.ts";

const none: readonly string[] = [];

/** Whether a rule allows the request (rbac.RuleAllows). */
export function ruleAllows(rule: PolicyRule, asked: AuthorizationAttributes): boolean {
  if (!hasOrAll(rule.verbs, asked.verb)) return false;
  if (!asked.resourceRequest) return urlMatches(rule.nonResourceURLs ?? none, asked.path);
  return (
    hasOrAll(rule.apiGroups ?? none, asked.apiGroup) &&
    resourceMatches(rule.resources ?? none, asked.resource, asked.subresource) &&
    nameMatches(rule.resourceNames ?? none, asked.name)
  );
}

const hasOrAll = (list: readonly string[], wanted: string): boolean => list.includes("*") || list.includes(wanted);

function resourceMatches(list: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === "") return hasOrAll(list, resource);
  return hasOrAll(list, `${resource}/${subresource}`) || list.includes(`*/${subresource}`);
}

const nameMatches = (list: readonly string[], name: string): boolean => list.length === 0 || list.includes(name);

function urlMatches(list: readonly string[], path: string): boolean {
  for (const url of list) {
    if (url === "*" || url === path) return true;
    if (url.endsWith("*") && path.startsWith(withoutStars(url))) return true;
  }
  return false;
}

function withoutStars(url: string): string {
  let end = url.length;
  while (url[end - 1] === "*") end--;
  return url.slice(0, end);
}

const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** Allows requests that the roles bound to the user allow, and has no opinion on others (rbac.RBACAuthorizer). */
export const createRbacAuthorizer = (rules: RuleCache): Authorizer => ({
  authorize: (asked) => authorize(rules.rulesOf(asked.user, asked.namespace), asked),
});

function authorize({ granted, missing }: UserRules, asked: AuthorizationAttributes): Decision {
  for (const grant of granted) if (ruleAllows(grant.rule, asked)) return { decision: "allow", reason: grant.reason };
  return missing.length === 0 ? noOpinion : { decision: "noOpinion", reason: `RBAC: ${aggregateTexts(missing)}` };
}

/** Returns the rules of a user in the form of rules reviews (rbac.RBACAuthorizer.RulesFor). */
export function subjectRules({ granted, missing }: UserRules): SubjectRules {
  const rules = granted.map(({ rule }) => rule);
  return {
    resourceRules: rules.filter(({ resources }) => (resources?.length ?? 0) > 0),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => (nonResourceURLs?.length ?? 0) > 0),
    evaluationError: missing.length === 0 ? "" : aggregateTexts(missing),
  };
}
