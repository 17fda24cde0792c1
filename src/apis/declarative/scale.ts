import type { ValidateScale } from "../../apiserver/registry/resource-definition.ts";
import { createDeclarativeEngine } from "./engine.ts";

/** The compiled tags of Scale. */
const engine = createDeclarativeEngine();

/** Validates the Scale of a built-in resource by its tags (autoscaling/v1 Scale). */
export const validateScale: ValidateScale = (scale, old, written, ctx) =>
  engine.errorsOf({ kind: "Scale", object: scale, old, subresource: "/scale" }, written, ctx);
