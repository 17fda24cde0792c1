import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  notSupportedString,
  required,
  type FieldError,
  type FieldPath,
  addError,
} from "../field-error.ts";
import type { DeleteOptions, ListOptions, PatchOptions, TableOptions, WriteOptions } from "../options.ts";
import { printedString } from "../printed-value.ts";
import { validateFieldManager } from "./managed-fields.ts";

const resourceVersionMatchPath = fieldPath("resourceVersionMatch");
const sendInitialEventsPath = fieldPath("sendInitialEvents");
const propagationPolicyPath = fieldPath("propagationPolicy");
const propagationPolicies = ["Foreground", "Background", "Orphan"] as const;
const fieldValidations = ["", "Ignore", "Strict", "Warn"] as const;

type ListRules = Pick<
  ListOptions,
  "watch" | "resourceVersion" | "resourceVersionMatch" | "continue" | "sendInitialEvents"
>;

/** Validates the combination of list or watch options (internalversion validation.ValidateListOptions). */
export const validateListOptions = (options: ListRules, watchListEnabled: boolean): readonly FieldError[] =>
  options.watch ? validateWatch(options, watchListEnabled) : validateList(options);

function validateList(options: ListRules): readonly FieldError[] {
  const match = options.resourceVersionMatch === "" ? [] : validateListMatch(options);
  if (options.sendInitialEvents === undefined) return match;
  return [...match, forbidden(sendInitialEventsPath, "sendInitialEvents is forbidden for list")];
}

function validateListMatch({
  resourceVersion,
  resourceVersionMatch: match,
  continue: token,
}: ListRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (resourceVersion === "")
    addError(
      errors,
      forbidden(resourceVersionMatchPath, "resourceVersionMatch is forbidden unless resourceVersion is provided"),
    );
  if (token !== "")
    addError(
      errors,
      forbidden(resourceVersionMatchPath, "resourceVersionMatch is forbidden when continue is provided"),
    );
  if (match !== "Exact" && match !== "NotOlderThan")
    addError(errors, notSupported(resourceVersionMatchPath, match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && resourceVersion === "0") {
    addError(
      errors,
      forbidden(resourceVersionMatchPath, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    );
  }
  return errors;
}

function validateWatch(options: ListRules, watchListEnabled: boolean): readonly FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    addError(
      errors,
      forbidden(resourceVersionMatchPath, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
    );
  }
  if (sendInitialEvents !== undefined && !watchListEnabled) {
    addError(
      errors,
      forbidden(
        sendInitialEventsPath,
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      ),
    );
  }
  return match === "" ? errors : [...errors, ...validateWatchMatch(options)];
}

function validateWatchMatch({
  resourceVersionMatch: match,
  sendInitialEvents,
  continue: token,
}: ListRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents === undefined) {
    addError(
      errors,
      forbidden(
        resourceVersionMatchPath,
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ),
    );
  }
  if (match !== "NotOlderThan") addError(errors, notSupported(resourceVersionMatchPath, match, ["NotOlderThan"]));
  if (token !== "")
    addError(
      errors,
      forbidden(resourceVersionMatchPath, "resourceVersionMatch is forbidden when continue is provided"),
    );
  return errors;
}

/** Validates dryRun: only `All` is allowed (v1 validation.ValidateDryRun). */
const validateDryRun = (dryRun: readonly string[] | undefined, path: FieldPath): readonly FieldError[] =>
  dryRun === undefined || dryRun.every((value) => value === "All") ? [] : [notSupported(path, dryRun, ["All"])];

const validateFieldValidation = (value: string, path: FieldPath): readonly FieldError[] =>
  fieldValidations.some((known) => known === value) ? [] : [notSupportedString(path, value, fieldValidations)];

function validatePropagation({ orphanDependents, propagationPolicy: policy }: DeleteOptions): readonly FieldError[] {
  if (policy === undefined) return [];
  const errors: FieldError[] = [];
  if (orphanDependents !== undefined)
    addError(
      errors,
      invalid(
        propagationPolicyPath,
        printedString(policy),
        "orphanDependents and deletionPropagation cannot be both set",
      ),
    );
  if (!propagationPolicies.some((known) => known === policy))
    addError(errors, notSupported(propagationPolicyPath, printedString(policy), [...propagationPolicies, "nil"]));
  return errors;
}

const ignoreReadErrorPath = fieldPath("ignoreStoreReadErrorWithClusterBreakingPotential");

/** Rejects other options for the deletion of an unreadable object. */
function validateIgnoreReadError(options: DeleteOptions): readonly FieldError[] {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return [];
  const others = [
    ["dryRun", (options.dryRun?.length ?? 0) > 0],
    ["propagationPolicy", options.propagationPolicy !== undefined],
    ["orphanDependents", options.orphanDependents !== undefined],
    ["gracePeriodSeconds", options.gracePeriodSeconds !== undefined],
    ["preconditions", options.preconditions !== undefined],
  ] as const;
  return others.flatMap(([name, set]) =>
    set ? [invalid(ignoreReadErrorPath, true, `cannot be set together with .${name}`)] : [],
  );
}

export const validateDeleteOptions = (options: DeleteOptions): readonly FieldError[] => [
  ...validatePropagation(options),
  ...validateDryRun(options.dryRun, fieldPath("dryRun")),
  ...validateIgnoreReadError(options),
];

/** Validates the options of a create or update (v1 validation.ValidateCreateOptions, ValidateUpdateOptions). */
const validateWriteOptions = (options: WriteOptions): readonly FieldError[] => [
  ...validateFieldManager(options.fieldManager ?? "", fieldPath("fieldManager")),
  ...validateDryRun(options.dryRun, fieldPath("dryRun")),
  ...validateFieldValidation(options.fieldValidation ?? "", fieldPath("fieldValidation")),
];

export const validateCreateOptions = validateWriteOptions;
export const validateUpdateOptions = validateWriteOptions;

const isApply = (patchType: string): boolean =>
  patchType === "application/apply-patch+yaml" || patchType === "application/apply-patch+cbor";

function validateForPatchType({ fieldManager, force }: PatchOptions, patchType: string): readonly FieldError[] {
  if (isApply(patchType))
    return fieldManager ? [] : [required(fieldPath("fieldManager"), "is required for apply patch")];
  return force === undefined ? [] : [forbidden(fieldPath("force"), "may not be specified for non-apply patch")];
}

export const validatePatchOptions = (options: PatchOptions, patchType: string): readonly FieldError[] => [
  ...validateForPatchType(options, patchType),
  ...validateWriteOptions(options),
];

export function validateTableOptions({ includeObject = "" }: TableOptions): readonly FieldError[] {
  const known =
    includeObject === "" || includeObject === "None" || includeObject === "Metadata" || includeObject === "Object";
  return known
    ? []
    : [
        invalid(
          fieldPath("includeObject"),
          printedString(includeObject),
          "must be 'Metadata', 'Object', 'None', or empty",
        ),
      ];
}
