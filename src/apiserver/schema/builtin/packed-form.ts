import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { ListType, MapType, ObjectSchema } from "../schema.ts";

/** OpenAPI properties of a field or of its elements: default, enum, format. */
export interface PackedFacts {
  readonly d?: JsonValue;
  readonly e?: readonly string[];
  readonly f?: string;
}

/**
 * Properties of a field that do not follow from its type: list and map type, list map keys, patch strategy and merge
 * key, Go name, properties of its elements.
 */
export interface PackedExtras extends PackedFacts {
  readonly l?: ListType;
  readonly m?: MapType;
  readonly k?: readonly string[];
  readonly p?: string;
  readonly q?: string;
  readonly g?: string;
  readonly i?: PackedFacts;
}

/** The packed form of a field: `[JSON name, type code, flags, protobuf number, extras?]`. */
export type PackedField = readonly [name: string, code: string, flags: number, protobuf: number, extras?: PackedExtras];

/** Properties of a type: map type, unions, OpenAPI type and format, OpenAPI v3 form, absence of protobuf code. */
export interface PackedTypeFacts {
  readonly m?: MapType;
  readonly u?: readonly (readonly [discriminator: string, fields: Readonly<Record<string, string>>])[];
  readonly t?: readonly [type: string, format?: string];
  readonly v?: JsonValue;
  readonly n?: 1;
}

/** One line of the packed data, after its name: `[fields, facts?]`. */
export type PackedType = readonly [fields: readonly PackedField[], facts?: PackedTypeFacts];

/** Flag bits of a packed field. The last two mean that the default is the zero value of the type or of its elements. */
export const packedFlags = {
  pointer: 1,
  omitempty: 2,
  omitzero: 4,
  required: 8,
  inline: 16,
  notInOpenApi: 32,
  zeroDefault: 64,
  zeroElementDefault: 128,
};

/** Returns an object schema by its canonical name; used to resolve references between types. */
export type Resolve = (name: string) => ObjectSchema;

/** Properties of the enclosing field that determine the schema of a slot. */
export interface PlaceFacts {
  readonly own: PackedExtras;
  readonly zeroElementDefault: boolean;
}
