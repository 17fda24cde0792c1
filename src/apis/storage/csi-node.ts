import {
  duplicate,
  fieldPath,
  invalid,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { groupBy } from "../../apimachinery/group-by.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { keptObject } from "../../component-base/work.ts";
import { csiDriverName } from "../core/pod/volume-sources.ts";
import type { Defaults } from "../defaulting.ts";
import { goMembers, goStruct, pointerTo } from "../go-print.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { isRepeated, keptMap, type SeenValues } from "../validation/checks-in-slices.ts";
import { nonNegative, requireMember, unique } from "../validation/checks.ts";
import {
  addInvalid,
  collectErrors,
  eachItem,
  eachOf,
  eachText,
  inside,
  textAt,
  type Fields,
} from "../validation/fields.ts";

const specPath = fieldPath("spec");
const nodeIdMaxLength = 256;

export const csiNodeDefaults: Defaults = { make: ["spec"] };

/** Validates the keys of topologies, whose errors have the path of the driver. */
function validateTopologyKeys(driver: Fields): void {
  const seen: SeenValues = keptMap();
  eachText(driver, "topologyKeys", (key, _, i) => {
    if (key === "") addError(driver.errors, required(driver.path));
    if (isRepeated(seen, key, i)) addError(driver.errors, duplicate(driver.path, key));
    for (const message of isQualifiedName(key)) addError(driver.errors, invalid(driver.path, key, message));
  });
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

const nameOf = (driver: JsonRecord): string => stringAt(driver, "name");

/** Validates an update: drivers come and go, but do not change (ValidateCSINodeUpdate). */
function validateUpdate(node: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  return collectErrors(recordAt(node, "spec"), specPath, (spec) => {
    validateDrivers(spec);
    addErrors(spec.errors, spec.errors); // the strategy and ValidateCSINodeUpdate both validate the node
    const drivers = keptObject(() => groupBy(recordsAt(spec.record, "drivers"), nameOf));
    eachOf(recordsAt(recordAt(old, "spec"), "drivers"), spec.errors, (one) => {
      const before = fixedPart(one, gates);
      for (const other of drivers.get(nameOf(one)) ?? []) {
        const driver = fixedPart(other, gates);
        if (semanticEqual(driver, before)) continue;
        const printed = goStruct(driver, driverStruct);
        addError(spec.errors, invalid(specPath.child("drivers"), printed, fieldImmutableMessage));
      }
    });
  });
}

/** Strategy of CSINodes. */
export const csiNodeStrategy: Strategy = {
  ...conditionalStrategy,
  validate: (node) => collectErrors(recordAt(node, "spec"), specPath, validateDrivers),
  validateUpdate: (node, old, { gates }) => validateUpdate(node, old, gates),
};
