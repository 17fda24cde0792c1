import { invalid, required, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import { isDns1035Label, validatePathSegmentName } from "../../apimachinery/validation/names.ts";
import { validateObjectMeta } from "../../apimachinery/validation/object-meta.ts";
import { DocumentError } from "./document.ts";
import { DecodeError } from "./json/decode-state.ts";
import { parseGroupVersion } from "./json/type-meta.ts";
import type { TypedCodec } from "./json/typed-codec.ts";
import type { Schema } from "../schema/schema.ts";
import { itemSlot, memberSlot } from "../schema/structural/json-tree.ts";

/** Reports whether a schema contains embedded resources. Values of most schemas need no validation for this reason. */
export function hasEmbeddedResources(schema: Schema): boolean {
  if (schema.embeddedResource === true) return true;
  switch (schema.kind) {
    case "object":
      return (
        schema.fields.some((field) => hasEmbeddedResources(field.schema)) ||
        (schema.additionalProperties !== undefined && hasEmbeddedResources(schema.additionalProperties.schema))
      );
    case "map":
      return hasEmbeddedResources(schema.values.schema);
    case "list":
      return hasEmbeddedResources(schema.items.schema);
    case "scalar":
    case "raw":
    case "schemaOr":
      return false;
  }
}

/** Validates TypeMeta and metadata of embedded resources (objectmeta.Validate). */
export function validateEmbeddedResources(
  path: FieldPath,
  value: JsonValue,
  schema: Schema,
  objectMeta: TypedCodec,
): readonly FieldError[] {
  if (isList(value)) {
    const items = itemSlot(schema)?.schema;
    return items === undefined
      ? []
      : value.flatMap((item, i) => validateEmbeddedResources(path.index(i), item, items, objectMeta));
  }
  if (!isObject(value)) return [];
  const own = schema.embeddedResource === true ? validateEmbedded(path, value, objectMeta) : [];
  return [
    ...own,
    ...Object.keys(value)
      .sort()
      .flatMap((name) => validateMember(path, value, name, schema, objectMeta)),
  ];
}

function validateMember(
  path: FieldPath,
  object: JsonObject,
  name: string,
  schema: Schema,
  objectMeta: TypedCodec,
): readonly FieldError[] {
  const slot = memberSlot(schema, name);
  if (slot === undefined) return [];
  const named = schema.kind === "object" && schema.field(name) !== undefined;
  return validateEmbeddedResources(
    named ? path.child(name) : path.key(name),
    object[name] ?? null,
    slot.schema,
    objectMeta,
  );
}

function validateEmbedded(path: FieldPath, object: JsonObject, objectMeta: TypedCodec): readonly FieldError[] {
  return [
    ...["apiVersion", "kind"].flatMap((name) => (Object.hasOwn(object, name) ? [] : [required(path.child(name))])),
    ...(Object.hasOwn(object, "apiVersion")
      ? validateApiVersion(path.child("apiVersion"), object["apiVersion"] ?? null)
      : []),
    ...(Object.hasOwn(object, "kind") ? validateKind(path.child("kind"), object["kind"] ?? null) : []),
    ...(Object.hasOwn(object, "metadata")
      ? validateMetadata(path.child("metadata"), object["metadata"] ?? null, objectMeta)
      : []),
  ];
}

function validateApiVersion(path: FieldPath, value: JsonValue): readonly FieldError[] {
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  if (value === "") return [invalid(path, value, "must not be empty")];
  try {
    parseGroupVersion(value);
    return [];
  } catch (err) {
    if (err instanceof DocumentError) return [invalid(path, value, err.message)];
    throw err;
  }
}

function validateKind(path: FieldPath, value: JsonValue): readonly FieldError[] {
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  if (value === "") return [invalid(path, value, "must not be empty")];
  const messages = isDns1035Label(value.toLowerCase());
  return messages.length === 0
    ? []
    : [invalid(path, value, `may have mixed case, but should otherwise match: ${messages.join(",")}`)];
}

function validateMetadata(path: FieldPath, value: JsonValue, objectMeta: TypedCodec): readonly FieldError[] {
  let meta: ObjectMeta;
  try {
    meta = objectMeta.decode(value) as unknown as ObjectMeta; // decoded by the schema of ObjectMeta
  } catch (err) {
    if (err instanceof DecodeError) return [invalid(path, value, err.message)];
    throw err;
  }
  const named = (meta.name ?? "") === "" ? { ...meta, name: "fakename" } : meta;
  return validateObjectMeta(named, (meta.namespace ?? "") !== "", validatePathSegmentName, path);
}
