import type { Schema } from "../schema.ts";

/** What a schema states as its `type`; "" where it states none. */
export function typeName(schema: Schema): string {
  switch (schema.kind) {
    case "object":
      return schema.anyType ? "" : "object";
    case "map":
      return "object";
    case "list":
      return "array";
    case "scalar":
      return scalarNames[schema.type] ?? "string";
    case "raw":
    case "schemaOr":
      return "";
  }
}

const scalarNames: Readonly<Record<string, string>> = {
  bool: "boolean",
  int32: "integer",
  int64: "integer",
  float64: "number",
  number: "number",
  intOrString: "",
};
