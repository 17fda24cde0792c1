import { fieldPath, type FieldError, addErrors } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { compareSemver, parseSemver, SemverError, type SemverVersion } from "../../apimachinery/semver.ts";
import { isConfigMapKey } from "../../apimachinery/validation/names.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { immutable, requireMember } from "../validation/checks.ts";
import { addInvalid, addRequired, collectErrors, fieldsOf, isZero, textAt, type Fields } from "../validation/fields.ts";
import { oldestEmulationVersion, validateCoordinatedStrategy } from "./lease.ts";

const specPath = fieldPath("spec");
const noVersion = parseSemver("0.0.0");

/** Returns the version of a member, 0.0.0 if it is absent; adds an error if it is none. */
function versionAt(spec: Fields, member: string): SemverVersion {
  if (isZero(spec, member)) return noVersion;
  try {
    return parseSemver(textAt(spec, member));
  } catch (error) {
    if (!(error instanceof SemverError)) throw error;
    addInvalid(spec, member, "must be a valid semantic version");
    return noVersion;
  }
}

function validateVersions(spec: Fields): SemverVersion {
  const emulation = versionAt(spec, "emulationVersion");
  requireMember(spec, "binaryVersion");
  const binary = versionAt(spec, "binaryVersion");
  const both = !isZero(spec, "emulationVersion") && !isZero(spec, "binaryVersion");
  if (both && compareSemver(binary, emulation) < 0)
    addInvalid(spec, "binaryVersion", "must be greater than or equal to `emulationVersion`");
  return emulation;
}

/** Validates a LeaseCandidate (ValidateLeaseCandidateSpec, ValidateLeaseCandidateSpecUpdate). */
export const validateLeaseCandidate = (candidate: KubeObject, old?: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(candidate, "spec"), specPath, (spec) => {
    requireMember(spec, "leaseName");
    const emulation = validateVersions(spec);
    if (requireMember(spec, "strategy")) {
      const strategy = textAt(spec, "strategy");
      if (strategy === oldestEmulationVersion && compareSemver(emulation, noVersion) === 0)
        addRequired(spec, "emulationVersion", "must be specified when `strategy` is 'OldestEmulationVersion'");
      addErrors(spec.errors, validateCoordinatedStrategy(strategy));
    }
    if (old !== undefined) immutable(spec, fieldsOf(recordAt(old, "spec"), specPath, []), "leaseName");
  });

/** Strategy of LeaseCandidates: a PUT may create them, and requires a resourceVersion for updates. */
export const leaseCandidateStrategy = objectStrategy({
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validateName: isConfigMapKey,
  validate: (candidate) => validateLeaseCandidate(candidate),
  validateUpdate: (candidate, old) => validateLeaseCandidate(candidate, old),
});
