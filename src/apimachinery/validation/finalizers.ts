import { invalid, type FieldError, type FieldPath } from "../field-error.ts";
import { finalizerDeleteDependents, finalizerOrphanDependents } from "../finalizers.ts";
import { isQualifiedName } from "./names.ts";

/** A finalizer's form (validation.ValidateFinalizerName). */
const validateFinalizerName = (name: string, path: FieldPath): readonly FieldError[] =>
  isQualifiedName(name).map((message) => invalid(path, name, message));

/**
 * The form of all finalizers, and that the garbage collector's two do not stand together
 * (validation.ValidateFinalizers).
 */
export function validateFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): readonly FieldError[] {
  if (finalizers === undefined) return [];
  const errors = finalizers.flatMap((finalizer) => validateFinalizerName(finalizer, path));
  if (!finalizers.includes(finalizerOrphanDependents) || !finalizers.includes(finalizerDeleteDependents)) return errors;
  return [
    ...errors,
    invalid(
      path,
      finalizers,
      `finalizer ${finalizerOrphanDependents} and ${finalizerDeleteDependents} cannot be both set`,
    ),
  ];
}
