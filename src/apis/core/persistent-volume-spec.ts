import { invalid, notSupported, required, addError } from "../../apimachinery/field-error.ts";
import { isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { cleanPath } from "../../apimachinery/clean-path.ts";
import { keysOf } from "../../component-base/long-map-keys.ts";
import { goMap, printedAs } from "../go-print.ts";
import { recordAt, stringAt } from "../record.ts";
import { matches, oneOf, requireMember } from "../validation/checks.ts";
import {
  eachName,
  addForbidden,
  addRequired,
  hasNoMembers,
  inside,
  isSet,
  isZero,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { basicResource, compareQuantities } from "../validation/quantities.ts";
import { validateAccessModes, volumeModes } from "./persistent-volume-claim-spec.ts";
import { validateVolumeSource } from "./persistent-volume-sources.ts";
import { validateNodeSelector } from "./pod/scheduling.ts";

/** What validation of a volume allows (PersistentVolumeSpecValidationOptions). */
export interface VolumeSpecOptions {
  readonly volumeAttributesClass: boolean;
  /** Whether the stored volume has malformed label values in its node affinity, and may keep them. */
  readonly keepsLabelValues?: boolean;
}

const reclaimPolicies = ["Delete", "Recycle", "Retain"];
const ofInlineVolume = "may not be specified in the context of inline volumes";

function validateCapacity(spec: Fields): void {
  const capacity = recordAt(spec.record, "capacity");
  const path = () => spec.path.child("capacity");
  if (hasNoMembers(capacity)) addError(spec.errors, required(path()));
  if (capacity["storage"] === undefined || keysOf(capacity).length > 1)
    addError(spec.errors, notSupported(path(), printedAs(goMap, spec.record["capacity"]), ["storage"]));
  eachName(capacity, spec.errors, (name) => {
    basicResource(spec, capacity[name], () => path().key(name));
    if (compareQuantities(capacity[name], undefined) <= 0)
      addError(spec.errors, invalid(path().key(name), String(capacity[name]), "must be greater than zero"));
  });
}

function validateVolumeNodeAffinity(spec: Fields, { keepsLabelValues = false }: VolumeSpecOptions): void {
  const affinity = inside(spec, "nodeAffinity");
  if (affinity === undefined) return;
  const selector = inside(affinity, "required");
  if (selector === undefined) addRequired(affinity, "required", "must specify required node constraints");
  else validateNodeSelector(selector, keepsLabelValues);
}

const isRoot = (path: string): boolean => cleanPath(path) === "/";

function validateAttributesClass(spec: Fields, { volumeAttributesClass }: VolumeSpecOptions): void {
  if (!volumeAttributesClass || !isSet(spec, "volumeAttributesClassName")) return;
  if (requireMember(spec, "volumeAttributesClassName", "an empty string is disallowed"))
    matches(spec, "volumeAttributesClassName", isDns1123Subdomain);
  if (!isSet(spec, "csi")) addRequired(spec, "csi", "has to be specified when using volumeAttributesClassName");
}

function refuseRecyclingOfRoot(spec: Fields): void {
  if (textAt(spec, "persistentVolumeReclaimPolicy") !== "Recycle") return;
  const { path } = recordAt(spec.record, "hostPath");
  if (typeof path === "string" && isRoot(path))
    addForbidden(spec, "persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
}

/** Validates the spec of a volume (ValidatePersistentVolumeSpec). */
export function validateVolumeSpec(spec: Fields, volumeName: string, options: VolumeSpecOptions): void {
  if (requireMember(spec, "accessModes")) validateAccessModes(spec);
  validateCapacity(spec);
  if (!isZero(spec, "persistentVolumeReclaimPolicy")) oneOf(spec, "persistentVolumeReclaimPolicy", reclaimPolicies);
  validateVolumeNodeAffinity(spec, options);
  validateVolumeSource(spec, volumeName);
  refuseRecyclingOfRoot(spec);
  matches(spec, "storageClassName", isDns1123Subdomain);
  oneOf(spec, "volumeMode", volumeModes);
  validateAttributesClass(spec, options);
}

/** Validates the spec of a volume that stands in a VolumeAttachment (validateInlinePersistentVolumeSpec). */
export function validateInlineVolumeSpec(spec: Fields): void {
  if (isSet(spec, "claimRef")) addForbidden(spec, "claimRef", ofInlineVolume);
  if (!isZero(spec, "capacity")) addForbidden(spec, "capacity", ofInlineVolume);
  if (!isSet(spec, "csi")) addRequired(spec, "csi", "has to be specified in the context of inline volumes");
  if (requireMember(spec, "accessModes")) validateAccessModes(spec);
  const policy = textAt(spec, "persistentVolumeReclaimPolicy");
  if (policy !== "" && policy !== "Retain")
    addForbidden(spec, "persistentVolumeReclaimPolicy", "may only be Retain in the context of inline volumes");
  if (isSet(spec, "nodeAffinity")) addForbidden(spec, "nodeAffinity", ofInlineVolume);
  validateVolumeSource(spec, "", false);
  refuseRecyclingOfRoot(spec);
  if (!isZero(spec, "storageClassName")) addForbidden(spec, "storageClassName", ofInlineVolume);
  if (isSet(spec, "volumeMode") && stringAt(spec.record, "volumeMode") !== "Filesystem")
    addForbidden(
      spec,
      "volumeMode",
      "may not specify volumeMode other than Filesystem in the context of inline volumes",
    );
}
