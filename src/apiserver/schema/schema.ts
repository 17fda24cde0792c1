import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { ValueValidation } from "./value-validation.ts";

/**
 * Leaves of a schema by how they are written, checked and printed. `number` is JSON's own: an integer or a float, kept
 * as it came.
 */
export type ScalarType =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "number"
  | "bytes"
  | "quantity"
  | "intOrString"
  | "time"
  | "microTime"
  | "duration";

/**
 * Values without a shape of their own. The first three are kept as JSON text upstream, `any` is a Go interface or
 * `x-kubernetes-preserve-unknown-fields`.
 */
export type RawType = "rawExtension" | "fieldsV1" | "json" | "any";

export type MapType = "atomic" | "granular";
export type ListType = "atomic" | "set" | "map";

/** What any node may say about its values. */
interface SchemaNode {
  /** The Go type as error texts spell it (`v1.ObjectMeta`, `[]string`); "" for nodes of custom resources. */
  readonly goType: string;
  readonly nullable?: boolean;
  /** x-kubernetes-preserve-unknown-fields: pruning passes over what the schema does not mention. */
  readonly preserveUnknownFields?: boolean;
  /** x-kubernetes-embedded-resource: apiVersion, kind and metadata need no mention. */
  readonly embeddedResource?: boolean;
  readonly title?: string;
  readonly description?: string;
  /** The rest of a structural schema: enum, format, bounds, junctors, x-kubernetes-validations. */
  readonly validation?: ValueValidation;
}

/**
 * A place that holds values of a schema: a field, a list's items, a map's values. Built-in schemas resolve on first
 * use.
 */
export interface Slot {
  readonly schema: Schema;
  readonly default?: JsonValue;
  /** What this place says in spite of its schema: an object's fields are granular here though atomic elsewhere. */
  readonly mapType?: MapType;
  readonly listType?: ListType;
}

/** Protobuf facts of a field. `message` wraps a named list in a message with repeated field 1. */
export interface ProtobufField {
  readonly number: number;
  readonly wire: "varint" | "fixed64" | "bytes";
  readonly repeated: boolean;
  readonly message: boolean;
}

/** One named member of an object, in the order in which Go prints it. */
export interface Field extends Slot {
  readonly name: string;
  readonly goName: string;
  /** Absent differs from zero. */
  readonly pointer: boolean;
  readonly omitempty: boolean;
  readonly omitzero: boolean;
  readonly required: boolean;
  /** The OpenAPI definition does not have it. */
  readonly notInOpenApi: boolean;
  readonly protobuf?: ProtobufField;
  /** Go tags of strategic merge patch: `merge`, `retainKeys`, `merge,retainKeys`, `replace`. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/**
 * A Go struct embedded without a JSON name: its fields stand among the outer ones in JSON, but are a message of their
 * own in protobuf.
 */
export interface Embedded {
  readonly goName: string;
  readonly schema: ObjectSchema;
  readonly protobuf?: ProtobufField;
}

/** x-kubernetes-unions of a definition, as OpenAPI prints it. */
export interface Union {
  readonly discriminator: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A type's form in OpenAPI where it is no object; `v3` is what version 3 says instead of `type`. */
export interface OpenApiForm {
  readonly type?: string;
  readonly format?: string;
  readonly v3?: JsonValue;
}

export interface ObjectSchema extends SchemaNode {
  readonly kind: "object";
  /** Canonical OpenAPI name (`io.k8s.api.core.v1.Pod`), or "" where the object has no name of its own. */
  readonly name: string;
  /** Those of embedded structs included, in place. */
  readonly fields: readonly Field[];
  readonly field: (name: string) => Field | undefined;
  readonly embedded: readonly Embedded[];
  readonly mapType?: MapType;
  readonly unions?: readonly Union[];
  /** What OpenAPI says instead of `type: object`, for types with a text form of their own. */
  readonly openApi?: OpenApiForm;
  /** The Go type has protobuf code. */
  readonly protobuf?: boolean;
  /** Names beyond the fields, where they are allowed at all (definitions that are not structural). */
  readonly additionalProperties?: Slot;
  /** No type is stated: values may be anything, the fields are those of objects. */
  readonly anyType?: boolean;
}

export interface MapSchema extends SchemaNode {
  readonly kind: "map";
  readonly values: Slot;
  readonly mapType?: MapType;
}

export interface ListSchema extends SchemaNode {
  readonly kind: "list";
  readonly items: Slot;
  readonly listType?: ListType;
  readonly listMapKeys?: readonly string[];
}

export interface ScalarSchema extends SchemaNode {
  readonly kind: "scalar";
  readonly type: ScalarType;
}

export interface RawSchema extends SchemaNode {
  readonly kind: "raw";
  readonly type: RawType;
}

/** JSONSchemaPropsOrBool, -OrArray and -OrStringArray: a schema object or something shorter in its place. */
export interface SchemaOrSchema extends SchemaNode {
  readonly kind: "schemaOr";
  readonly or: "bool" | "array" | "stringArray";
  readonly object: Slot;
}

/** A node of the one model behind built-in kinds and custom resources. */
export type Schema = ObjectSchema | MapSchema | ListSchema | ScalarSchema | RawSchema | SchemaOrSchema;
