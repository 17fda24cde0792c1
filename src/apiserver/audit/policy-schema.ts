import { bool, documentSchema, field, list, object, scalar, text, texts } from "../schema/document-schema.ts";
import type { ObjectSchema } from "../schema/schema.ts";

const stages = list(scalar("string", "v1.Stage"));

const groupResources = object("v1.GroupResources", [
  field("group", text),
  field("resources", texts),
  field("resourceNames", texts),
]);

const rule = object("v1.PolicyRule", [
  field("level", scalar("string", "v1.Level")),
  field("users", texts),
  field("userGroups", texts),
  field("verbs", texts),
  field("resources", list(groupResources)),
  field("namespaces", texts),
  field("nonResourceURLs", texts),
  field("omitStages", stages),
  field("omitManagedFields", bool, true),
]);

/** The schema of an audit policy (audit.k8s.io/v1 Policy); its metadata is ignored. */
export const policySchema: ObjectSchema = documentSchema("v1.Policy", [
  field("metadata", { kind: "raw", type: "any", goType: "v1.ObjectMeta" }),
  field("rules", list(rule)),
  field("omitStages", stages),
  field("omitManagedFields", bool),
]);
