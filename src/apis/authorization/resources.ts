import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { reviewLocalSubject, reviewOwnAccess, reviewSubject } from "./access-review.ts";
import { reviewOwnRules } from "./rules-review.ts";

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
