import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { reference, version2, type Dialect } from "./places.ts";

/** The schema keywords that are published unchanged; structural schemas have no others. */
// oxfmt-ignore
const plainMembers = [
  "title", "description", "type", "nullable", "default", "format", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "multipleOf", "maxLength", "minLength", "pattern",
  "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "enum", "required",
  "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type",
  "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations",
];

const junctors = ["allOf", "anyOf", "oneOf"];

const said = (value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0);

/** What a schema counts for, since its text is written only with the whole. */
const charactersOfSchema = 100;

/**
 * Converts the schema of a custom resource for a version of OpenAPI, and yields the size of the parts as they are
 * converted. Version 2 does not support junctors, nullable and defaults, and the result is adapted to kubectl (openapi
 * v2 ToStructuralOpenAPIV2).
 */
export function* publishSchema(schema: JsonObject, dialect: Dialect): Generator<number, JsonObject> {
  const plain = plainMembers.flatMap((name): [string, JsonValue][] => {
    const value = schema[name];
    return value !== undefined && (name === "default" || said(value)) ? [[name, value]] : [];
  });
  yield charactersOfSchema;
  const published = { ...Object.fromEntries(plain), ...(yield* structureOf(schema, dialect)) };
  return dialect.version === 2
    ? asVersion2(published, schema)
    : withEmbedded(withIntOrString(published, dialect), dialect);
}

function* structureOf(schema: JsonObject, dialect: Dialect): Generator<number, JsonObject> {
  const { properties, items, additionalProperties, not } = schema;
  const structure: [string, JsonValue][] = [];
  if (isObject(properties)) {
    const published: [string, JsonValue][] = [];
    for (const [name, property] of Object.entries(properties))
      published.push([name, yield* publishValue(property, dialect)]);
    structure.push(["properties", Object.fromEntries(published)]);
  }
  if (isObject(items)) structure.push(["items", yield* publishSchema(items, dialect)]);
  if (said(additionalProperties))
    structure.push(["additionalProperties", yield* publishValue(additionalProperties, dialect)]);
  if (isObject(not)) structure.push(["not", yield* publishSchema(not, dialect)]);
  for (const name of junctors) {
    const parts = schema[name];
    if (!Array.isArray(parts) || parts.length === 0) continue;
    const published: JsonValue[] = [];
    for (const part of parts as readonly JsonValue[]) published.push(yield* publishValue(part, dialect));
    structure.push([name, published]);
  }
  return Object.fromEntries(structure);
}

function* publishValue(value: JsonValue, dialect: Dialect): Generator<number, JsonValue> {
  return isObject(value) ? yield* publishSchema(value, dialect) : value;
}

const intOrString: readonly JsonObject[] = [{ type: "integer" }, { type: "string" }];

/** Expands x-kubernetes-int-or-string into its alternatives (structural Unfold). */
function withIntOrString(schema: JsonObject, { version }: Dialect): JsonObject {
  if (version !== 3 || schema["x-kubernetes-int-or-string"] !== true) return schema;
  const { allOf, anyOf } = schema;
  if (anyOf === undefined && allOf === undefined) return { ...schema, anyOf: intOrString };
  return schema;
}

/** The URL of the documentation of common fields of API objects. */
export const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

/** The reference to ObjectMeta. */
export const metadataPlace = (dialect: Dialect): JsonObject =>
  reference(dialect, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", {
    description: `Standard object's metadata. More info: ${conventions}#metadata`,
  });

const textOf = (name: "apiVersion" | "kind"): string =>
  name === "apiVersion"
    ? `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`
    : `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`;

/** Adds apiVersion, kind and metadata to the schema of an embedded resource. */
function withEmbedded(schema: JsonObject, dialect: Dialect): JsonObject {
  if (schema["x-kubernetes-embedded-resource"] !== true) return schema;
  const { properties, required } = schema;
  const names: readonly JsonValue[] = Array.isArray(required) ? required : [];
  return {
    ...schema,
    properties: {
      ...(isObject(properties) && properties),
      apiVersion: { description: textOf("apiVersion"), type: "string" },
      kind: { description: textOf("kind"), type: "string" },
      metadata: metadataPlace(dialect),
    },
    required: [...names, ...["kind", "apiVersion"].filter((name) => !names.includes(name))],
  };
}

const isNullable = (schema: JsonValue | undefined): boolean => isObject(schema) && schema["nullable"] === true;

function asVersion2(published: JsonObject, source: JsonObject): JsonObject {
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, not: _not, nullable, default: _default, ...kept } = published;
  const { type, properties, items, required: _required, ...others } = kept;
  const preserves = published["x-kubernetes-preserve-unknown-fields"] === true;
  const opaque = nullable === true || preserves;
  const typeKept =
    type !== undefined &&
    !(nullable === true || (preserves && type === "object") || (type === "array" && (opaque || items === undefined)));
  const shape: JsonObject = {
    ...others,
    ...requiredIn(source, opaque),
    ...(typeKept && { type }),
    ...(!opaque && properties !== undefined && { properties }),
    ...(!opaque && items !== undefined && { items }),
  };
  return preserves ? shape : withEmbedded(shape, version2);
}

/** Returns the required properties, without those that are nullable. */
function requiredIn({ required, properties, additionalProperties }: JsonObject, opaque: boolean): JsonObject {
  if (!Array.isArray(required) || required.length === 0) return {};
  if (isNullable(additionalProperties)) return {};
  const kept = opaque
    ? required
    : required.filter((name) => !(isObject(properties) && typeof name === "string" && isNullable(properties[name])));
  return kept.length === 0 ? {} : { required: kept };
}
