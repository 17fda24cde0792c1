import type { ObjectSchema, Schema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import type { Descriptions } from "./descriptions.ts";
import type { Parameter } from "./operation.ts";

/** Query parameters of a kind of options, each of which is a field of it (endpoints addObjectParams). */
export type OptionParameters = (kind: string) => readonly Parameter[];

const typeMeta = new Set(["kind", "apiVersion"]);

/** Reads parameters off the types of options. */
export function createOptionParameters(types: TypeRegistry, descriptions: Descriptions): OptionParameters {
  const known = new Map<string, readonly Parameter[]>();
  const schemaOf = (kind: string): ObjectSchema | undefined =>
    types.metaKind(kind) ?? types.schemaOf({ group: "", version: "v1", kind });
  return (kind) => {
    const parameters = known.get(kind) ?? parametersOf(kind, schemaOf(kind), descriptions);
    known.set(kind, parameters);
    return parameters;
  };
}

function parametersOf(
  kind: string,
  schema: ObjectSchema | undefined,
  descriptions: Descriptions,
): readonly Parameter[] {
  return (schema?.fields ?? []).flatMap(({ name, schema: type }): Parameter[] => {
    const parameterType = typeMeta.has(name) ? undefined : typeOf(type);
    return parameterType === undefined
      ? []
      : [{ name, in: "query", type: parameterType, description: descriptions.parameter(kind, name) }];
  });
}

/** Structures and times are no parameters; of lists, one element is. */
function typeOf(schema: Schema): Parameter["type"] | undefined {
  if (schema.kind === "list") return typeOf(schema.items.schema);
  if (schema.kind !== "scalar") return undefined;
  if (schema.type === "string") return "string";
  if (schema.type === "bool") return "boolean";
  return schema.type === "int32" || schema.type === "int64" ? "integer" : undefined;
}
