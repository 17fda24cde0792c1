import type { ResourceQuotaSpec } from "../api/core/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { addResourceLists, type ResourceList } from "../component-helpers/resource/resource-list.ts";
import { matchesScopes, type Evaluator } from "./evaluator.ts";
import { masked, zero } from "./resources.ts";

/** Adds up what the objects of one resource use of a quota (generic.CalculateUsageStats). */
export function calculateUsage(
  evaluator: Evaluator,
  spec: ResourceQuotaSpec,
  objects: Iterable<KubeObject>,
): ResourceList {
  const names = evaluator.matchingResources(Object.keys(spec.hard ?? {}));
  let used: ResourceList = new Map(names.map((name) => [name, zero]));
  for (const object of objects)
    if (matchesScopes(evaluator, spec, object)) used = addResourceLists(used, masked(evaluator.usage(object), names));
  return used;
}
