import type { Schema } from "../schema.ts";
import { rememberedInside } from "../structural/schema-parts.ts";

const hasOwn = ({ validation }: Schema): boolean => (validation?.rules?.length ?? 0) > 0;
const hasInside = rememberedInside(({ schema }) => hasOwn(schema));

/**
 * Whether a schema or anything in it has validation rules where structural schemas may have them; what stands in
 * junctors does not count.
 */
export const hasRules = (schema: Schema): boolean => hasOwn(schema) || hasInside(schema);
