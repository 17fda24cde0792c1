import { fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { errorsOfEach } from "../validation/fields.ts";

const path = fieldPath("metadata", "finalizers");
const none: readonly FieldError[] = [];

/** Error for a finalizer without a domain that is not a standard one. */
export const finalizerWithoutDomain = "name is neither a standard finalizer name nor is it fully qualified";

/** Asks finalizers for a domain (core/validation ValidateObjectMeta, validateKubeFinalizerName). */
function validateFinalizers({ finalizers }: ObjectMeta): readonly FieldError[] {
  if (finalizers === undefined) return none;
  return errorsOfEach(finalizers, (name, i) =>
    isKnownFinalizer(name) ? [] : [invalid(path.index(i), name, finalizerWithoutDomain)],
  );
}

const joined = (a: readonly FieldError[], b: readonly FieldError[]): readonly FieldError[] =>
  a.length === 0 ? b : [...a, ...b];

/**
 * Adds the validation of finalizer names to a strategy, for kinds that use the metadata validation of k8s.io/kubernetes
 * rather than only that of apimachinery.
 */
export const withFinalizerNames = (strategy: Strategy): Strategy => ({
  ...withFinalizerNamesOnUpdate(strategy),
  validate: (object, ctx) => joined(validateFinalizers(object.metadata), strategy.validate?.(object, ctx) ?? none),
});

/** Adds the validation of finalizer names on update, with each check of the metadata. */
export const withFinalizerNamesOnUpdate = <S extends UpdateStrategy>(strategy: S): S => ({
  ...strategy,
  validateOwnMetadata: validateFinalizers,
});
