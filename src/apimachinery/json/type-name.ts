import { Double, type JsonValue } from "./value.ts";

/** Returns the name of a value's type in Go's message `cannot unmarshal X into ...`. */
export function typeName(value: JsonValue): "null" | "bool" | "string" | "number" | "array" | "object" {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (typeof value !== "object" || value instanceof Double) return "number";
  return Array.isArray(value) ? "array" : "object";
}

/** The Go type that an apiVersion and a kind are read into, as errors name it. */
export const typeMetaStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** A JSON value that does not fit the Go type of its field; for numbers out of range the message has the `literal`. */
export class TypeMismatchError extends Error {
  constructor(value: JsonValue, goType: string, literal = "") {
    super(
      `json: cannot unmarshal ${typeName(value)}${literal === "" ? "" : ` ${literal}`} into Go value of type ${goType}`,
    );
    this.name = "TypeMismatchError";
  }
}
