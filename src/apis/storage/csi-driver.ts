import type { SeenValues } from "../validation/checks-in-slices.ts";
import {
  countErrors,
  fieldPath,
  invalid,
  notSupported,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { Defaults } from "../defaulting.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { immutable, oneOf, requireSet, unique } from "../validation/checks.ts";
import {
  addInvalid,
  addRequired,
  collectErrors,
  eachItem,
  eachText,
  fieldsOf,
  integerAt,
  isSet,
  quotedValue,
  type Fields,
} from "../validation/fields.ts";

const specPath = fieldPath("spec");
const groupPolicies = ["File", "None", "ReadWriteOnceWithFSType"];
const lifecycleModes = ["Persistent", "Ephemeral"];

/** storage/v1 SetDefaults_CSIDriver. */
export const csiDriverDefaults: Defaults = {
  inside: {
    spec: {
      setPointers: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        requiresRepublish: false,
        seLinuxMount: false,
      },
      rules: [
        (spec) => {
          const { volumeLifecycleModes: modes } = spec;
          return Array.isArray(modes) && modes.length > 0 ? spec : { ...spec, volumeLifecycleModes: ["Persistent"] };
        },
      ],
    },
  },
  make: ["spec"],
};

/** Tokens must be for different audiences, and last 10 minutes at least (validateTokenRequests). */
function validateTokenRequests(spec: Fields): void {
  const seen: SeenValues = new Map();
  eachItem(spec, "tokenRequests", (request) => {
    const before = countErrors(request.errors);
    unique(request, "audience", seen);
    const seconds = integerAt(request, "expirationSeconds");
    if (countErrors(request.errors) > before || seconds === undefined) return;
    if (seconds < 600) addInvalid(request, "expirationSeconds", "may not specify a duration less than 10 minutes");
    if (seconds > 2 ** 32)
      addInvalid(request, "expirationSeconds", "may not specify a duration larger than 2^32 seconds");
  });
}

/** Validates the spec of a CSIDriver (validateCSIDriverSpec). */
function validateSpec(spec: Fields, gates: FeatureGates): void {
  if (!isSet(spec, "attachRequired")) addRequired(spec, "attachedRequired");
  requireSet(spec, "podInfoOnMount");
  requireSet(spec, "storageCapacity");
  oneOf(spec, "fsGroupPolicy", groupPolicies);
  validateTokenRequests(spec);
  eachText(spec, "volumeLifecycleModes", (mode) => {
    if (!lifecycleModes.includes(mode))
      addError(spec.errors, notSupported(spec.path.child("volumeLifecycleModes"), mode, lifecycleModes));
  });
  if (gates.enabled("SELinuxMountReadWriteOncePod")) requireSet(spec, "seLinuxMount");
  const period = integerAt(spec, "nodeAllocatableUpdatePeriodSeconds");
  if (period !== undefined && period < 10)
    addInvalid(spec, "nodeAllocatableUpdatePeriodSeconds", "must be greater than or equal to 10 seconds");
}

/** Validates an update, which may not change how volumes are attached and live (ValidateCSIDriverUpdate). */
function validateUpdate(driver: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  return collectErrors(recordAt(driver, "spec"), specPath, (spec) => {
    const before = fieldsOf(recordAt(old, "spec"), specPath, []);
    validateSpec(spec, gates);
    const { attachRequired } = spec.record;
    if (attachRequired !== before.record["attachRequired"])
      addError(
        spec.errors,
        invalid(specPath.child("attachedRequired"), quotedValue(attachRequired), fieldImmutableMessage),
      );
    immutable(spec, before, "volumeLifecycleModes");
  });
}

const { prepareForCreate: _, ...counted } = objectStrategy({
  generation: ["spec"],
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

/** Strategy of CSIDrivers: the generation counts changes of the spec; on create it is what the client says. */
export const csiDriverStrategy: Strategy = {
  ...counted,
  validate: (driver, { gates }) =>
    collectErrors(recordAt(driver, "spec"), specPath, (spec) => validateSpec(spec, gates)),
  validateUpdate: (driver, old, { gates }) => validateUpdate(driver, old, gates),
};
