import type { Schema } from "../schema.ts";
import { rememberedInside } from "../structural/schema-parts.ts";

const hasOwn = ({ validation }: Schema): boolean => (validation?.rules?.length ?? 0) > 0;
const hasInside = rememberedInside(({ schema }) => hasOwn(schema));

/**
 * Whether a schema or any schema within it has validation rules where a structural schema allows them. Rules inside
 * junctors (allOf, anyOf, oneOf, not) do not count.
 */
export const hasRules = (schema: Schema): boolean => hasOwn(schema) || hasInside(schema);
