import type { SeenValues } from "../validation/checks-in-slices.ts";
import {
  duplicate,
  fieldPath,
  invalid,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { csiDriverName } from "../core/pod/volume-sources.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { goMembers, goStruct, pointerTo } from "../go-print.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { nonNegative, requireMember, unique } from "../validation/checks.ts";
import {
  addInvalid,
  asRecord,
  collectErrors,
  eachItem,
  inside,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";

const specPath = fieldPath("spec");
const nodeIdMaxLength = 256;

/** Empty drivers are null: the list is written always, and empty lists do not outlive storage upstream. */
const nullDrivers: Fill = (spec) =>
  spec["drivers"] !== null && itemsAt(spec, "drivers").length === 0 ? { ...spec, drivers: null } : spec;

export const csiNodeDefaults: Defaults = { inside: { spec: { rules: [nullDrivers] } }, make: ["spec"] };

/** Validates the keys of topologies, whose errors have the path of the driver. */
function validateTopologyKeys(driver: Fields): void {
  const seen = new Set<string>();
  for (const item of itemsAt(driver.record, "topologyKeys")) {
    const key = String(item);
    if (key === "") addError(driver.errors, required(driver.path));
    if (seen.has(key)) addError(driver.errors, duplicate(driver.path, key));
    seen.add(key);
    for (const message of isQualifiedName(key)) addError(driver.errors, invalid(driver.path, key, message));
  }
}

/** Validates the drivers of a node (validateCSINodeDriver). */
function validateDrivers(spec: Fields): void {
  const names: SeenValues = new Map();
  eachItem(spec, "drivers", (driver) => {
    csiDriverName(driver, "name");
    requireMember(driver, "nodeID");
    if (byteLength(textAt(driver, "nodeID")) > nodeIdMaxLength)
      addInvalid(driver, "nodeID", `must be ${nodeIdMaxLength} characters or less`);
    const allocatable = inside(driver, "allocatable");
    if (allocatable !== undefined) nonNegative(allocatable, "count");
    unique(driver, "name", names);
    validateTopologyKeys(driver);
  });
}

const driverStruct = goMembers("Name:s NodeID:s TopologyKeys Allocatable", {
  Allocatable: pointerTo(goMembers("Count")),
});

/** Returns what an update of a driver may not change. */
function fixedPart(driver: JsonRecord, gates: FeatureGates): JsonRecord {
  if (!gates.enabled("MutableCSINodeAllocatableCount")) return driver;
  const { allocatable: _, ...rest } = driver;
  return rest;
}

/** Validates an update: drivers come and go, but do not change (ValidateCSINodeUpdate). */
function validateUpdate(node: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  return collectErrors(recordAt(node, "spec"), specPath, (spec) => {
    validateDrivers(spec);
    addErrors(spec.errors, spec.errors); // the strategy and ValidateCSINodeUpdate both validate the node
    for (const item of itemsAt(recordAt(old, "spec"), "drivers")) {
      const before = fixedPart(asRecord(item), gates);
      for (const other of itemsAt(spec.record, "drivers")) {
        const driver = fixedPart(asRecord(other), gates);
        if (stringAt(driver, "name") === stringAt(before, "name") && !semanticEqual(driver, before))
          addError(
            spec.errors,
            invalid(specPath.child("drivers"), goStruct(driver, driverStruct), fieldImmutableMessage),
          );
      }
    }
  });
}

/** Strategy of CSINodes. */
export const csiNodeStrategy: Strategy = {
  ...conditionalStrategy,
  validate: (node) => collectErrors(recordAt(node, "spec"), specPath, validateDrivers),
  validateUpdate: (node, old, { gates }) => validateUpdate(node, old, gates),
};
