import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from "../api/core/v1.ts";
import type { GroupResource } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ResourceList } from "../component-helpers/resource/resource-list.ts";
import { one } from "./resources.ts";

/** What evaluators look at in a request. */
export interface QuotaRequest {
  readonly operation: string;
  readonly subresource: string;
  readonly object?: KubeObject | undefined;
  readonly oldObject?: KubeObject | undefined;
}

/** Knows how objects of one resource consume quota (quota/v1 Evaluator). */
export interface Evaluator {
  readonly resource: GroupResource;
  /** Whether a request may change what is used. */
  handles(request: QuotaRequest): boolean;
  /** Returns why an object cannot be counted, if it lacks what a quota needs. */
  constraints(required: readonly string[], object: KubeObject): string | undefined;
  /** Returns those resource names of a quota that objects of this resource consume. */
  matchingResources(names: readonly string[]): readonly string[];
  matchesScope(selector: ScopedResourceSelectorRequirement, object: KubeObject): boolean;
  usage(object: KubeObject): ResourceList;
  /** Whether an update may set quota free. */
  replenishes(before: KubeObject, after: KubeObject): boolean;
}

/** The name under which a quota counts the objects of a resource (generic.ObjectCountQuotaResourceNameFor). */
export const objectCountName = ({ group, resource }: GroupResource): string =>
  group === "" ? `count/${resource}` : `count/${resource}.${group}`;

/** The names under which the objects of some resources were counted before `count/`. */
const aliases: Readonly<Record<string, string>> = {
  "/configmaps": "configmaps",
  "/resourcequotas": "resourcequotas",
  "/replicationcontrollers": "replicationcontrollers",
  "/secrets": "secrets",
};

/** What evaluators do that have neither constraints nor scopes. */
export const plainEvaluator: Pick<Evaluator, "constraints" | "matchesScope" | "replenishes"> = {
  constraints: () => undefined,
  matchesScope: () => false,
  replenishes: () => false,
};

/** Counts objects (generic.NewObjectCountEvaluator). */
export function createObjectCountEvaluator(resource: GroupResource): Evaluator {
  const alias = aliases[`${resource.group}/${resource.resource}`];
  const names = [objectCountName(resource), ...(alias === undefined ? [] : [alias])];
  const usage: ResourceList = new Map(names.map((name) => [name, one]));
  return {
    ...plainEvaluator,
    resource,
    handles: ({ operation, subresource }) => operation === "CREATE" && subresource === "",
    matchingResources: (asked) => names.filter((name) => asked.includes(name)),
    usage: () => usage,
  };
}

/** The scopes of a quota as selectors; one in `scopes` must hold. */
const scopeSelectorsOf = ({
  scopes = [],
  scopeSelector,
}: ResourceQuotaSpec): readonly ScopedResourceSelectorRequirement[] => [
  ...scopes.map((scopeName) => ({ scopeName, operator: "Exists" })),
  ...(scopeSelector?.matchExpressions ?? []),
];

/** Reports whether an object counts for the scopes of a quota. */
export const matchesScopes = (evaluator: Evaluator, spec: ResourceQuotaSpec, object: KubeObject): boolean =>
  scopeSelectorsOf(spec).every((selector) => evaluator.matchesScope(selector, object));
