import { greatestOf } from "../../../apimachinery/long-lists.ts";
import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  structOf,
  timestampType,
  type Type,
} from "../../../cel/types/type.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import type { Field, ObjectSchema, ScalarSchema, Schema } from "../schema.ts";
import type { ValueValidation } from "../value-validation.ts";
import { isUnspecified } from "../structural/new-structural.ts";
import { simpleDeclType, type DeclType } from "./decl-type.ts";
import { maxRequestBytes } from "./limits.ts";
import { escapePropertyName } from "./property-names.ts";
import { withTypeAndObjectMeta } from "./resource-schema.ts";

/** The maximum number of characters of a string in a request, excluding its quotes. */
const maxStringLength = maxRequestBytes - 2;
const maxBytesPerCharacter = 4;
const minStringSize = 2;
const maxDurationSize = 32;
const maxDateTimeSize = 32;
const dateSize = 12;

const bool = simpleDeclType(boolType, 4);
const double = simpleDeclType(doubleType, 1);
const int = simpleDeclType(intType, 1);
const key = simpleDeclType(stringType, minStringSize);
const time = simpleDeclType(timestampType, 21, maxDateTimeSize);

const notNegative = (value: number): number => Math.max(value, 0);

function longestEnum(values: readonly unknown[]): number {
  return greatestOf(
    values.map((value) => (typeof value === "string" ? byteLength(value) : 0)),
    0,
  );
}

function maxCharacters({ maxLength, enum: values }: ValueValidation): number {
  if (maxLength !== undefined) return notNegative(maxLength) * maxBytesPerCharacter;
  return values !== undefined && values.length > 0 ? longestEnum(values) : maxStringLength;
}

/** String types by their maximum length. Most schemas use few lengths. */
const texts = new BoundedMap<number, DeclType>(1000);

/** Returns the string type with a maximum length. */
function textOf(maxElements: number): DeclType {
  const known = texts.get(maxElements);
  if (known !== undefined) return known;
  const made = simpleDeclType(stringType, minStringSize, maxElements);
  texts.set(maxElements, made);
  return made;
}

function stringDeclType(validation: ValueValidation): DeclType {
  const { format, maxLength } = validation;
  switch (format) {
    case "byte":
      return simpleDeclType(
        bytesType,
        minStringSize,
        maxLength === undefined ? maxStringLength : notNegative(maxLength),
      );
    case "duration":
      return simpleDeclType(durationType, 3, maxDurationSize);
    case "date":
      return simpleDeclType(timestampType, dateSize, dateSize);
    case "date-time":
      return time;
    default:
      return textOf(maxCharacters(validation));
  }
}

function intOrString({ maxLength }: ValueValidation): DeclType {
  return simpleDeclType(
    dynType,
    1,
    maxLength === undefined ? maxStringLength : notNegative(maxLength) * maxBytesPerCharacter,
  );
}

function scalarDeclType({ type, validation = {} }: ScalarSchema): DeclType {
  switch (type) {
    case "bool":
      return bool;
    case "int32":
    case "int64":
      return int;
    case "float64":
    case "number":
      return double;
    case "intOrString":
      return intOrString(validation);
    case "time":
    case "microTime":
      return time;
    case "bytes":
      return stringDeclType({ ...validation, format: "byte" });
    case "string":
      return stringDeclType(validation);
    case "quantity":
    case "duration":
      return textOf(maxStringLength);
  }
}

/** The size of `{}` or `[]` in bytes. */
const emptySize = 2;

/** The number of bytes that a required field adds to the smallest object: its name, quotes, colon and comma. */
const requiredSize = ({ name }: Field, type: DeclType): number => byteLength(name) + type.minSerializedSize + 4;

/** An object type whose fields are computed on first access, because most rules access only a few. */
class ObjectDeclType implements DeclType {
  readonly type: Type;
  readonly element = undefined;
  readonly key = undefined;
  readonly maxElements = 0;
  readonly #schema: ObjectSchema;
  #fields: ReadonlyMap<string, DeclType> | undefined;
  #minSerializedSize: number | undefined;

  constructor(schema: ObjectSchema, name: string) {
    this.type = structOf(name);
    this.#schema = schema;
  }

  get fields(): ReadonlyMap<string, DeclType> {
    return (this.#fields ??= this.#collect());
  }

  get minSerializedSize(): number {
    return (this.#minSerializedSize ??= this.#measure());
  }

  renamed(name: string): DeclType {
    return new ObjectDeclType(this.#schema, name);
  }

  #fieldType(field: Field): DeclType | undefined {
    return schemaDeclType(field.schema, `${this.type.name}.${escapePropertyName(field.name) ?? field.name}`);
  }

  #collect(): ReadonlyMap<string, DeclType> {
    const fields = new Map<string, DeclType>();
    for (const field of this.#schema.fields) {
      const escaped = escapePropertyName(field.name);
      const type = escaped === undefined ? undefined : this.#fieldType(field);
      if (escaped !== undefined && type !== undefined) fields.set(escaped, type);
    }
    return fields;
  }

  #measure(): number {
    let size = emptySize;
    for (const field of this.#schema.fields) {
      if (!field.required || field.default !== undefined) continue;
      const type = this.#fieldType(field);
      if (type !== undefined) size += requiredSize(field, type);
    }
    return size;
  }
}

function objectDeclType(schema: ObjectSchema, name: string, isResource: boolean): DeclType | undefined {
  return schema.anyType ? undefined : new ObjectDeclType(isResource ? withTypeAndObjectMeta(schema) : schema, name);
}

function listDeclType(element: DeclType | undefined, maxItems: number | undefined): DeclType | undefined {
  if (element === undefined) return undefined;
  const maxElements =
    maxItems === undefined ? Math.trunc(maxStringLength / (element.minSerializedSize + 1)) : notNegative(maxItems);
  return {
    type: listOf(element.type),
    fields: undefined,
    element,
    key: undefined,
    maxElements,
    minSerializedSize: emptySize,
  };
}

function mapDeclType(element: DeclType | undefined, maxProperties: number | undefined): DeclType | undefined {
  if (element === undefined) return undefined;
  const maxElements =
    maxProperties === undefined
      ? Math.trunc(maxStringLength / (element.minSerializedSize + 6))
      : notNegative(maxProperties);
  return {
    type: mapOf(stringType, element.type),
    fields: undefined,
    element,
    key,
    maxElements,
    minSerializedSize: emptySize,
  };
}

/** The schema that expressions see for an object with arbitrary members. */
const noFields: ObjectSchema = {
  kind: "object",
  name: "",
  goType: "",
  fields: [],
  field: () => undefined,
  embedded: [],
};

/**
 * Returns the CEL type of a schema. Object types are named by their path. Undefined for schemas that expressions
 * cannot access (SchemaDeclType).
 */
export function schemaDeclType(
  schema: Schema,
  name: string,
  isResourceRoot = schema.embeddedResource ?? false,
): DeclType | undefined {
  const { validation = {} } = schema;
  switch (schema.kind) {
    case "scalar":
      return scalarDeclType(schema);
    case "list":
      return listDeclType(schemaDeclType(schema.items.schema, `${name}.@idx`), validation.maxItems);
    case "map":
      if (isUnspecified(schema.values.schema)) return objectDeclType(noFields, name, isResourceRoot);
      return mapDeclType(schemaDeclType(schema.values.schema, `${name}.@elem`), validation.maxProperties);
    case "object":
      return objectDeclType(schema, name, isResourceRoot);
    case "raw":
    case "schemaOr":
      return undefined;
  }
}

/** Returns the same type under another name; each rule has its own name for the type of `self`. */
export function renamed(declared: DeclType, name: string): DeclType {
  if (declared instanceof ObjectDeclType) return declared.renamed(name);
  if (declared.element === undefined) return declared;
  const isList = declared.type.kind === "list";
  const element = renamed(declared.element, `${name}.${isList ? "@idx" : "@elem"}`);
  return { ...declared, element, type: isList ? listOf(element.type) : mapOf(stringType, element.type) };
}
