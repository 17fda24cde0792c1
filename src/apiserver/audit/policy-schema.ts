import type { Field, ListSchema, ObjectSchema, ScalarSchema, ScalarType, Schema } from "../schema/schema.ts";

const scalar = (type: ScalarType, goType: string): ScalarSchema => ({ kind: "scalar", type, goType });
const text = scalar("string", "string");
const list = (items: Schema): ListSchema => ({ kind: "list", goType: `[]${items.goType}`, items: { schema: items } });
const texts = list(text);
const stages = list(scalar("string", "v1.Stage"));

const field = (name: string, schema: Schema, pointer = false): Field => ({
  name,
  schema,
  pointer,
  goName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  omitempty: true,
  omitzero: false,
  required: false,
  notInOpenApi: false,
});

const object = (goType: string, fields: readonly Field[]): ObjectSchema => ({
  kind: "object",
  goType,
  name: "",
  fields,
  field: (name) => fields.find((f) => f.name === name),
  embedded: [],
});

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
  field("omitManagedFields", scalar("bool", "bool"), true),
]);

/** The schema of an audit policy (audit.k8s.io/v1 Policy); its metadata is ignored. */
export const policySchema: ObjectSchema = object("v1.Policy", [
  field("kind", text),
  field("apiVersion", text),
  field("metadata", { kind: "raw", type: "any", goType: "v1.ObjectMeta" }),
  field("rules", list(rule)),
  field("omitStages", stages),
  field("omitManagedFields", scalar("bool", "bool")),
]);
