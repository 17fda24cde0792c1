import type { PolicyRule } from "./policy.ts";

const none: readonly string[] = [];

/**
 * How many steps a comparison of rules may take. A rule of a few thousand groups, resources and verbs stands for
 * billions of permissions, and nothing else is answered meanwhile.
 */
const stepLimit = 2_000_000;
const stepsOfPart = 10;

/**
 * Returns the parts of `wanted` that `held` does not cover, each with a single group, resource, name and verb
 * (component-helpers validation.Covers). Returns undefined if there are too many to compare.
 */
export function uncovered(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] | undefined {
  const index = new HeldRules(held);
  const lacking: PolicyRule[] = [];
  let steps = 0;
  for (const rule of wanted)
    for (const part of breakDown(rule)) {
      const candidates = index.candidatesFor(part);
      if (!candidates.some((own) => covers(own, part))) lacking.push(part);
      steps += stepsOfPart + (rule.nonResourceURLs === undefined ? candidates.length : index.urls);
      if (steps > stepLimit) return undefined;
    }
  return lacking;
}

/** A permission: one verb on one resource, under one name or any, or on one URL. */
type Part = PolicyRule;

/**
 * Breaks down a rule into rules with a single verb on a single resource, resource name or URL
 * (validation.BreakdownRule).
 */
function* breakDown({
  verbs,
  apiGroups = none,
  resources = none,
  resourceNames = none,
  nonResourceURLs = none,
}: PolicyRule): IterableIterator<Part> {
  for (const group of apiGroups)
    for (const resource of resources)
      for (const verb of verbs)
        yield* named({ apiGroups: [group], resources: [resource], verbs: [verb] }, resourceNames);
  for (const url of nonResourceURLs) for (const verb of verbs) yield { nonResourceURLs: [url], verbs: [verb] };
}

function* named(part: Part, names: readonly string[]): IterableIterator<Part> {
  if (names.length === 0) yield part;
  for (const name of names) yield { ...part, resourceNames: [name] };
}

/** A held rule whose words are found without a search. */
interface HeldRule {
  readonly verbs: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly urls: readonly string[];
}

/** The rules that somebody holds, by the resources that they name. */
class HeldRules {
  readonly #byResource = new Map<string, HeldRule[]>();
  readonly #ofUrls: HeldRule[] = [];
  /** How many URLs the rules name. */
  urls = 0;

  constructor(rules: readonly PolicyRule[]) {
    for (const { verbs, apiGroups, resources = none, resourceNames, nonResourceURLs: urls = none } of rules) {
      const held = { verbs: new Set(verbs), groups: new Set(apiGroups), names: new Set(resourceNames), urls };
      for (const resource of new Set(resources)) this.#of(resource).push(held);
      if (urls.length > 0) this.#ofUrls.push(held);
      this.urls += urls.length;
    }
  }

  /** Returns the rules whose resources cover that of a permission; those with URLs if it is one on a URL. */
  candidatesFor({ resources: [resource] = none }: Part): readonly HeldRule[] {
    if (resource === undefined) return this.#ofUrls;
    const subresource = resource.includes("/") ? this.#byResource.get(`*${resource.slice(resource.indexOf("/"))}`) : [];
    return [...(this.#byResource.get(resource) ?? []), ...(this.#byResource.get("*") ?? []), ...(subresource ?? [])];
  }

  #of(resource: string): HeldRule[] {
    const rules = this.#byResource.get(resource) ?? [];
    this.#byResource.set(resource, rules);
    return rules;
  }
}

/** Whether a held rule covers a permission on a resource that it covers, or on a URL. */
function covers(own: HeldRule, { verbs, apiGroups, resourceNames, nonResourceURLs = none }: Part): boolean {
  return (
    hasAll(own.verbs, verbs) &&
    (apiGroups === undefined || hasAll(own.groups, apiGroups)) &&
    (apiGroups === undefined || coversNames(own.names, resourceNames ?? none)) &&
    nonResourceURLs.every((url) => own.urls.some((held) => coversUrl(held, url)))
  );
}

const hasAll = (own: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  own.has("*") || wanted.every((word) => own.has(word));

/** Whether the resource names of a rule cover the wanted ones; a rule without resource names covers all. */
const coversNames = (own: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  own.size === 0 || (wanted.length > 0 && wanted.every((name) => own.has(name)));

function coversUrl(own: string, wanted: string): boolean {
  if (own === wanted) return true;
  let end = own.length;
  while (own[end - 1] === "*") end--;
  return end < own.length && wanted.startsWith(own.slice(0, end));
}
