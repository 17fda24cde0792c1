import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { diffMaps } from "./diff-maps.ts";
import { PatchSchema } from "./patch-schema.ts";

/**
 * Returns the strategic merge patch that changes `original` to `modified` (strategicpatch.CreateTwoWayMergeMapPatch).
 * Throws StrategicPatchError.
 */
export const createTwoWayMergePatch = (original: JsonObject, modified: JsonObject, schema: ObjectSchema): JsonObject =>
  diffMaps(original, modified, new PatchSchema(schema));
