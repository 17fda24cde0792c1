import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { reviewSelf } from "./self-subject-review.ts";
import { reviewToken } from "./token-review.ts";

type Create = NonNullable<NonNullable<ResourceDefinition["virtual"]>["create"]>;

const review = (resource: string, kind: string, create: Create): ResourceDefinition =>
  defineResource({
    group: "authentication.k8s.io",
    version: "v1",
    resource,
    kind,
    namespaced: false,
    verbs: ["create"],
    strategy: plainStrategy,
    virtual: { create },
  });

/** authentication.k8s.io/v1. */
export const authenticationResources: readonly ResourceDefinition[] = [
  review("selfsubjectreviews", "SelfSubjectReview", reviewSelf),
  review("tokenreviews", "TokenReview", reviewToken),
];
