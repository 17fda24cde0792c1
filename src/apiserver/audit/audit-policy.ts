import type { AuditLevel, AuditStage } from "../../component-base/audit/audit-event.ts";
import type { AuthorizationAttributes } from "../request/authorizer.ts";
import type { UserInfo } from "../request/user.ts";

/** Resources of one group, "" being the core's (audit.k8s.io/v1 GroupResources). */
export interface GroupResources {
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, those with `*` before the slash or `*`; none are all of the group. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** What is noted of the requests that a rule is about; an empty list leaves open what it is about. */
export interface PolicyRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** Undefined where the policy says it. */
  readonly omitManagedFields: boolean | undefined;
}

/** What is noted of which requests; the first rule that is about a request decides (audit.k8s.io/v1 Policy). */
export interface AuditPolicy {
  readonly rules: readonly PolicyRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/** Who asks for what; nobody before they were authenticated. */
export type AuditedAttributes = Omit<AuthorizationAttributes, "user"> & { readonly user: UserInfo | undefined };

/** What a policy decides about one request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** Finds the rule for a request; where there is none nothing is noted (policy.EvaluatePolicyRule). */
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
  spec === "*" || spec === path || (spec.endsWith("*") && path.startsWith(spec.replace(/\*+$/, "")));

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
