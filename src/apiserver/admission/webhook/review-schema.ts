import type { Field, ObjectSchema, Schema } from "../../schema/schema.ts";

const scalar = (goType: string, type: "string" | "bool" | "bytes"): Schema => ({ kind: "scalar", goType, type });
const text = scalar("string", "string");

const field = (name: string, goName: string, schema: Schema, pointer = false): Field => ({
  name,
  goName,
  schema,
  pointer,
  omitempty: true,
  omitzero: false,
  required: false,
  notInOpenApi: false,
});

function struct(goType: string, fields: readonly Field[]): ObjectSchema {
  const byName = new Map(fields.map((one) => [one.name, one]));
  return { kind: "object", name: "", goType, fields, field: (name) => byName.get(name), embedded: [] };
}

/** The type of an answer (admission/v1 AdmissionReview); the request of it is not read. */
export const reviewSchema = (status: ObjectSchema): ObjectSchema =>
  struct("v1.AdmissionReview", [
    field("kind", "Kind", text),
    field("apiVersion", "APIVersion", text),
    field(
      "response",
      "Response",
      struct("v1.AdmissionResponse", [
        field("uid", "UID", scalar("types.UID", "string")),
        field("allowed", "Allowed", scalar("bool", "bool")),
        field("status", "Result", status, true),
        field("patch", "Patch", scalar("[]uint8", "bytes")),
        field("patchType", "PatchType", scalar("v1.PatchType", "string"), true),
        field("auditAnnotations", "AuditAnnotations", {
          kind: "map",
          goType: "map[string]string",
          values: { schema: text },
        }),
        field("warnings", "Warnings", { kind: "list", goType: "[]string", items: { schema: text } }),
      ]),
      true,
    ),
  ]);
