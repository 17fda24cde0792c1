import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { reviewSelf } from "./self-subject-review.ts";

/** authentication.k8s.io/v1. */
export const authenticationResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "authentication.k8s.io",
    version: "v1",
    resource: "selfsubjectreviews",
    kind: "SelfSubjectReview",
    namespaced: false,
    verbs: ["create"],
    strategy: plainStrategy,
    virtual: { create: reviewSelf },
  }),
  defineResource({ group: "authentication.k8s.io", version: "v1", resource: "tokenreviews", kind: "TokenReview", namespaced: false, verbs: ["create"], strategy: plainStrategy, virtual: {} }),
];
