import type { PolicyRule } from "./policy.ts";

const none: readonly string[] = [];

/**
 * Returns the parts of `wanted` that `held` does not cover, each with a single group, resource, name and verb
 * (component-helpers validation.Covers).
 */
export const uncovered = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
  wanted.flatMap(breakDown).filter((part) => !held.some((rule) => covers(rule, part)));

/**
 * Breaks down a rule into rules with a single verb on a single resource, resource name or URL
 * (validation.BreakdownRule).
 */
function breakDown({
  verbs,
  apiGroups = none,
  resources = none,
  resourceNames = none,
  nonResourceURLs = none,
}: PolicyRule): readonly PolicyRule[] {
  const parts: PolicyRule[] = [];
  for (const group of apiGroups)
    for (const resource of resources)
      parts.push(
        ...verbs.flatMap((verb) => named({ apiGroups: [group], resources: [resource], verbs: [verb] }, resourceNames)),
      );
  for (const url of nonResourceURLs) for (const verb of verbs) parts.push({ nonResourceURLs: [url], verbs: [verb] });
  return parts;
}

const named = (part: PolicyRule, names: readonly string[]): readonly PolicyRule[] =>
  names.length === 0 ? [part] : names.map((name) => ({ ...part, resourceNames: [name] }));

function covers(rule: PolicyRule, part: PolicyRule): boolean {
  return (
    coversWords(rule.verbs, part.verbs) &&
    coversWords(rule.apiGroups ?? none, part.apiGroups ?? none) &&
    coversResources(rule.resources ?? none, part.resources ?? none) &&
    coversNames(rule.resourceNames ?? none, part.resourceNames ?? none) &&
    (part.nonResourceURLs ?? none).every((url) => (rule.nonResourceURLs ?? none).some((own) => coversUrl(own, url)))
  );
}

const coversWords = (own: readonly string[], wanted: readonly string[]): boolean =>
  own.includes("*") || wanted.every((word) => own.includes(word));

function coversResources(own: readonly string[], wanted: readonly string[]): boolean {
  if (coversWords(own, wanted)) return true;
  return wanted.every(
    (resource) =>
      own.includes(resource) || (resource.includes("/") && own.includes(`*${resource.slice(resource.indexOf("/"))}`)),
  );
}

/** Whether the resource names of a rule cover the wanted ones; a rule without resource names covers all. */
const coversNames = (own: readonly string[], wanted: readonly string[]): boolean =>
  own.length === 0 || (wanted.length > 0 && wanted.every((name) => own.includes(name)));

function coversUrl(own: string, wanted: string): boolean {
  if (own === wanted) return true;
  let end = own.length;
  while (own[end - 1] === "*") end--;
  return end < own.length && wanted.startsWith(own.slice(0, end));
}
