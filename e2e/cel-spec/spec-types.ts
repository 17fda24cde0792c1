import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { wellKnownTypes } from "../../src/cel/library/well-known-types.ts";
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullableOf,
  nullType,
  opaqueOf,
  stringType,
  structOf,
  timestampType,
  typeOf,
  typeParam,
  uintType,
  type Type,
} from "../../src/cel/types/type.ts";
import { elements, member, text } from "./simple-test.ts";

const primitives: Readonly<Record<string, Type>> = {
  BOOL: boolType,
  INT64: intType,
  UINT64: uintType,
  DOUBLE: doubleType,
  STRING: stringType,
  BYTES: bytesType,
};
const wellKnown: Readonly<Record<string, Type>> = { ANY: anyType, TIMESTAMP: timestampType, DURATION: durationType };

/** Returns the CEL type of a message of the protobuf library. */
const messageType = (name: string): Type => wellKnownTypes.findStruct(name) ?? structOf(name);

/** Parses a type in the notation of the tests (cel.expr.Type in JSON). */
export function parseSpecType(json: JsonValue | undefined): Type {
  const primitive = member(json, "primitive");
  if (primitive !== undefined) return primitives[text(primitive)] ?? dynType;
  const wrapper = member(json, "wrapper");
  if (wrapper !== undefined) return nullableOf(primitives[text(wrapper)] ?? dynType);
  const known = member(json, "wellKnown");
  if (known !== undefined) return wellKnown[text(known)] ?? dynType;
  if (member(json, "null") !== undefined) return nullType;
  const message = member(json, "messageType");
  return message === undefined ? parseComposedType(json) : messageType(text(message));
}

function parseComposedType(json: JsonValue | undefined): Type {
  const list = member(json, "listType");
  if (list !== undefined) return listOf(parseSpecType(member(list, "elemType")));
  const map = member(json, "mapType");
  if (map !== undefined) return mapOf(parseSpecType(member(map, "keyType")), parseSpecType(member(map, "valueType")));
  const param = member(json, "typeParam");
  if (param !== undefined) return typeParam(text(param));
  const abstract = member(json, "abstractType");
  if (abstract !== undefined)
    return opaqueOf(text(member(abstract, "name")), ...elements(member(abstract, "parameterTypes")).map(parseSpecType));
  const type = member(json, "type");
  return type === undefined ? dynType : typeOf(parseSpecType(type));
}
