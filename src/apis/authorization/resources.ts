import type { ResourceDefinition, RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { reviewLocalSubject, reviewOwnAccess, reviewSubject } from "./access-review.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";

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
): Promise<KubeObject> {
  const namespace = stringAt(recordAt(review, "spec"), "namespace");
  if (namespace === "") throw newBadRequest("no namespace on request");
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

type Create = NonNullable<NonNullable<ResourceDefinition["virtual"]>["create"]>;

const review = (resource: string, kind: string, create: Create, namespaced = false): ResourceDefinition =>
  defineResource({
    group: "authorization.k8s.io",
    version: "v1",
    resource,
    kind,
    namespaced,
    verbs: ["create"],
    strategy: plainStrategy,
    virtual: { create },
  });

/** authorization.k8s.io/v1. */
export const authorizationResources: readonly ResourceDefinition[] = [
  review("localsubjectaccessreviews", "LocalSubjectAccessReview", reviewLocalSubject, true),
  review("selfsubjectaccessreviews", "SelfSubjectAccessReview", reviewOwnAccess),
  review("selfsubjectrulesreviews", "SelfSubjectRulesReview", reviewOwnRules),
  review("subjectaccessreviews", "SubjectAccessReview", reviewSubject),
];
