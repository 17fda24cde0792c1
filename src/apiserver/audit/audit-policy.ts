import { trimRight } from "../../apimachinery/trim.ts";
import type { AuditLevel, AuditStage } from "../../component-base/audit/audit-event.ts";
import type { AuthorizationAttributes } from "../request/authorizer.ts";
import type { UserInfo } from "../request/user.ts";

/** The resources of one API group; "" is the core group (audit.k8s.io/v1 GroupResources). */
export interface GroupResources {
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, `*` followed by a subresource, or `*`. An empty list matches all of the group. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** The audit level for the requests that a rule matches. An empty list matches everything. */
export interface PolicyRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** Undefined if the setting of the policy applies. */
  readonly omitManagedFields: boolean | undefined;
}

/** An audit policy; the first rule that matches a request applies (audit.k8s.io/v1 Policy). */
export interface AuditPolicy {
  readonly rules: readonly PolicyRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/** The attributes of a request for auditing. The user is undefined before authentication. */
export type AuditedAttributes = Omit<AuthorizationAttributes, "user"> & { readonly user: UserInfo | undefined };

/** The audit settings that a policy determines for one request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/**
 * Creates a function that evaluates the policy for a request; requests that match no rule are not audited
 * (policy.EvaluatePolicyRule).
 */
export function createPolicyEvaluator({
  rules,
  omitStages,
  omitManagedFields,
}: AuditPolicy): (attributes: AuditedAttributes) => AuditDecision {
  const decisions = rules.map((rule) => ({
    rule,
    decision: {
      level: rule.level,
      omitStages: new Set([...omitStages, ...rule.omitStages]),
      omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }));
  const none: AuditDecision = { level: "None", omitStages: new Set(omitStages), omitManagedFields };
  return (attributes) => decisions.find(({ rule }) => matches(rule, attributes))?.decision ?? none;
}

const allows = (listed: readonly string[], value: string): boolean => listed.length === 0 || listed.includes(value);

function matches(rule: PolicyRule, attributes: AuditedAttributes): boolean {
  const { user, verb } = attributes;
  if (rule.users.length > 0 && (user === undefined || !rule.users.includes(user.name))) return false;
  if (rule.userGroups.length > 0 && user?.groups.some((group) => rule.userGroups.includes(group)) !== true)
    return false;
  if (!allows(rule.verbs, verb)) return false;
  if (rule.namespaces.length > 0 || rule.resources.length > 0) return matchesResource(rule, attributes);
  return (
    rule.nonResourceURLs.length === 0 ||
    (!attributes.resourceRequest && rule.nonResourceURLs.some((spec) => matchesPath(spec, attributes.path)))
  );
}

const matchesPath = (spec: string, path: string): boolean =>
  spec === "*" || spec === path || (spec.endsWith("*") && path.startsWith(trimRight(spec, "*")));

function matchesResource({ namespaces, resources }: PolicyRule, attributes: AuditedAttributes): boolean {
  if (!attributes.resourceRequest || !allows(namespaces, attributes.namespace)) return false;
  return resources.length === 0 || resources.some((group) => matchesGroup(group, attributes));
}

function matchesGroup(
  { group, resources, resourceNames }: GroupResources,
  { apiGroup, resource, subresource, name }: AuditedAttributes,
): boolean {
  if (group !== apiGroup) return false;
  if (resources.length === 0) return true;
  return allows(resourceNames, name) && resources.some((spec) => namesResource(spec, resource, subresource));
}

const namesResource = (spec: string, resource: string, subresource: string): boolean =>
  spec === "*" ||
  spec === (subresource === "" ? resource : `${resource}/${subresource}`) ||
  (subresource !== "" && spec === `*/${subresource}`) ||
  spec === `${resource}/*`;
