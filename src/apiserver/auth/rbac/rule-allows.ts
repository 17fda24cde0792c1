import type { AuthorizationAttributes } from "../../request/authorizer.ts";
import type { PolicyRule } from "./policy.ts";

const none: readonly string[] = [];

/** Whether one rule allows what is asked for (rbac.RuleAllows). */
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
