import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";

const review = (resource: string, kind: string, namespaced = false): ResourceDefinition =>
  defineResource({ group: "authorization.k8s.io", version: "v1", resource, kind, namespaced, verbs: ["create"], strategy: plainStrategy, virtual: {} });

/** authorization.k8s.io/v1. */
export const authorizationResources: readonly ResourceDefinition[] = [
  review("localsubjectaccessreviews", "LocalSubjectAccessReview", true),
  review("selfsubjectaccessreviews", "SelfSubjectAccessReview"),
  review("selfsubjectrulesreviews", "SelfSubjectRulesReview"),
  review("subjectaccessreviews", "SubjectAccessReview"),
];
