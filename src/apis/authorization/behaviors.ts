import { newBadRequest } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess, UnstoredRequest } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { recordAt, stringAt } from "../record.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { reviewLocalSubject, reviewOwnAccess, reviewSubject } from "./access-review.ts";

const nonEmpty = <T>(name: string, list: readonly T[] | undefined) =>
  list === undefined || list.length === 0 ? {} : { [name]: list };

/**
 * Handles a SelfSubjectRulesReview (registry/authorization/selfsubjectrulesreview). The response does not repeat the
 * spec.
 */
async function reviewOwnRules(
  review: KubeObject,
  { identity }: RegistryAccess,
  { user }: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  const namespace = stringAt(recordAt(review, "spec"), "namespace");
  if (namespace === "") throw newBadRequest("no namespace on request");
  await validate(review);
  const { resourceRules, nonResourceRules, evaluationError } = identity.rulesFor(user, namespace);
  return {
    metadata: {},
    spec: {},
    status: {
      resourceRules: resourceRules.map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        ...nonEmpty("apiGroups", apiGroups),
        ...nonEmpty("resources", resources),
        ...nonEmpty("resourceNames", resourceNames),
      })),
      nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
        verbs,
        ...nonEmpty("nonResourceURLs", nonResourceURLs),
      })),
      incomplete: false,
      ...(evaluationError !== "" && { evaluationError }),
    },
  };
}

/** The behaviors of authorization.k8s.io. */
export const authorizationBehaviors: GroupBehaviors = {
  localsubjectaccessreviews: { strategy: plainStrategy, virtual: { create: reviewLocalSubject } },
  selfsubjectaccessreviews: { strategy: plainStrategy, virtual: { create: reviewOwnAccess } },
  selfsubjectrulesreviews: { strategy: plainStrategy, virtual: { create: reviewOwnRules } },
  subjectaccessreviews: { strategy: plainStrategy, virtual: { create: reviewSubject } },
};
