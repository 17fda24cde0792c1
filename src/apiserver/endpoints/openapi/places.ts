import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Field, ListSchema, MapSchema, ScalarType, Schema, Slot } from "../../schema/schema.ts";

/**
 * What the versions of OpenAPI differ in: where definitions are, and that version 2 has no defaults and version 3
 * nothing beside a reference.
 */
export interface Dialect {
  readonly version: 2 | 3;
  readonly prefix: string;
  /** Values that are allowed are told. */
  readonly enums: boolean;
}

export const version2: Dialect = { version: 2, prefix: "#/definitions/", enums: false };
export const version3: Dialect = { version: 3, prefix: "#/components/schemas/", enums: true };
/** Without the feature OpenAPIEnums. */
export const version3WithoutEnums: Dialect = { ...version3, enums: false };

/** Makes the schemas of places: properties, items, values. */
export interface Places {
  property(field: Field, description: string | undefined): JsonObject;
}

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const extensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

const scalarTypes: Readonly<Record<ScalarType, { readonly type: string } | { readonly definition: string }>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer" },
  int64: { type: "integer" },
  float64: { type: "number" },
  number: { type: "number" },
  bytes: { type: "string" },
  quantity: { definition: "io.k8s.apimachinery.pkg.api.resource.Quantity" },
  intOrString: { definition: "io.k8s.apimachinery.pkg.util.intstr.IntOrString" },
  time: { definition: `${meta}.Time` },
  microTime: { definition: `${meta}.MicroTime` },
  duration: { definition: `${meta}.Duration` },
};

const rawTypes = {
  rawExtension: "io.k8s.apimachinery.pkg.runtime.RawExtension",
  fieldsV1: `${meta}.FieldsV1`,
  json: `${extensions}.JSON`,
} as const;

const schemaOrTypes = {
  bool: "JSONSchemaPropsOrBool",
  array: "JSONSchemaPropsOrArray",
  stringArray: "JSONSchemaPropsOrStringArray",
} as const;

/** The reference to a definition with what else is said of a place: version 3 wraps it (kube-openapi WrapRefs). */
export function reference(dialect: Dialect, name: string, more: JsonObject): JsonObject {
  const $ref = dialect.prefix + name;
  if (dialect.version === 2) return { ...more, $ref };
  return Object.keys(more).length === 0 ? { $ref } : { allOf: [{ $ref }], ...more };
}

/** Places of one definition; `refer` hears of the definitions it refers to. */
export function createPlaces(dialect: Dialect, refer: (name: string) => void): Places {
  const ref = (name: string, more: JsonObject): JsonObject => {
    refer(name);
    return reference(dialect, name, more);
  };
  const place = (slot: Slot, more: JsonObject): JsonObject =>
    withSchema(
      slot.schema,
      dialect.version === 3 && slot.default !== undefined ? { ...more, default: slot.default } : more,
      slot,
    );
  const withSchema = (schema: Schema, more: JsonObject, slot: Slot): JsonObject => {
    switch (schema.kind) {
      case "object":
        return ref(schema.name, more);
      case "map":
        return {
          ...more,
          additionalProperties: place(schema.values, {}),
          type: "object",
          ...mapExtension(schema, slot),
        };
      case "list":
        return { ...more, items: place(schema.items, {}), type: "array", ...listExtensions(schema, slot) };
      case "scalar": {
        const form = scalarTypes[schema.type];
        return "definition" in form
          ? ref(form.definition, more)
          : { ...more, ...validations(schema, dialect), type: form.type };
      }
      case "raw":
        return schema.type === "any" ? { ...more, type: "object" } : ref(rawTypes[schema.type], more);
      case "schemaOr":
        return ref(`${extensions}.${schemaOrTypes[schema.or]}`, more);
    }
  };
  return {
    property: (field, description) =>
      place(field, { ...(description !== undefined && { description }), ...fieldExtensions(field) }),
  };
}

const validations = ({ validation }: Schema, { enums }: Dialect): JsonObject => ({
  ...(enums && validation?.enum !== undefined && { enum: validation.enum as readonly JsonValue[] }),
  ...(validation?.format !== undefined && { format: validation.format }),
});

const fieldExtensions = (field: Field): JsonObject => ({
  ...(field.schema.kind === "object" && field.mapType !== undefined && { "x-kubernetes-map-type": field.mapType }),
  ...(field.schema.kind !== "list" && field.listType !== undefined && { "x-kubernetes-list-type": field.listType }),
  ...(field.patchMergeKey !== undefined && { "x-kubernetes-patch-merge-key": field.patchMergeKey }),
  ...(field.patchStrategy !== undefined && { "x-kubernetes-patch-strategy": field.patchStrategy }),
});

function mapExtension(schema: MapSchema, slot: Slot): JsonObject {
  const type = slot.mapType ?? schema.mapType;
  return type === undefined ? {} : { "x-kubernetes-map-type": type };
}

function listExtensions(schema: ListSchema, slot: Slot): JsonObject {
  const type = slot.listType ?? schema.listType;
  return {
    ...(schema.listMapKeys !== undefined && { "x-kubernetes-list-map-keys": schema.listMapKeys }),
    ...(type !== undefined && { "x-kubernetes-list-type": type }),
  };
}
