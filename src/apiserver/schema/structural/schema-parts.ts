import type { Schema, Slot } from "../schema.ts";

/** Returns the slots of a node: fields, values or items. */
function slotsOf(schema: Schema): readonly Slot[] {
  switch (schema.kind) {
    case "object":
      return schema.additionalProperties === undefined
        ? schema.fields
        : [...schema.fields, schema.additionalProperties];
    case "map":
      return [schema.values];
    case "list":
      return [schema.items];
    case "scalar":
    case "raw":
    case "schemaOr":
      return [];
  }
}

/**
 * Returns a predicate for schemas that contain a matching slot. Results are cached by schema, so that traversals can
 * skip values that need no work.
 */
export function rememberedInside(is: (slot: Slot) => boolean): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>();
  const inside = (schema: Schema): boolean => {
    if (schema.kind === "scalar" || schema.kind === "raw") return false;
    const found = known.get(schema);
    if (found !== undefined) return found;
    const result = slotsOf(schema).some((slot) => is(slot) || inside(slot.schema));
    known.set(schema, result);
    return result;
  };
  return inside;
}
