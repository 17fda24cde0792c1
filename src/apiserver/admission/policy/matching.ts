import type { GroupVersionKind, GroupVersionResource } from "../../../apimachinery/gvk.ts";
import { newNotFound } from "../../../apimachinery/errors.ts";
import { labelSelectorAsSelector, type LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { LabelSelector } from "../../../apimachinery/labels/selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { AdmissionAttributes, Operation } from "../attributes.ts";
import type { MatchResources, NamedRule, Rule } from "./types.ts";

/** Looks up a namespace synchronously. */
export type FindNamespace = (name: string) => KubeObject | undefined;

/** The resource and kind as which a request matches. */
export interface Match {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Constraints with their selectors parsed once (matching.MatchCriteria). */
export interface MatchCriteria {
  readonly resources: MatchResources;
  readonly namespaceSelector: LabelSelector | undefined;
  readonly objectSelector: LabelSelector | undefined;
}

/** Prepares constraints. Throws the error of an invalid selector. */
export const matchCriteria = (resources: MatchResources): MatchCriteria => ({
  resources,
  namespaceSelector: selectorOf(resources.namespaceSelector),
  objectSelector: selectorOf(resources.objectSelector),
});

/** Returns a parsed selector; undefined if it selects everything. */
function selectorOf(spec: LabelSelectorSpec | undefined): LabelSelector | undefined {
  const all = (spec?.matchExpressions ?? []).length === 0 && Object.keys(spec?.matchLabels ?? {}).length === 0;
  return spec === undefined || all ? undefined : labelSelectorAsSelector(spec);
}

/**
 * Decides whether a request matches constraints, and as which resource (matching.Matcher.Matches). Throws if the
 * namespace of the request does not exist, but only where the constraints match otherwise.
 */
export function matches(
  criteria: MatchCriteria,
  attributes: AdmissionAttributes,
  findNamespace: FindNamespace,
): Match | undefined {
  const { resources, objectSelector } = criteria;
  const match = matchRules(resources, attributes);
  if (match === undefined) return undefined;
  if (objectSelector !== undefined && !selectsObject(objectSelector, attributes)) return undefined;
  if (!selectsNamespace(criteria, attributes, findNamespace)) return undefined;
  return match;
}

/** Whether requests for the resource and operation of a request can match constraints, whatever their objects are. */
export function mayMatch(
  { resources: { resourceRules = [] } }: MatchCriteria,
  attributes: AdmissionAttributes,
): boolean {
  const { resource, operation, subresource, objects } = attributes;
  const served = [resource, ...objects.equivalents().map((equivalent) => equivalent.resource)];
  return (
    resourceRules.length === 0 ||
    resourceRules.some((rule) => served.some((one) => covers(rule, operation, one, subresource)))
  );
}

/** Whether rules apply and none of the exclusions does. Without rules, every request matches. */
function matchRules(resources: MatchResources, attributes: AdmissionAttributes): Match | undefined {
  const { resourceRules = [], excludeResourceRules = [], matchPolicy } = resources;
  const found =
    resourceRules.length === 0
      ? { resource: attributes.resource, kind: attributes.kind }
      : matchesResourceRules(resourceRules, matchPolicy, attributes);
  if (found === undefined || matchesResourceRules(excludeResourceRules, matchPolicy, attributes) !== undefined)
    return undefined;
  return found;
}

/** Finds the first rule that matches the request, or else an equivalent of its resource. */
function matchesResourceRules(
  rules: readonly NamedRule[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
): Match | undefined {
  const { resource, kind, name } = attributes;
  for (const rule of rules)
    if (matchesRule(rule, attributes, resource) && hasName(rule, name)) return { resource, kind };
  if (matchPolicy === undefined || matchPolicy === "Exact" || rules.length === 0) return undefined;
  const equivalents = attributes.objects.equivalents();
  if (equivalents.length <= 1) return undefined;
  for (const rule of rules) {
    if (!hasName(rule, name)) continue;
    for (const equivalent of equivalents) {
      const other = equivalent.resource;
      if (other.group === resource.group && other.version === resource.version) continue;
      if (matchesRule(rule, attributes, other)) return equivalent;
    }
  }
  return undefined;
}

const hasName = ({ resourceNames = [] }: NamedRule, name: string): boolean =>
  resourceNames.length === 0 || resourceNames.includes(name);

/** Whether a rule matches a request for a resource (rules.Matcher.Matches). */
export const matchesRule = (
  rule: Rule,
  { operation, subresource, namespace }: AdmissionAttributes,
  resource: GroupVersionResource,
): boolean => covers(rule, operation, resource, subresource) && inScope(rule.scope, resource, namespace);

/** Whether a rule covers an operation on a resource, in whatever scope. */
const covers = (
  { operations = [], apiGroups = [], apiVersions = [], resources = [] }: Rule,
  operation: Operation,
  resource: GroupVersionResource,
  subresource: string,
): boolean =>
  hasOrWildcard(operations, operation) &&
  hasOrWildcard(apiGroups, resource.group) &&
  hasOrWildcard(apiVersions, resource.version) &&
  resources.some((pattern) => matchesResource(pattern, resource.resource, subresource));

const hasOrWildcard = (items: readonly string[], wanted: string): boolean =>
  items.includes(wanted) || items.includes("*");

/** Whether a pattern as `pods`, `pods/status`, `pods/*`, `*` or `x/*` covers a resource. */
function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf("/");
  const main = slash < 0 ? pattern : pattern.slice(0, slash);
  const sub = slash < 0 ? "" : pattern.slice(slash + 1);
  return (main === "*" || main === resource) && (sub === "*" || sub === subresource);
}

/** A request for a namespace itself has the namespace's name as its namespace, and counts as cluster-scoped. */
function inScope(scope: string | undefined, resource: GroupVersionResource, namespace: string): boolean {
  if (scope === undefined || scope === "*") return true;
  const cluster =
    namespace === "" || (resource.group === "" && resource.version === "v1" && resource.resource === "namespaces");
  return scope === "Namespaced" ? !cluster : scope === "Cluster" && cluster;
}

const labelsOf = (object: KubeObject | undefined): Readonly<Record<string, string>> | undefined =>
  object && (object.metadata?.labels ?? {});

/** Whether a selector selects the new or the old object (object.Matcher.MatchObjectSelector). */
export function selectsObject(selector: LabelSelector, { object, oldObject }: AdmissionAttributes): boolean {
  const [after, before] = [labelsOf(object), labelsOf(oldObject)];
  return (after !== undefined && selector.matches(after)) || (before !== undefined && selector.matches(before));
}

/** Whether the namespace of the request is selected (namespace.Matcher.MatchNamespaceSelector). */
export function selectsNamespace(
  { namespaceSelector }: Pick<MatchCriteria, "namespaceSelector">,
  attributes: AdmissionAttributes,
  findNamespace: FindNamespace,
): boolean {
  const { resource, subresource, operation, namespace, object } = attributes;
  if (namespaceSelector === undefined) return true;
  const isNamespace = resource.resource === "namespaces";
  if (namespace === "" && !isNamespace) return true;
  if (isNamespace && subresource === "" && (operation === "CREATE" || operation === "UPDATE"))
    return namespaceSelector.matches(labelsOf(object) ?? {});
  const found = findNamespace(namespace);
  if (found === undefined) throw newNotFound({ group: "", resource: "namespaces" }, namespace);
  return namespaceSelector.matches(labelsOf(found) ?? {});
}
