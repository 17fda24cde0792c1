import type { ObjectSchema } from "../schema/schema.ts";
import {
  boolSchema,
  listSchema,
  scalarSchema,
  settingsField,
  settingsObject,
  textSchema,
  textsSchema,
} from "../schema/settings-schema.ts";

const stages = listSchema(scalarSchema("string", "v1.Stage"));

const groupResources = settingsObject("v1.GroupResources", [
  settingsField("group", textSchema),
  settingsField("resources", textsSchema),
  settingsField("resourceNames", textsSchema),
]);

const rule = settingsObject("v1.PolicyRule", [
  settingsField("level", scalarSchema("string", "v1.Level")),
  settingsField("users", textsSchema),
  settingsField("userGroups", textsSchema),
  settingsField("verbs", textsSchema),
  settingsField("resources", listSchema(groupResources)),
  settingsField("namespaces", textsSchema),
  settingsField("nonResourceURLs", textsSchema),
  settingsField("omitStages", stages),
  settingsField("omitManagedFields", boolSchema, true),
]);

/** The schema of an audit policy (audit.k8s.io/v1 Policy); its metadata is ignored. */
export const policySchema: ObjectSchema = settingsObject("v1.Policy", [
  settingsField("kind", textSchema),
  settingsField("apiVersion", textSchema),
  settingsField("metadata", { kind: "raw", type: "any", goType: "v1.ObjectMeta" }),
  settingsField("rules", listSchema(rule)),
  settingsField("omitStages", stages),
  settingsField("omitManagedFields", boolSchema),
]);
