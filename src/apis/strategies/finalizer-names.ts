import { fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";

const path = fieldPath("metadata", "finalizers");
const none: readonly FieldError[] = [];

/** Error for a finalizer without a domain that is not a standard one. */
export const finalizerWithoutDomain = "name is neither a standard finalizer name nor is it fully qualified";

/**
 * Validates finalizer names. Malformed names are skipped, since the general metadata validation reports them
 * (core/validation validateKubeFinalizerName).
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
 * Adds the validation of finalizer names to a strategy, for kinds that use the metadata validation of k8s.io/kubernetes
 * rather than only that of apimachinery.
 */
export const withFinalizerNames = (strategy: Strategy): Strategy => ({
  ...strategy,
  validate: (object, ctx) => joined(validateFinalizers(object.metadata), strategy.validate?.(object, ctx) ?? none),
  validateUpdate: (object, old, ctx) =>
    joined(validateFinalizers(object.metadata), strategy.validateUpdate?.(object, old, ctx) ?? none),
});
