import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type { Schema } from "../schema.ts";
import { newStructural } from "./new-structural.ts";

/** Goes with the definition that the schema is written in. */
const known = new WeakMap<JSONSchemaProps, Schema>();

/** The schema of a definition that is stored, made once: stored definitions do not change. Throws StructuralError. */
export function structuralSchemaOf(props: JSONSchemaProps): Schema {
  const made = known.get(props) ?? newStructural(props);
  known.set(props, made);
  return made;
}
