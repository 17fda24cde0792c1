import { boolType, bytesType, doubleType, durationType, dynType, intType, listOf, mapOf, stringType, structOf, timestampType } from "../../../cel/types/type.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import type { Field, ObjectSchema, ScalarSchema, Schema } from "../schema.ts";
import type { ValueValidation } from "../value-validation.ts";
import { simpleDeclType, type DeclType } from "./decl-type.ts";
import { escapePropertyName } from "./property-names.ts";

const maxRequestBytes = 3 * 1024 * 1024;
/** Characters of the longest string a request can hold between its quotes. */
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
  return Math.max(0, ...values.map((value) => (typeof value === "string" ? byteLength(value) : 0)));
}

function maxCharacters({ maxLength, enum: values }: ValueValidation): number {
  if (maxLength !== undefined) return notNegative(maxLength) * maxBytesPerCharacter;
  return values !== undefined && values.length > 0 ? longestEnum(values) : maxStringLength;
}

function stringDeclType(validation: ValueValidation): DeclType {
  const { format, maxLength } = validation;
  switch (format) {
    case "byte":
      return simpleDeclType(bytesType, minStringSize, maxLength === undefined ? maxStringLength : notNegative(maxLength));
    case "duration":
      return simpleDeclType(durationType, 3, maxDurationSize);
    case "date":
      return simpleDeclType(timestampType, dateSize, dateSize);
    case "date-time":
      return time;
    default:
      return simpleDeclType(stringType, minStringSize, maxCharacters(validation));
  }
}

function intOrString({ maxLength }: ValueValidation): DeclType {
  return simpleDeclType(dynType, 1, maxLength === undefined ? maxStringLength : notNegative(maxLength) * maxBytesPerCharacter);
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
      return simpleDeclType(stringType, minStringSize, maxStringLength);
  }
}

/** What every resource has, mentioned or not. */
function metaFields(name: string): ReadonlyMap<string, DeclType> {
  const text = simpleDeclType(stringType, minStringSize, maxStringLength);
  const names = new Map([["name", text], ["generateName", text]]);
  const metadata: DeclType = { ...text, type: structOf(`${name}.metadata`), fields: names, maxElements: 0 };
  return new Map([["kind", text], ["apiVersion", text], ["metadata", metadata]]);
}

/** Bytes a field adds to the smallest object: its name, quotes, colon and comma. */
function requiredSize(field: Field, type: DeclType): number {
  return field.required && field.default === undefined ? byteLength(field.name) + type.minSerializedSize + 4 : 0;
}

function objectDeclType(schema: ObjectSchema, name: string, isResource: boolean): DeclType | undefined {
  if (schema.anyType) return undefined;
  const fields = new Map<string, DeclType>();
  let minSerializedSize = 2;
  for (const field of schema.fields) {
    const escaped = escapePropertyName(field.name);
    const type = schemaDeclType(field.schema, `${name}.${escaped ?? field.name}`);
    if (type === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, type);
    minSerializedSize += requiredSize(field, type);
  }
  if (isResource) for (const [field, type] of metaFields(name)) fields.set(field, type);
  return { type: structOf(name), fields, element: undefined, key: undefined, maxElements: 0, minSerializedSize };
}

function listDeclType(element: DeclType | undefined, maxItems: number | undefined): DeclType | undefined {
  if (element === undefined) return undefined;
  const maxElements = maxItems === undefined ? Math.trunc(maxStringLength / (element.minSerializedSize + 1)) : notNegative(maxItems);
  return { type: listOf(element.type), fields: undefined, element, key: undefined, maxElements, minSerializedSize: 2 };
}

function mapDeclType(element: DeclType | undefined, maxProperties: number | undefined): DeclType | undefined {
  if (element === undefined) return undefined;
  const maxElements = maxProperties === undefined ? Math.trunc(maxStringLength / (element.minSerializedSize + 6)) : notNegative(maxProperties);
  return { type: mapOf(stringType, element.type), fields: undefined, element, key, maxElements, minSerializedSize: 2 };
}

/** Values of which a schema says nothing are an object without fields where the map is stated, nothing elsewhere. */
const isAnything = (schema: Schema): boolean => schema.kind === "object" && schema.anyType === true;

/** What expressions see of a schema, its objects named by where they are; undefined for what they cannot see (SchemaDeclType). */
export function schemaDeclType(schema: Schema, name: string, isResourceRoot = schema.embeddedResource ?? false): DeclType | undefined {
  const { validation = {} } = schema;
  switch (schema.kind) {
    case "scalar":
      return scalarDeclType(schema);
    case "list":
      return listDeclType(schemaDeclType(schema.items.schema, `${name}.@idx`), validation.maxItems);
    case "map":
      if (!isAnything(schema.values.schema)) return mapDeclType(schemaDeclType(schema.values.schema, `${name}.@elem`), validation.maxProperties);
      return { type: structOf(name), fields: isResourceRoot ? metaFields(name) : new Map(), element: undefined, key: undefined, maxElements: 0, minSerializedSize: 2 };
    case "object":
      return objectDeclType(schema, name, isResourceRoot);
    case "raw":
    case "schemaOr":
      return undefined;
  }
}
