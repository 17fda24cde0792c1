import type { KubeObject } from "../apimachinery/meta.ts";
import { addResourceLists, type ResourceList } from "../component-helpers/resource/resource-list.ts";
import { matchesScopes, type Evaluator, type QuotaRequest } from "./evaluator.ts";
import type { Quota } from "./quota.ts";
import {
  exceeded,
  masked,
  negativeNames,
  printNames,
  printResources,
  subtractWithNonNegativeResult,
  withoutZeros,
} from "./resources.ts";

/** The quotas after a request, or why it is refused. */
export type Charge = { readonly quotas: readonly Quota[] } | { readonly refusal: string };

const matches = (evaluator: Evaluator, { spec, hard }: Quota, object: KubeObject): boolean =>
  evaluator.matchingResources([...hard.keys()]).length > 0 && matchesScopes(evaluator, spec, object);

/** Returns why a quota cannot be charged for an object. */
function problem(evaluator: Evaluator, { name, hard, used }: Quota, object: KubeObject): string | undefined {
  const restricted = evaluator.matchingResources([...hard.keys()]);
  const unmet = evaluator.constraints(restricted, object);
  if (unmet !== undefined) return `failed quota: ${name}: ${unmet}`;
  return restricted.every((resource) => used.has(resource))
    ? undefined
    : `status unknown for quota: ${name}, resources: ${printNames(restricted)}`;
}

/**
 * Charges the quotas that concern a request: the usage of a new object, or by how much an object that was counted has
 * grown (resourcequota CheckRequest).
 */
export function checkRequest(quotas: readonly Quota[], request: QuotaRequest, evaluator: Evaluator): Charge {
  const { object, oldObject } = request;
  if (object === undefined || !evaluator.handles(request)) return { quotas };
  const interesting = quotas.filter((quota) => matches(evaluator, quota, object));
  for (const quota of interesting) {
    const refusal = problem(evaluator, quota, object);
    if (refusal !== undefined) return { refusal };
  }
  const usage = evaluator.usage(object);
  const negative = negativeNames(usage);
  if (negative.length > 0) return { refusal: `quota usage is negative for resource(s): ${printNames(negative)}` };
  const grown = (): ResourceList =>
    oldObject === undefined ? usage : subtractWithNonNegativeResult(usage, evaluator.usage(oldObject));
  const charged: Quota[] = [];
  for (const quota of quotas) {
    const counted = oldObject !== undefined && request.operation === "UPDATE" && matches(evaluator, quota, oldObject);
    const delta = interesting.includes(quota) ? withoutZeros(counted ? grown() : usage) : undefined;
    if (delta === undefined || delta.size === 0) {
      charged.push(quota);
      continue;
    }
    const requested = masked(delta, quota.hard.keys());
    const used = addResourceLists(quota.used, requested);
    const refusal = request.subresource === "status" ? undefined : exceeding(quota, requested, used);
    if (refusal !== undefined) return { refusal };
    charged.push({ ...quota, used });
  }
  return { quotas: charged };
}

function exceeding(quota: Quota, requested: ResourceList, used: ResourceList): string | undefined {
  const names = exceeded(masked(used, requested.keys()), quota.hard);
  if (names.length === 0) return undefined;
  const told = (list: ResourceList): string => printResources(masked(list, names));
  return `exceeded quota: ${quota.name}, requested: ${told(requested)}, used: ${told(quota.used)}, limited: ${told(quota.hard)}`;
}
