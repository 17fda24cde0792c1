import { trimRight } from "../../../apimachinery/trim.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { itemsAt } from "../../json-access.ts";

/** A rule of RBAC (rbac/v1 PolicyRule). */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Reads a rule of an object. */
export function policyRuleOf(value: JsonValue): PolicyRule {
  const texts = (name: string): readonly string[] => (isObject(value) ? itemsAt(value, name).map(String) : []);
  return {
    verbs: texts("verbs"),
    apiGroups: texts("apiGroups"),
    resources: texts("resources"),
    resourceNames: texts("resourceNames"),
    nonResourceURLs: texts("nonResourceURLs"),
  };
}

/** A list of texts as Go prints it. */
export const goList = (texts: readonly string[]): string => `[${texts.join(" ")}]`;

/** A rule as Go prints the struct, `{Verbs:[get] APIGroups:[] ...}`; with a name, as its String method does. */
export function ruleText(rule: PolicyRule, name = ""): string {
  const [before, between, after] = name === "" ? ["{", " ", "}"] : [`&${name}{`, ",", ",}"];
  const members = [
    `Verbs:${goList(rule.verbs)}`,
    `APIGroups:${goList(rule.apiGroups)}`,
    `Resources:${goList(rule.resources)}`,
    `ResourceNames:${goList(rule.resourceNames)}`,
    `NonResourceURLs:${goList(rule.nonResourceURLs)}`,
  ];
  return `${before}${members.join(between)}${after}`;
}

const none: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

/** The rules with one verb, one resource and one name each that say the same (rbac.BreakdownRule). */
export function breakdownRule(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  const ofResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...none,
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          resourceNames,
        })),
      ),
    ),
  );
  const ofUrls = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...none, nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...ofResources, ...ofUrls];
}

/** Joins broken down rules that differ by their verb only, sorted as kubectl lists them (rbac.CompactRules). */
export function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const joined = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const rule of rules) {
    if (rule.nonResourceURLs.length > 0) {
      others.push(rule);
      continue;
    }
    const key = ruleText({ ...rule, verbs: [] });
    const verbs = [...new Set([...(joined.get(key)?.verbs ?? []), ...rule.verbs])];
    joined.set(key, { ...rule, verbs });
  }
  return [...others, ...joined.values()].sort((a, b) =>
    compareUtf8(ruleText(a, "PolicyRule"), ruleText(b, "PolicyRule")),
  );
}

/** `deployments.apps/scale`: the resource of a rule with its group (describe.CombineResourceGroup). */
export function ruleResource({ resources, apiGroups }: PolicyRule): string {
  const [resource, group = ""] = [resources[0], apiGroups[0]];
  if (resource === undefined) return "";
  const [name = "", ...subresource] = resource.split("/");
  return [group === "" ? name : `${name}.${group}`, ...(subresource.length > 0 ? [subresource.join("/")] : [])].join(
    "/",
  );
}

/** The parts of rules that others do not allow (rbac/validation.Covers). */
export const uncoveredRules = (owners: readonly PolicyRule[], rules: readonly PolicyRule[]): readonly PolicyRule[] =>
  rules.flatMap(breakdownRule).filter((rule) => !owners.some((owner) => covers(owner, rule)));

const hasAll = (all: readonly string[], some: readonly string[]): boolean => some.every((each) => all.includes(each));

function covers(owner: PolicyRule, rule: PolicyRule): boolean {
  return (
    (owner.verbs.includes("*") || hasAll(owner.verbs, rule.verbs)) &&
    (owner.apiGroups.includes("*") || hasAll(owner.apiGroups, rule.apiGroups)) &&
    (owner.resources.includes("*") || rule.resources.every((each) => coversResource(owner.resources, each))) &&
    (owner.resourceNames.length === 0 ||
      (rule.resourceNames.length > 0 && hasAll(owner.resourceNames, rule.resourceNames))) &&
    rule.nonResourceURLs.every((url) => owner.nonResourceURLs.some((each) => coversUrl(each, url)))
  );
}

function coversResource(owners: readonly string[], resource: string): boolean {
  const slash = resource.indexOf("/");
  return owners.includes(resource) || (slash >= 0 && owners.includes(`*/${resource.slice(slash + 1)}`));
}

const coversUrl = (owner: string, url: string): boolean =>
  owner === url || (owner.endsWith("*") && url.startsWith(trimRight(owner, "*")));
