import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).authorizationBehaviors;

const review = (resource: string, kind: string, namespaced = false): BuiltinResource =>
  defineResource(
    {
      group: "authorization.k8s.io",
      version: "v1",
      resource,
      kind,
      namespaced,
      verbs: ["create"],
      unstored: true,
    },
    load,
  );

/** authorization.k8s.io/v1. */
export const authorizationResources: readonly BuiltinResource[] = [
  review("localsubjectaccessreviews", "LocalSubjectAccessReview", true),
  review("selfsubjectaccessreviews", "SelfSubjectAccessReview"),
  review("selfsubjectrulesreviews", "SelfSubjectRulesReview"),
  review("subjectaccessreviews", "SubjectAccessReview"),
];
