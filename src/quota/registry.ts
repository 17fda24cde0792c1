import type { GroupResource } from "../apimachinery/gvk.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import { createObjectCountEvaluator, type Evaluator } from "./evaluator.ts";
import { createPersistentVolumeClaimEvaluator } from "./evaluators/persistent-volume-claims.ts";
import { createPodEvaluator } from "./evaluators/pods.ts";
import { createResourceClaimEvaluator } from "./evaluators/resource-claims.ts";
import { createServiceEvaluator } from "./evaluators/services.ts";

/** Resources that no quota counts (quota/v1/install DefaultIgnoredResources). */
const ignored: ReadonlySet<string> = new Set([
  "/bindings",
  "/componentstatuses",
  "authentication.k8s.io/tokenreviews",
  "authentication.k8s.io/selfsubjectreviews",
  "authorization.k8s.io/subjectaccessreviews",
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/localsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
  "/events",
  "events.k8s.io/events",
]);

const keyOf = ({ group, resource }: GroupResource): string => `${group}/${resource}`;

/** Provides the evaluator of each resource (quota/v1 Registry). */
export interface EvaluatorRegistry {
  /** Returns the evaluator of a resource; one that counts objects for those without their own. */
  get(resource: GroupResource): Evaluator | undefined;
}

export interface RegistryOptions {
  readonly gates: Pick<FeatureGates, "enabled">;
  /** The current time in milliseconds. */
  now(): number;
}

/** Creates the evaluators of the core resources (evaluator/core NewEvaluators). */
export function createEvaluatorRegistry({ gates, now }: RegistryOptions): EvaluatorRegistry {
  const core: readonly Evaluator[] = [
    createPodEvaluator({
      now,
      podLevelResources: gates.enabled("PodLevelResources"),
      inPlacePodVerticalScaling: gates.enabled("InPlacePodVerticalScaling"),
    }),
    createServiceEvaluator(),
    createPersistentVolumeClaimEvaluator({
      volumeAttributesClass: gates.enabled("VolumeAttributesClass"),
      recoverVolumeExpansionFailure: gates.enabled("RecoverVolumeExpansionFailure"),
    }),
    ...(gates.enabled("DynamicResourceAllocation") ? [createResourceClaimEvaluator()] : []),
  ];
  const evaluators = new Map(core.map((evaluator) => [keyOf(evaluator.resource), evaluator]));
  return {
    get(resource) {
      const key = keyOf(resource);
      if (ignored.has(key)) return undefined;
      const known = evaluators.get(key) ?? createObjectCountEvaluator({ ...resource });
      evaluators.set(key, known);
      return known;
    },
  };
}
