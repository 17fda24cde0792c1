import { aggregateTexts } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { UserInfo } from "../../request/user.ts";
import { uncovered } from "./covers.ts";
import type { PolicyRule } from "./policy.ts";
import type { RuleCache } from "./rule-cache.ts";

/** The rules of a cluster administrator, which allow everything. */
export const fullAuthority: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Returns the error if a user would grant rules that they do not hold themselves, or more than can be compared;
 * undefined otherwise (rbac/validation.ConfirmNoEscalation).
 */
export function escalationProblem(
  rules: RuleCache,
  user: UserInfo,
  namespace: string,
  wanted: readonly PolicyRule[],
): string | undefined {
  const { granted, missing } = rules.rulesOf(user, namespace);
  const lacking = uncovered(
    granted.map(({ rule }) => rule),
    wanted,
  );
  if (lacking?.length === 0) return undefined;
  const who = `user ${quoteGo(user.name)} (groups=${printWords(user.groups)})`;
  if (lacking === undefined)
    return `${who} is attempting to grant RBAC permissions that are too many to be compared with those currently held`;
  const descriptions = [...new Set(compactRules(lacking).map(compactString))].sort();
  const problem = `${who} is attempting to grant RBAC permissions not currently held:\n${descriptions.join("\n")}`;
  return missing.length === 0 ? problem : `${problem}; resolution errors: [${aggregateTexts(missing)}]`;
}

/** Merges the rules of the same resource and name into one rule with all verbs (rbac/validation.CompactRules). */
function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const others: PolicyRule[] = [];
  const simple = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { apiGroups, resources, resourceNames, verbs } = rule;
    if (apiGroups === undefined) others.push(rule);
    else {
      const key = JSON.stringify([apiGroups, resources, resourceNames]);
      simple.set(key, { ...rule, verbs: [...(simple.get(key)?.verbs ?? []), ...verbs] });
    }
  }
  return [...others, ...simple.values()];
}

/** Formats a rule as `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}` (rbac/v1 CompactString). */
function compactString({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const members = {
    APIGroups: apiGroups,
    Resources: resources,
    NonResourceURLs: nonResourceURLs,
    ResourceNames: resourceNames,
    Verbs: verbs,
  };
  return `{${Object.entries(members)
    .flatMap(([name, words]) => (words === undefined || words.length === 0 ? [] : [`${name}:${printWords(words)}`]))
    .join(", ")}}`;
}

/** Formats a list of strings as Go's %q does. */
const printWords = (words: readonly string[]): string => `[${words.map(quoteGo).join(" ")}]`;
