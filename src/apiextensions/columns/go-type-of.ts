import type { JsonValue } from "../../apimachinery/json/value.ts";
import { jsonTypeOf } from "../../apiserver/schema/validation/json-type.ts";

const goTypes = {
  null: "<nil>",
  boolean: "bool",
  string: "string",
  integer: "int64",
  number: "float64",
  array: "[]interface {}",
  object: "map[string]interface {}",
} as const;

/** Returns the Go type of a decoded value, as error messages name it. */
export const goTypeOf = (value: JsonValue): string => goTypes[jsonTypeOf(value)];
