import { applyPatcher } from "./apply-patch.ts";
import { jsonPatcher, mergePatcher } from "./patch-json.ts";
import type { PatchMechanism } from "./patch-mechanism.ts";
import { strategicPatcher } from "./patch-strategic.ts";

/** Patch types of built-in resources by media type, in the order in which upstream lists them. */
export const patchTypes: { readonly [mediaType: string]: PatchMechanism | undefined } = {
  "application/json-patch+json": jsonPatcher,
  "application/merge-patch+json": mergePatcher,
  "application/strategic-merge-patch+json": strategicPatcher,
  "application/apply-patch+yaml": applyPatcher,
};
