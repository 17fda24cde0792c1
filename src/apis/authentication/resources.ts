import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).authenticationBehaviors;

const review = (resource: string, kind: string): BuiltinResource =>
  defineResource(
    {
      group: "authentication.k8s.io",
      version: "v1",
      resource,
      kind,
      namespaced: false,
      verbs: ["create"],
      unstored: true,
    },
    load,
  );

/** authentication.k8s.io/v1. */
export const authenticationResources: readonly BuiltinResource[] = [
  review("selfsubjectreviews", "SelfSubjectReview"),
  review("tokenreviews", "TokenReview"),
];
