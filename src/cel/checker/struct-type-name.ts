import type { Type } from "../types/type.ts";

const wellKnown: Partial<Readonly<Record<Type["kind"], string>>> = {
  any: "google.protobuf.Any",
  dyn: "google.protobuf.Value",
  duration: "google.protobuf.Duration",
  timestamp: "google.protobuf.Timestamp",
};
const wrappers: Partial<Readonly<Record<Type["kind"], string>>> = {
  bool: "google.protobuf.BoolValue",
  bytes: "google.protobuf.BytesValue",
  double: "google.protobuf.DoubleValue",
  int: "google.protobuf.Int64Value",
  string: "google.protobuf.StringValue",
  uint: "google.protobuf.UInt64Value",
};

/**
 * Returns the name used to construct values of a type with `Name{…}`; undefined for types without such a constructor.
 */
export function structTypeName(type: Type): string | undefined {
  if (type.kind === "struct") return type.name;
  if (type.nullable) return wrappers[type.kind];
  if (type.kind === "list") return type.element.kind === "dyn" ? "google.protobuf.ListValue" : undefined;
  if (type.kind === "map")
    return type.element.kind === "string" && type.valueType.kind === "dyn" ? "google.protobuf.Struct" : undefined;
  return wellKnown[type.kind];
}
