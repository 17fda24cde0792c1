import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { ValueValidation } from "./value-validation.ts";

/**
 * Scalar types, distinguished by how they are encoded, validated and printed. `number` is a JSON number, an integer or
 * a float, kept as received.
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
 * Values without a fixed structure. Upstream keeps the first three as raw JSON; `any` is a Go interface or a
 * schema with `x-kubernetes-preserve-unknown-fields`.
 */
export type RawType = "rawExtension" | "fieldsV1" | "json" | "any";

export type MapType = "atomic" | "granular";
export type ListType = "atomic" | "set" | "map";

/** The members of objects and the items of lists where a schema is for neither, or for the other. */
export interface OtherValues {
  readonly members: ObjectSchema | undefined;
  readonly items: Slot | undefined;
}

/** Properties common to all schema nodes. */
interface SchemaNode {
  /** The Go type as spelled in error messages (`v1.ObjectMeta`, `[]string`); "" for nodes of custom resources. */
  readonly goType: string;
  readonly nullable?: boolean;
  /** x-kubernetes-preserve-unknown-fields: fields that the schema does not specify are not pruned. */
  readonly preserveUnknownFields?: boolean;
  /** x-kubernetes-embedded-resource: apiVersion, kind and metadata need not be specified. */
  readonly embeddedResource?: boolean;
  readonly title?: string;
  readonly description?: string;
  /** What a structural schema says of values of another type than its own; they are pruned and validated by it. */
  readonly others?: OtherValues;
  /** The value validations of a structural schema: enum, format, bounds, junctors, x-kubernetes-validations. */
  readonly validation?: ValueValidation;
}

/**
 * A position that holds values of a schema: a field, the items of a list or the values of a map. Built-in schemas
 * resolve on first access.
 */
export interface Slot {
  readonly schema: Schema;
  readonly default?: JsonValue;
  /** Overrides the map type of the schema: an object may be granular in this field although it is atomic elsewhere. */
  readonly mapType?: MapType;
  readonly listType?: ListType;
}

/** Protobuf encoding of a field. `message` wraps a named list in a message with repeated field 1. */
export interface ProtobufField {
  readonly number: number;
  readonly wire: "varint" | "fixed64" | "bytes";
  readonly repeated: boolean;
  readonly message: boolean;
}

/** A named member of an object, in the order in which Go marshals it. */
export interface Field extends Slot {
  readonly name: string;
  readonly goName: string;
  /** Whether the Go field is a pointer, so that an absent value differs from zero. */
  readonly pointer: boolean;
  readonly omitempty: boolean;
  readonly omitzero: boolean;
  /** Set for a list or map that is decoded though it is empty, because an absent one means something else. */
  readonly keptEmpty?: boolean;
  readonly required: boolean;
  /** Whether the field is absent from the OpenAPI definition. */
  readonly notInOpenApi: boolean;
  readonly protobuf?: ProtobufField;
  /** Go tags of strategic merge patch: `merge`, `retainKeys`, `merge,retainKeys`, `replace`. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** A Go struct embedded without a JSON name. Its fields are inlined in JSON, but are a separate message in protobuf. */
export interface Embedded {
  readonly goName: string;
  readonly schema: ObjectSchema;
  readonly protobuf?: ProtobufField;
}

/** x-kubernetes-unions of a definition, as published in OpenAPI. */
export interface Union {
  readonly discriminator: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The OpenAPI form of a type that is not published as an object; `v3` replaces `type` in version 3. */
export interface OpenApiForm {
  readonly type?: string;
  readonly format?: string;
  readonly v3?: JsonValue;
}

export interface ObjectSchema extends SchemaNode {
  readonly kind: "object";
  /** Canonical OpenAPI name (`io.k8s.api.core.v1.Pod`), or "" for an anonymous object. */
  readonly name: string;
  /** All fields in order, including those of embedded structs. */
  readonly fields: readonly Field[];
  readonly field: (name: string) => Field | undefined;
  readonly embedded: readonly Embedded[];
  readonly mapType?: MapType;
  readonly unions?: readonly Union[];
  /** The OpenAPI form of types that are not published as `type: object`, such as those with a string form. */
  readonly openApi?: OpenApiForm;
  /** Whether the Go type has protobuf code. */
  readonly protobuf?: boolean;
  /**
   * The schema of fields that are not declared, where the definition allows them (only in non-structural definitions).
   */
  readonly additionalProperties?: Slot;
  /** Whether no type is declared. Values may have any type; the fields apply to objects. */
  readonly anyType?: boolean;
  /** The type that is declared if it is none of JSON, which no value has. */
  readonly unknownType?: string;
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

/** JSONSchemaPropsOrBool, -OrArray and -OrStringArray: a schema object, or a boolean or array in its place. */
export interface SchemaOrSchema extends SchemaNode {
  readonly kind: "schemaOr";
  readonly or: "bool" | "array" | "stringArray";
  readonly object: Slot;
}

/** A schema node. Built-in kinds and custom resources use the same model. */
export type Schema = ObjectSchema | MapSchema | ListSchema | ScalarSchema | RawSchema | SchemaOrSchema;
