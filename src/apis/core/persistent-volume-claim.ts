import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  rootPath,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import { copyWithout, setMember } from "../../apimachinery/json/members.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { keysOf } from "../../component-base/long-map-keys.ts";
import { forEachKept, keptObject } from "../../component-base/work.ts";
import { isNativeResource } from "../../component-helpers/resource/resource-names.ts";
import { goDiff } from "../unified-diff.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { equalOnce } from "../strategies/semantic-equal.ts";
import { immutable } from "../validation/checks.ts";
import { asRecord, collectErrors, eachName, fieldsOf, within, type Fields } from "../validation/fields.ts";
import { basicResource, compareQuantities } from "../validation/quantities.ts";
import { labelSelector } from "../validation/selectors.ts";
import { internalClaimSpec } from "./internal-volumes.ts";
import { validateAttributesClassUpdate } from "./persistent-volume.ts";
import { validateClaimSpec, type ClaimSpecOptions } from "./persistent-volume-claim-spec.ts";
import { claimSpecWarnings } from "./pod/volume-warnings.ts";
import { annotationsPath, storageClassAnnotation, storageClassWarnings } from "./storage-class-annotation.ts";

const specPath = fieldPath("spec");

const specOf = (claim: KubeObject, errors: FieldError[]): Fields => fieldsOf(recordAt(claim, "spec"), specPath, errors);

const hasApiGroup = (spec: JsonRecord): boolean =>
  recordAt(spec, "dataSource")["apiGroup"] !== undefined || recordAt(spec, "dataSourceRef")["apiGroup"] !== undefined;

const hasInvalidSelector = (spec: JsonRecord): boolean =>
  spec["selector"] !== undefined &&
  collectErrors(spec, rootPath, (fields) => labelSelector(fields, "selector")).length > 0;

/** Returns what a claim may have (ValidationOptionsForPersistentVolumeClaim). */
function optionsFor(gates: FeatureGates, old?: JsonRecord): ClaimSpecOptions {
  const volumeAttributesClass = gates.enabled("VolumeAttributesClass");
  if (old === undefined) return { volumeAttributesClass };
  return {
    volumeAttributesClass: volumeAttributesClass || old["volumeAttributesClassName"] !== undefined,
    keepsLabelValues: hasInvalidSelector(old),
    keepsApiGroup: hasApiGroup(old),
  };
}

const groupOf = (source: JsonRecord): string => stringAt(source, "apiGroup");

/** Reports whether a data source is of a kind that `dataSource` has always accepted (dataSourceIsPvcOrSnapshot). */
function isLegacySource(source: JsonRecord): boolean {
  const kind = stringAt(source, "kind");
  return kind === "PersistentVolumeClaim"
    ? groupOf(source) === ""
    : kind === "VolumeSnapshot" && groupOf(source) === "snapshot.storage.k8s.io";
}

const reference = ({ apiGroup, kind, name }: JsonRecord): JsonRecord => ({
  ...(apiGroup !== undefined && { apiGroup }),
  kind: kind ?? "",
  name: name ?? "",
});

/**
 * Drops a data source of another kind, which older clients could set in vain, and repeats the data source as its
 * reference or the other way around (EnforceDataSourceBackwardsCompatibility, NormalizeDataSources).
 */
function withDataSources(claim: KubeObject, old?: KubeObject): KubeObject {
  const spec = recordAt(claim, "spec");
  const { dataSource, dataSourceRef, ...rest } = spec;
  if (dataSourceRef === undefined) {
    if (dataSource === undefined) return claim;
    const before = recordAt(old ?? claim, "spec");
    const inUse = old !== undefined && (before["dataSource"] !== undefined || before["dataSourceRef"] !== undefined);
    const source = asRecord(dataSource);
    if (!inUse && !isLegacySource(source)) return { ...claim, spec: rest };
    return { ...claim, spec: { ...spec, dataSourceRef: reference(source) } };
  }
  const ref = asRecord(dataSourceRef);
  return dataSource === undefined && stringAt(ref, "namespace") === ""
    ? { ...claim, spec: { ...spec, dataSource: reference(ref) } }
    : claim;
}

/** The annotation of the class may become the member (validateStorageClassUpgradeFromAnnotation). */
function movesAnnotation(claim: KubeObject, old: KubeObject): boolean {
  const before = old.metadata.annotations?.[storageClassAnnotation];
  const now = claim.metadata.annotations?.[storageClassAnnotation];
  return (
    before !== undefined &&
    recordAt(old, "spec")["storageClassName"] === undefined &&
    recordAt(claim, "spec")["storageClassName"] === before &&
    (now === undefined || now === before)
  );
}

/** The class may be set once (validateStorageClassUpgradeFromNil). */
function setsClass(claim: KubeObject, old: KubeObject): boolean {
  const before = old.metadata.annotations?.[storageClassAnnotation];
  const name = recordAt(claim, "spec")["storageClassName"];
  return (
    name !== undefined &&
    recordAt(old, "spec")["storageClassName"] === undefined &&
    (before === undefined || name === before)
  );
}

const withoutUndefined = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Returns amounts as the old ones write them, where they are the same: `1Gi` is `1073741824`. */
function writtenAs(list: JsonRecord, old: JsonRecord): JsonRecord {
  const names = keysOf(list);
  const add = (made: Record<string, unknown>, i: number): void => {
    const name = names[i] ?? "";
    const [amount, before] = [list[name], old[name]];
    setMember(made, name, before !== undefined && compareQuantities(amount, before) === 0 ? before : amount);
  };
  return forEachKept(names.length, () => ({}), add);
}

/** Returns the spec with its amounts written as in the old one. */
function withAmountsOf(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const [resources, before] = [recordAt(spec, "resources"), recordAt(old, "resources")];
  if (equalOnce(resources, before)) return spec;
  return {
    ...spec,
    resources: {
      ...resources,
      limits: writtenAs(recordAt(resources, "limits"), recordAt(before, "limits")),
      requests: writtenAs(recordAt(resources, "requests"), recordAt(before, "requests")),
    },
  };
}

/** Returns the spec with the values of the old one where the update of a bound claim may change them. */
function withoutResizing(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const claimed = recordAt(spec, "resources");
  const { storage } = recordAt(recordAt(old, "resources"), "requests");
  return {
    ...spec,
    ...(claimed["requests"] !== undefined && {
      resources: { ...claimed, requests: withoutUndefined({ ...asRecord(claimed["requests"]), storage }) },
    }),
    volumeAttributesClassName: old["volumeAttributesClassName"],
  };
}

/** The spec of a claim is fixed, except what the binding and the resizing of volumes change. */
function validateFixedSpec(claim: KubeObject, old: KubeObject, errors: FieldError[]): void {
  let [spec, before] = [recordAt(claim, "spec"), recordAt(old, "spec")];
  if (stringAt(before, "volumeName") === "") before = { ...before, volumeName: spec["volumeName"] };
  if (movesAnnotation(claim, old)) spec = { ...spec, storageClassName: undefined };
  else {
    const [value, was] = [claim, old].map(({ metadata }) => metadata.annotations?.[storageClassAnnotation] ?? "");
    if (value !== was)
      addError(errors, invalid(annotationsPath.child(storageClassAnnotation), value ?? "", fieldImmutableMessage));
    if (setsClass(claim, old)) spec = { ...spec, storageClassName: undefined };
  }
  if (recordAt(claim, "status")["phase"] === "Bound") spec = keptObject(() => withoutResizing(spec, before));
  if (equalOnce(spec, before) || equalOnce(withAmountsOf(spec, before), before)) return;
  const message =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  addError(errors, forbidden(specPath, `${message}\n${goDiff(internalClaimSpec, before, spec)}`));
}

const storageOf = (spec: JsonRecord): unknown => recordAt(recordAt(spec, "resources"), "requests")["storage"];

/** A claim may shrink, so that a failed expansion can be given up, but not to what its volume has already. */
function validateShrinking(claim: KubeObject, old: KubeObject, errors: FieldError[]): void {
  const size = storageOf(recordAt(claim, "spec"));
  if (compareQuantities(size, storageOf(recordAt(old, "spec"))) >= 0) return;
  const { storage } = recordAt(recordAt(old, "status"), "capacity");
  if (compareQuantities(size, storage) <= 0)
    addError(
      errors,
      forbidden(specPath.child("resources", "requests", "storage"), "field can not be less than status.capacity"),
    );
}

/** Validates an update of a claim (ValidatePersistentVolumeClaimUpdate). */
function validateUpdate(claim: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const [spec, before] = [specOf(claim, errors), specOf(old, [])];
  validateClaimSpec(spec, optionsFor(gates, before.record));
  addErrors(errors, errors); // the strategy and ValidatePersistentVolumeClaimUpdate both validate the claim
  validateFixedSpec(claim, old, errors);
  validateShrinking(claim, old, errors);
  immutable({ ...spec, path: rootPath }, before, "volumeMode");
  const { currentVolumeAttributesClassName: current } = recordAt(old, "status");
  validateAttributesClassUpdate(spec, before, gates, (to) =>
    current === undefined
      ? undefined
      : `update to ${to} is forbidden when status.currentVolumeAttributesClassName is not nil`,
  );
  return errors;
}

// oxfmt-ignore
const resizeStatuses = ["ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"];

/** Adds the errors of the name of a resource that is allocated (validatePersistentVolumeClaimResourceKey). */
function validateResourceKey(list: Fields, name: string): boolean {
  const messages = isQualifiedName(name);
  for (const message of messages) addError(list.errors, invalid(list.path, name, message));
  if (messages.length > 0) return false;
  if (!isNativeResource(name) || name === "storage") return true;
  addError(list.errors, notSupported(list.path, name, ["storage"]));
  return false;
}

/** Validates the status of a claim (ValidatePersistentVolumeClaimStatusUpdate). */
function validateStatus(claim: KubeObject): readonly FieldError[] {
  return collectErrors(recordAt(claim, "status"), fieldPath("status"), (status) => {
    const capacity = within(status, "capacity");
    eachName(capacity.record, status.errors, (name) =>
      basicResource(capacity, capacity.record[name], () => capacity.path.key(name)),
    );
    const statuses = recordAt(status.record, "allocatedResourceStatuses");
    const list: Fields = { ...status, record: statuses, path: status.path.child("allocatedResourceStatuses") };
    eachName(statuses, status.errors, (name) => {
      validateResourceKey(list, name);
      if (!resizeStatuses.includes(stringAt(statuses, name)))
        addError(list.errors, notSupported(list.path, name, resizeStatuses));
    });
    const allocated = within(status, "allocatedResources");
    eachName(allocated.record, status.errors, (name) => {
      if (validateResourceKey(allocated, name))
        basicResource(allocated, allocated.record[name], () => allocated.path.key(name));
    });
  });
}

/** Returns warnings for a claim (GetWarningsForPersistentVolumeClaim). */
const claimWarnings = (claim: KubeObject): readonly string[] => [
  ...storageClassWarnings(claim),
  ...claimSpecWarnings(recordAt(claim, "spec"), specPath),
];

const base = objectStrategy({ status: { phase: "Pending" }, validatesMetadata: true });

/** Strategy of PersistentVolumeClaims: phase Pending on create; a data source stands in both of its members. */
export const persistentVolumeClaimStrategy: Strategy = {
  ...base,
  prepareForCreate: (claim, ctx) => withDataSources(base.prepareForCreate?.(claim, ctx) ?? claim),
  prepareForUpdate: (claim, old, ctx) => withDataSources(base.prepareForUpdate?.(claim, old, ctx) ?? claim, old),
  validate: (claim, { gates }) =>
    collectErrors(recordAt(claim, "spec"), specPath, (spec) => validateClaimSpec(spec, optionsFor(gates))),
  validateUpdate: (claim, old, { gates }) => validateUpdate(claim, old, gates),
  warningsOnCreate: claimWarnings,
  warningsOnUpdate: claimWarnings,
};

/** The phase of a new claim is not stored: its default is what every reader sees. */
export const newPersistentVolumeClaim = (claim: KubeObject): KubeObject => ({
  ...claim,
  status: copyWithout(recordAt(claim, "status"), "phase"),
});

/** Strategy of `/status` of PersistentVolumeClaims. */
export const persistentVolumeClaimStatusStrategy: UpdateStrategy = statusStrategy(base, "writable", validateStatus);
