import { fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";

const path = fieldPath("metadata", "finalizers");
const none: readonly FieldError[] = [];

/** What is said of a finalizer that has no domain and is none of Kubernetes' own. */
export const finalizerWithoutDomain = "name is neither a standard finalizer name nor is it fully qualified";

/**
 * Names that are malformed anyway are left to the general rules, which say so already (core/validation
 * validateKubeFinalizerName).
 */
function validateFinalizers({ finalizers }: ObjectMeta): readonly FieldError[] {
  if (finalizers === undefined) return none;
  return finalizers.flatMap((name, i) =>
    isKnownFinalizer(name) || isQualifiedName(name).length > 0
      ? []
      : [invalid(path.index(i), name, finalizerWithoutDomain)],
  );
}

const joined = (a: readonly FieldError[], b: readonly FieldError[]): readonly FieldError[] =>
  a.length === 0 ? b : [...a, ...b];

/**
 * A strategy of a kind that is particular about finalizers, as those are which use Kubernetes' own metadata rules and
 * not just apimachinery's.
 */
export const withFinalizerNames = (strategy: Strategy): Strategy => ({
  ...strategy,
  validate: (object, ctx) => joined(validateFinalizers(object.metadata), strategy.validate?.(object, ctx) ?? none),
  validateUpdate: (object, old, ctx) =>
    joined(validateFinalizers(object.metadata), strategy.validateUpdate?.(object, old, ctx) ?? none),
});
