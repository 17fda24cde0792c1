import type { FieldError, Printing } from "../../apimachinery/field-error.ts";
import type { GroupKind } from "../../apimachinery/gvk.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import { encodeUntyped } from "../../component-base/long-texts.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { pausingSteps } from "../../component-base/pausing-steps.ts";
import { inSlices, rested, type Resting, type WorkOwner } from "../../component-base/work.ts";

/** How errors of large objects are printed: with pauses in a large request. */
export const printing: Printing = { ...pausingSteps, json: encodeUntyped };

/**
 * Throws the error of an object that is invalid. That of a large request is made in slices, and others have their turn
 * before and after it.
 */
export const refusedAsInvalid = (
  owner: Partial<WorkOwner> & Resting,
  kind: GroupKind,
  name: string,
  errors: readonly FieldError[],
): MaybeAsync<never> =>
  afterwards(rested(owner, undefined), () => {
    const made = inSlices(owner, () => newInvalid(kind, name, errors, printing));
    return afterwards(rested(owner, made), (error) => {
      throw error;
    });
  });
