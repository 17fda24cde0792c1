import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { numberAt, recordAt, stringAt } from "../record.ts";

const spec = fieldPath("spec");
/** The strategy by which the candidate of the oldest version holds the lease. */
export const oldestEmulationVersion = "OldestEmulationVersion";
const strategies = [oldestEmulationVersion];

/** Validates a strategy: a known name, or a qualified name with a domain (ValidateCoordinatedLeaseStrategy). */
export function validateCoordinatedStrategy(strategy: string): readonly FieldError[] {
  const path = spec.child("strategy", "strategy");
  if (strategy.includes("/")) return isQualifiedName(strategy).map((message) => invalid(path, strategy, message));
  return strategies.includes(strategy) ? [] : [notSupported(path, strategy, strategies)];
}

/** Validates the spec of a Lease (coordination/validation ValidateLeaseSpec). */
export function validateLease(lease: KubeObject): readonly FieldError[] {
  const fields = recordAt(lease, "spec");
  const errors: FieldError[] = [];
  const duration = numberAt(fields, "leaseDurationSeconds");
  if (duration !== undefined && duration <= 0)
    addError(errors, invalid(spec.child("leaseDurationSeconds"), duration, "must be greater than 0"));
  const transitions = numberAt(fields, "leaseTransitions");
  if (transitions !== undefined && transitions < 0)
    addError(errors, invalid(spec.child("leaseTransitions"), transitions, "must be greater than or equal to 0"));
  const { strategy } = fields;
  if (typeof strategy === "string") addErrors(errors, validateCoordinatedStrategy(strategy));
  const named = stringAt(fields, "strategy") !== "";
  if (stringAt(fields, "preferredHolder") !== "" && !named)
    addError(errors, forbidden(spec.child("preferredHolder"), "may only be specified if `strategy` is defined"));
  return errors;
}

/** Strategy of Leases: a PUT may create them, and requires a resourceVersion for updates. */
export const leaseStrategy = {
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: validateLease,
  validateUpdate: validateLease,
} satisfies Strategy;
