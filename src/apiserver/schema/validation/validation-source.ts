import type { NestedValidation, ValueValidation } from "../value-validation.ts";
import type { ObjectSchema, Schema } from "../schema.ts";
import { itemSlot } from "../structural/json-tree.ts";
import { isUnspecified, nothingAllowed } from "../structural/new-structural.ts";
import type { JsonType } from "./json-type.ts";

/** The common view of schema nodes and of schemas within junctors for validation. */
export interface ValidationSource {
  readonly types: readonly string[];
  /** Whether the types are those of int-or-string, which declares none. */
  readonly intOrString?: boolean;
  readonly nullable: boolean;
  readonly validation: ValueValidation;
  /** Declared properties, sorted by name. */
  readonly properties: readonly (readonly [name: string, source: () => ValidationSource])[];
  readonly additional: (() => ValidationSource) | "forbidden" | undefined;
  readonly items: (() => ValidationSource) | undefined;
}

const noValidation: ValueValidation = {};

const isJsonType = (type: string): type is JsonType =>
  ["boolean", "string", "integer", "number", "array", "object"].includes(type);

function typesOf(schema: Schema): readonly string[] {
  switch (schema.kind) {
    case "object":
      return schema.anyType === true ? [] : [schema.unknownType ?? "object"];
    case "map":
      return ["object"];
    case "list":
      return ["array"];
    case "scalar":
      return scalarTypes(schema.type);
    case "raw":
    case "schemaOr":
      return [];
  }
}

function scalarTypes(type: string): readonly JsonType[] {
  switch (type) {
    case "bool":
      return ["boolean"];
    case "int32":
    case "int64":
      return ["integer"];
    case "float64":
    case "number":
      return ["number"];
    case "intOrString":
      return ["integer", "string"];
    default:
      return ["string"];
  }
}

const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : 1);

/** Returns a lazy source; undefined for a missing or unspecified schema. */
const lazily = (schema: Schema | undefined): (() => ValidationSource) | undefined =>
  schema === undefined || isUnspecified(schema) ? undefined : () => sourceOf(schema);

/** Returns the schema of objects: the schema itself, or what it says beside its own type. */
const objectOf = (schema: Schema): ObjectSchema | undefined =>
  schema.kind === "object" ? schema : schema.others?.members;

const additionalOf = (schema: Schema): Schema | undefined =>
  schema.kind === "map" ? schema.values.schema : objectOf(schema)?.additionalProperties?.schema;

/** Returns the validation view of a schema node. */
export const sourceOf = (schema: Schema): ValidationSource => ({
  types: typesOf(schema),
  intOrString: schema.kind === "scalar" && schema.type === "intOrString",
  nullable: schema.nullable === true,
  validation: schema.validation ?? noValidation,
  properties: (objectOf(schema)?.fields ?? [])
    .map((field) => [field.name, () => sourceOf(field.schema)] as const)
    .sort(byName),
  additional: additionalOf(schema) === nothingAllowed ? "forbidden" : lazily(additionalOf(schema)),
  items: lazily(itemSlot(schema)?.schema),
});

const nestedLazily = (nested: NestedValidation | undefined): (() => ValidationSource) | undefined =>
  nested && (() => nestedSource(nested));

/** Returns the validation view of a schema within a junctor. */
export const nestedSource = (nested: NestedValidation): ValidationSource => ({
  types: nested.forbiddenType !== undefined && isJsonType(nested.forbiddenType) ? [nested.forbiddenType] : [],
  nullable: false,
  validation: nested,
  properties: Object.entries(nested.properties ?? {})
    .map(([name, property]) => [name, () => nestedSource(property)] as const)
    .sort(byName),
  additional: nestedLazily(nested.additionalProperties),
  items: nestedLazily(nested.items),
});
