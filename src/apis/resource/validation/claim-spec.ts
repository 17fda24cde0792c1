import { invalid, required, addError } from "../../../apimachinery/field-error.ts";
import { isDns1123Label } from "../../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { conforms, notPositiveMessage, supported } from "../../validation/checks.ts";
import {
  addInvalid,
  addRequired,
  eachItem,
  inside,
  integerAt,
  isSet,
  itemsAt,
  quotedValue,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { atMostItems, atMostTexts, distinctItems, distinctTexts } from "../../validation/lists.ts";
import { validateConfiguration } from "./configuration.ts";
import { checkRequestRef, deviceClassName, fullyQualifiedName, type RequestNames } from "./names.ts";
import { validateSelectors, type SelectorContext } from "./selectors.ts";
import { validateDeviceToleration } from "./taints.ts";

const maxRequests = 32;
const maxConstraints = 32;
export const maxConfigs = 32;
const maxAlternatives = 8;
const allocationModes = ["All", "ExactCount"];

/** What the validation of a claim's requests needs. */
export interface ClaimContext extends SelectorContext {
  readonly gates: FeatureGates;
}

/** Returns the names of a claim's requests (gatherRequestNames). */
export function requestNames(spec: JsonRecord): RequestNames {
  const names = new Map<string, ReadonlySet<string> | undefined>();
  for (const request of recordsAt(recordAt(spec, "devices"), "requests")) {
    const alternatives = recordsAt(request, "firstAvailable");
    names.set(
      stringAt(request, "name"),
      alternatives.length === 0 ? undefined : new Set(alternatives.map((one) => stringAt(one, "name"))),
    );
  }
  return names;
}

/** Validates what a claim is about (validateResourceClaimSpec). */
export function validateClaimSpec(spec: Fields, context: ClaimContext): void {
  const devices = within(spec, "devices");
  const names = requestNames(spec.record);
  atMostItems(devices, "requests", maxRequests, (request) => validateRequest(request, context));
  distinctItems(devices, "requests", "name");
  atMostItems(devices, "constraints", maxConstraints, (constraint) => validateConstraint(constraint, names, context));
  atMostItems(devices, "config", maxConfigs, (config) => {
    requestRefs(config, names);
    validateConfiguration(config, context.stored);
  });
}

/** The requests that something refers to. */
export function requestRefs(fields: Fields, names: RequestNames): void {
  atMostTexts(fields, "requests", maxRequests, (name, path) =>
    checkRequestRef(name, names, { errors: fields.errors, path }),
  );
  distinctTexts(fields, "requests");
}

function validateRequest(request: Fields, context: ClaimContext): void {
  conforms(request, "name", isDns1123Label);
  const hasAlternatives = itemsAt(request.record, "firstAvailable").length > 0;
  if (hasAlternatives) {
    atMostItems(request, "firstAvailable", maxAlternatives, (alternative) => {
      conforms(alternative, "name", isDns1123Label);
      validateExactRequest(alternative, context);
    });
    distinctItems(request, "firstAvailable", "name");
  }
  const exactly = inside(request, "exactly");
  if (exactly !== undefined) validateExactRequest(exactly, context);
  const choice = "exactly one of `exactly` or `firstAvailable` is required";
  if (!hasAlternatives && exactly === undefined) addError(request.errors, required(request.path, choice));
  if (hasAlternatives && exactly !== undefined)
    addError(request.errors, invalid(request.path, null, `${choice}, but multiple fields are set`));
}

/** Validates a request for devices of one class (validateExactDeviceRequest, validateDeviceSubRequest). */
function validateExactRequest(request: Fields, context: ClaimContext): void {
  deviceClassName(request, "deviceClassName");
  validateSelectors(request, context);
  validateAllocationMode(request);
  eachItem(request, "tolerations", validateDeviceToleration);
}

function validateAllocationMode(request: Fields): void {
  const count = integerAt(request, "count") ?? 0;
  switch (textAt(request, "allocationMode")) {
    case "All":
      if (count !== 0) addInvalid(request, "count", "must not be specified when allocationMode is 'All'");
      return;
    case "ExactCount":
      if (count <= 0)
        addError(request.errors, invalid(request.path.child("count"), quotedValue(count), notPositiveMessage));
      return;
    default:
      supported(request, "allocationMode", allocationModes);
  }
}

function validateConstraint(constraint: Fields, names: RequestNames, { gates }: ClaimContext): void {
  requestRefs(constraint, names);
  if (isSet(constraint, "matchAttribute")) fullyQualifiedName(constraint, "matchAttribute");
  else if (isSet(constraint, "distinctAttribute")) fullyQualifiedName(constraint, "distinctAttribute");
  else if (gates.enabled("DRAConsumableCapacity"))
    addError(
      constraint.errors,
      required(
        constraint.path,
        'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
      ),
    );
  else addRequired(constraint, "matchAttribute");
}
