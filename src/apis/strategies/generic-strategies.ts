import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { objectStrategy } from "./object-strategy.ts";

/**
 * Strategy of kinds with plain data: no status and no generation. validatesMetadata is set, as for nearly all built-in
 * kinds.
 */
export const plainStrategy: Strategy = objectStrategy({ validatesMetadata: true });

/** Same as plainStrategy, but a PUT requires a resourceVersion. */
export const conditionalStrategy: Strategy = objectStrategy({
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

/** Strategy of kinds with a generation that counts spec changes, and a status that is empty on create. */
export const specStatusStrategy: Strategy = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
});
