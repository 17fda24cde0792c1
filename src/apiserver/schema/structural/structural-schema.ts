import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type { Schema } from "../schema.ts";
import { newStructural } from "./new-structural.ts";

/** Schemas by the definition they are built from. */
const known = new WeakMap<JSONSchemaProps, Schema>();

/** Returns the schema of a stored definition, cached because those are immutable. Throws StructuralError. */
export function structuralSchemaOf(props: JSONSchemaProps): Schema {
  const made = known.get(props) ?? newStructural(props);
  known.set(props, made);
  return made;
}
