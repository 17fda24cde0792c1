import {
  addError,
  addErrors,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { recordAt } from "../record.ts";
import { matches, oneOf, requireMember } from "../validation/checks.ts";
import { errorsOfEach, inside, itemsAt, textAt, type Fields } from "../validation/fields.ts";
import { isNegativeQuantity, isZeroQuantity } from "../validation/quantities.ts";
import { labelSelector } from "../validation/selectors.ts";
import type { Defaults } from "../defaulting.ts";
import { amounts, resources } from "./pod/defaults.ts";

/** What validation of a claim allows (PersistentVolumeClaimSpecValidationOptions). */
export interface ClaimSpecOptions {
  readonly volumeAttributesClass: boolean;
  /** Whether the stored claim has malformed label values in its selector, and may keep them. */
  readonly keepsLabelValues?: boolean;
  /** Whether the stored claim has an API group in a data source, which may be malformed. */
  readonly keepsApiGroup?: boolean;
}

/** The access modes of volumes, in the order that errors list them. */
export const accessModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
export const volumeModes: readonly string[] = ["Block", "Filesystem"];

/** Modes must be known, and the mode for a single pod stand alone. */
export function validateAccessModes(spec: Fields): void {
  const path = () => spec.path.child("accessModes");
  const modes = itemsAt(spec.record, "accessModes").map(String);
  const check = (mode: string): readonly FieldError[] =>
    accessModes.includes(mode) ? [] : [notSupported(path(), mode, accessModes)];
  addErrors(spec.errors, errorsOfEach(modes, check));
  const isOther = (mode: string): boolean => mode !== "ReadWriteOncePod" && accessModes.includes(mode);
  if (modes.includes("ReadWriteOncePod") && modes.some(isOther))
    addError(spec.errors, forbidden(path(), "may not use ReadWriteOncePod with other access modes"));
}

function validateStorage(spec: Fields): void {
  const { storage } = recordAt(recordAt(spec.record, "resources"), "requests");
  const path = () => spec.path.child("resources").key("storage");
  if (storage === undefined || storage === null) addError(spec.errors, required(path()));
  else if (isZeroQuantity(storage) || isNegativeQuantity(storage))
    addError(spec.errors, invalid(path(), String(storage), "must be greater than zero"));
}

function validateSource(source: Fields, { keepsApiGroup }: ClaimSpecOptions): void {
  requireMember(source, "name");
  requireMember(source, "kind");
  const kind = textAt(source, "kind");
  if (textAt(source, "apiGroup") === "" && kind !== "PersistentVolumeClaim")
    addError(
      source.errors,
      invalid(source.path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"),
    );
  if (keepsApiGroup !== true) matches(source, "apiGroup", isDns1123Subdomain);
}

function validateSources(spec: Fields, options: ClaimSpecOptions): void {
  const [source, ref] = [inside(spec, "dataSource"), inside(spec, "dataSourceRef")];
  if (source !== undefined) validateSource(source, options);
  if (ref === undefined) return;
  validateSource(ref, options);
  matches(ref, "namespace", isDns1123Label);
  if (source === undefined) return;
  const differs = ["apiGroup", "kind", "name"].some(
    (member) => (source.record[member] ?? undefined) !== (ref.record[member] ?? undefined),
  );
  const message =
    textAt(ref, "namespace") !== ""
      ? "may not be specified when dataSourceRef.namespace is specified"
      : differs
        ? "must match dataSourceRef"
        : undefined;
  if (message !== undefined) addError(spec.errors, invalid(spec.path, {}, message));
}

/** Validates the spec of a claim (ValidatePersistentVolumeClaimSpec). */
export function validateClaimSpec(spec: Fields, options: ClaimSpecOptions): void {
  const hasModes = requireMember(spec, "accessModes", "at least 1 access mode is required");
  labelSelector(spec, "selector", { allowInvalidLabelValueInSelector: options.keepsLabelValues === true });
  if (hasModes) validateAccessModes(spec);
  validateStorage(spec);
  matches(spec, "storageClassName", isDns1123Subdomain);
  oneOf(spec, "volumeMode", volumeModes);
  validateSources(spec, options);
  if (options.volumeAttributesClass) matches(spec, "volumeAttributesClassName", isDns1123Subdomain);
}

/** core/v1 SetDefaults_PersistentVolumeClaim. */
export const persistentVolumeClaimDefaults: Defaults = {
  inside: {
    spec: { setPointers: { volumeMode: "Filesystem" }, inside: { resources } },
    status: { set: { phase: "Pending" }, inside: { capacity: amounts, allocatedResources: amounts } },
  },
  make: ["spec", "status"],
};
