import { pushAll } from "../../apimachinery/long-lists.ts";
import {
  fieldPath,
  forbidden,
  invalid,
  rootPath,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { printedAs } from "../go-print.ts";
import { goDiff } from "../unified-diff.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { objectStrategy, withMember } from "../strategies/object-strategy.ts";
import { equalOnce, semanticEqual } from "../strategies/semantic-equal.ts";
import { immutable } from "../validation/checks.ts";
import { asRecord, fieldsOf, isSet, itemsAt, type Fields } from "../validation/fields.ts";
import { firstWarnings } from "../validation/first-warnings.ts";
import { internalVolumeNodeAffinity, internalVolumeSource } from "./internal-volumes.ts";
import { nodeSelectorTermWarnings } from "./node-labels.ts";
import { volumeSources } from "./persistent-volume-sources.ts";
import { validateVolumeSpec, type VolumeSpecOptions } from "./persistent-volume-spec.ts";
import { annotationWarnings, storageClassWarnings } from "./storage-class-annotation.ts";
import type { Defaults } from "../defaulting.ts";
import { amounts, sourceDefaults } from "./pod/defaults.ts";

const specPath = fieldPath("spec");

const termsOf = (spec: JsonRecord): readonly unknown[] =>
  itemsAt(recordAt(recordAt(spec, "nodeAffinity"), "required"), "nodeSelectorTerms");

const hasInvalidLabelValue = (spec: JsonRecord): boolean =>
  termsOf(spec).some((term) =>
    itemsAt(asRecord(term), "matchExpressions").some((expression) =>
      itemsAt(asRecord(expression), "values").some((value) => isValidLabelValue(String(value)).length > 0),
    ),
  );

/** Returns what a volume may have (ValidationOptionsForPersistentVolume). */
const optionsFor = (gates: FeatureGates, old?: JsonRecord): VolumeSpecOptions => ({
  volumeAttributesClass:
    gates.enabled("VolumeAttributesClass") || (old !== undefined && old["volumeAttributesClassName"] !== undefined),
  keepsLabelValues: old !== undefined && hasInvalidLabelValue(old),
});

const specOf = (volume: KubeObject, errors: FieldError[]): Fields =>
  fieldsOf(recordAt(volume, "spec"), specPath, errors);

/** Returns the spec without the secret for expansion, if it is new: it may be set once. */
function withoutNewExpandSecret(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const { csi } = spec;
  const { csi: oldCsi } = old;
  if (csi === undefined || oldCsi === undefined || asRecord(oldCsi)["controllerExpandSecretRef"] !== undefined)
    return spec;
  const { controllerExpandSecretRef: _, ...rest } = asRecord(csi);
  return { ...spec, csi: rest };
}

function validateSourceUpdate(spec: Fields, old: Fields): void {
  const record = withoutNewExpandSecret(spec.record, old.record);
  const isSame = (member: string): boolean =>
    isRecord(record[member]) === isRecord(old.record[member]) && equalOnce(record[member], old.record[member]);
  if (volumeSources.every(isSame)) return;
  const diff = goDiff(internalVolumeSource, old.record, record);
  addError(
    spec.errors,
    forbidden(
      specPath.child("persistentvolumesource"),
      `spec.persistentvolumesource is immutable after creation\n${diff}`,
    ),
  );
}

/** Labels of nodes in their beta form, and the names that replaced them. */
const stableLabels: Readonly<Record<string, string>> = {
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/os": "kubernetes.io/os",
  "beta.kubernetes.io/arch": "kubernetes.io/arch",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

/** Returns old requirements with the new names of labels where the new ones have them. */
const renamedLike = (term: JsonRecord, old: JsonRecord, list: string): readonly JsonRecord[] =>
  itemsAt(old, list).map((item, i) => {
    const requirement = asRecord(item);
    const { key } = asRecord(itemsAt(term, list)[i]);
    return key !== undefined && stableLabels[stringAt(requirement, "key")] === key
      ? { ...requirement, key }
      : requirement;
  });

function validateNodeAffinityUpdate(spec: Fields, old: Fields): void {
  if (!isSet(old, "nodeAffinity")) return;
  const terms = termsOf(spec.record);
  const renamed = termsOf(old.record).map((item, i) => {
    const [term, before] = [asRecord(terms[i]), asRecord(item)];
    return {
      matchExpressions: renamedLike(term, before, "matchExpressions"),
      matchFields: renamedLike(term, before, "matchFields"),
    };
  });
  if (isSet(spec, "nodeAffinity") && semanticEqual(terms, renamed)) return;
  addError(
    spec.errors,
    invalid(
      fieldPath("nodeAffinity"),
      printedAs(internalVolumeNodeAffinity, spec.record["nodeAffinity"]),
      "field is immutable, except for updating from beta label to GA",
    ),
  );
}

/** The class of attributes may change. `refusal` says why it may not become nil or an empty string, if it may not. */
export function validateAttributesClassUpdate(
  spec: Fields,
  old: Fields,
  gates: FeatureGates,
  refusal: (to: "nil" | "empty string") => string | undefined,
): void {
  const member = "volumeAttributesClassName";
  if (semanticEqual(spec.record[member], old.record[member])) return;
  const refuse = (detail: string): void => void addError(spec.errors, forbidden(specPath.child(member), detail));
  if (!gates.enabled("VolumeAttributesClass"))
    refuse("update is forbidden when the VolumeAttributesClass feature gate is disabled");
  const value = spec.record[member] ?? undefined;
  const detail = value === undefined ? refusal("nil") : value === "" ? refusal("empty string") : undefined;
  if (detail !== undefined) refuse(detail);
}

const mountOptions = "volume.beta.kubernetes.io/mount-options";
// oxfmt-ignore
const mountedWithOptions = [
  "gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi", "cinder", "cephfs", "azureFile",
  "vsphereVolume", "azureDisk", "photonPersistentDisk",
];

/** Some kinds of volumes may not have mount options by annotation (volume/validation checkMountOption). */
function validateMountOptions({ metadata: { annotations } }: KubeObject, { record, errors }: Fields): void {
  if (annotations?.[mountOptions] === undefined || mountedWithOptions.some((member) => isRecord(record[member])))
    return;
  const path = fieldPath("metadata", "annotations", mountOptions);
  addError(errors, forbidden(path, "may not specify mount options for this volume type"));
}

/** Validates an update of a volume, whose source is fixed (ValidatePersistentVolumeUpdate). */
function validateUpdate(volume: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(volume, errors);
  const before = specOf(old, []);
  validateVolumeSpec(spec, volume.metadata.name ?? "", optionsFor(gates, before.record));
  const own = [...errors];
  validateMountOptions(volume, spec);
  addErrors(errors, own); // the strategy and ValidatePersistentVolumeUpdate both validate the volume
  validateSourceUpdate(spec, before);
  immutable({ ...spec, path: rootPath }, before, "volumeMode");
  validateNodeAffinityUpdate(spec, before);
  validateAttributesClassUpdate(spec, before, gates, (to) =>
    to === "nil" ? "update from non-nil value to nil is forbidden" : undefined,
  );
  return errors;
}

// oxfmt-ignore
const deprecatedSources: readonly (readonly [member: string, shown: string, message: string])[] = [
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** Returns warnings for a volume (GetWarningsForPersistentVolume). */
function volumeWarnings(volume: KubeObject): readonly string[] {
  const spec = recordAt(volume, "spec");
  const warnings = [
    ...storageClassWarnings(volume),
    ...annotationWarnings(volume, mountOptions, "v1.31", "mountOptions"),
  ];
  if (spec["persistentVolumeReclaimPolicy"] === "Recycle")
    warnings.push(
      "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
    );
  const path = specPath.child("nodeAffinity", "required", "nodeSelectorTerms");
  const ofTerms = firstWarnings(termsOf(spec), (term, i) =>
    nodeSelectorTermWarnings(asRecord(term), false, path.index(i)),
  );
  pushAll(warnings, ofTerms);
  const old = deprecatedSources.find(([member]) => spec[member] !== undefined);
  if (old !== undefined) warnings.push(`spec.${old[1]}: ${old[2]}`);
  return warnings;
}

/** Strategy of PersistentVolumes: phase Pending on create, with the time of the phase transition. */
export const persistentVolumeStrategy: Strategy = {
  ...objectStrategy({ status: {}, validatesMetadata: true }),
  prepareForCreate: (object, { now }) => ({ ...object, status: { phase: "Pending", lastPhaseTransitionTime: now } }),
  validate(volume, { gates }) {
    const errors: FieldError[] = [];
    const spec = specOf(volume, errors);
    validateVolumeSpec(spec, volume.metadata.name ?? "", optionsFor(gates));
    validateMountOptions(volume, spec);
    return errors;
  },
  validateUpdate: (volume, old, { gates }) => validateUpdate(volume, old, gates),
  warningsOnCreate: volumeWarnings,
  warningsOnUpdate: volumeWarnings,
};

const withTransition = (volume: KubeObject, lastPhaseTransitionTime: unknown): KubeObject => ({
  ...volume,
  status: { ...recordAt(volume, "status"), lastPhaseTransitionTime },
});

/**
 * Strategy of `/status` of PersistentVolumes: keeps the transition time while the phase is the same, and sets
 * it when the phase changes, unless the client does.
 */
export const persistentVolumeStatusStrategy: UpdateStrategy = {
  resetFields: ["spec"],
  prepareForUpdate(object, old, { now }) {
    const kept = withMember(object, "spec", old["spec"]);
    const status = recordAt(kept, "status");
    const before = recordAt(old, "status");
    const [time, timeBefore] = [status["lastPhaseTransitionTime"], before["lastPhaseTransitionTime"]];
    if (status["phase"] !== before["phase"])
      return (time ?? timeBefore) === timeBefore ? withTransition(kept, now) : kept;
    return time === undefined && timeBefore !== undefined ? withTransition(kept, timeBefore) : kept;
  },
};

/** core/v1 SetDefaults_PersistentVolume, and those of its sources. */
export const persistentVolumeDefaults: Defaults = {
  inside: {
    spec: {
      set: { persistentVolumeReclaimPolicy: "Retain" },
      setPointers: { volumeMode: "Filesystem" },
      inside: { capacity: amounts, ...sourceDefaults },
    },
    status: { set: { phase: "Pending" } },
  },
  make: ["spec", "status"],
};
