import { Double, type JsonValue } from "./value.ts";

/** What Go's encoding/json calls a value in `cannot unmarshal X into ...`. */
export function typeName(value: JsonValue): "null" | "bool" | "string" | "number" | "array" | "object" {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (typeof value !== "object" || value instanceof Double) return "number";
  return Array.isArray(value) ? "array" : "object";
}

/** A JSON value of a type that Go cannot put where it belongs; numbers out of range are named by their `literal`. */
export class TypeMismatchError extends Error {
  constructor(value: JsonValue, goType: string, literal = "") {
    super(
      `json: cannot unmarshal ${typeName(value)}${literal === "" ? "" : ` ${literal}`} into Go value of type ${goType}`,
    );
    this.name = "TypeMismatchError";
  }
}
