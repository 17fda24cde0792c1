import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { objectStrategy } from "./object-strategy.ts";

/**
 * A kind of plain data: no status, no generation; it validates its metadata itself, as nearly every built-in kind does.
 */
export const plainStrategy: Strategy = objectStrategy({ validatesMetadata: true });

/** As plainStrategy; a PUT needs a resourceVersion. */
export const conditionalStrategy: Strategy = objectStrategy({
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

/** A kind whose `spec` counts generations and that has an (at first empty) status. */
export const specStatusStrategy: Strategy = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
});

/** As specStatusStrategy; a PUT needs a resourceVersion. */
export const conditionalSpecStatusStrategy: Strategy = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

/** A kind whose `spec` counts generations, without a status. */
export const specStrategy: Strategy = objectStrategy({ generation: ["spec"], validatesMetadata: true });

/** As specStrategy; a PUT needs a resourceVersion. */
export const conditionalSpecStrategy: Strategy = objectStrategy({
  generation: ["spec"],
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});
