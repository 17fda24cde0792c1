import { invalid, required, addError } from "../../../apimachinery/field-error.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import { validateNodeSelector } from "../../core/pod/scheduling.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import {
  addMessages,
  addInvalid,
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
import { immutable, notPositiveMessage, requireMember, requireName } from "../../validation/checks.ts";
import { atMostItems, distinctItems } from "../../validation/lists.ts";
import { countersOf, keys, maxDevices, validateDevice, type SharedCounters } from "./device.ts";
import { printedNodeSelectorTerms } from "./go-structs.ts";
import { driverName, poolName } from "./names.ts";

const maxDeviceCounters = 1024;
const maxSharedCounters = 32;
const allNodesMessage = "must be either unset or set to true";

/** Validates the devices that a driver offers; `old` is undefined on create (validateResourceSliceSpec). */
export function validateSliceSpec(spec: Fields, old: Fields | undefined): void {
  driverName(spec, "driver");
  const pool = within(spec, "pool");
  validatePool(pool);
  if (old !== undefined) {
    immutable(pool, within(old, "pool"), "name");
    immutable(spec, old, "driver");
    immutable(spec, old, "nodeName");
  }
  validateNodes(spec);
  const perDevice = spec.record["perDeviceNodeSelection"] === true;
  const shared = sharedCounters(spec.record);
  atMostItems(spec, "devices", maxDevices, (device) => validateDevice(device, shared, perDevice));
  distinctItems(spec, "devices", "name");
  validateCounterTotals(spec);
  eachItem(spec, "sharedCounters", validateCounterSet);
  distinctItems(spec, "sharedCounters", "name");
}

function validatePool(pool: Fields): void {
  poolName(pool, "name");
  const count = integerAt(pool, "resourceSliceCount") ?? 0;
  if (count <= 0)
    addError(pool.errors, invalid(pool.path.child("resourceSliceCount"), quotedValue(count), notPositiveMessage));
  if ((integerAt(pool, "generation") ?? 0) < 0) addInvalid(pool, "generation", "must be greater than or equal to zero");
}

/** The nodes on which the devices are: one of four ways to say it. */
function validateNodes(spec: Fields): void {
  const { path, errors } = spec;
  const given: string[] = [];
  if (isSet(spec, "nodeName")) {
    if (textAt(spec, "nodeName") === "")
      addInvalid(spec, "nodeName", "must be either unset or set to a non-empty string");
    else {
      given.push("`nodeName`");
      addMessages(spec, "nodeName", isDns1123Subdomain(textAt(spec, "nodeName")));
    }
  }
  const selector = inside(spec, "nodeSelector");
  if (selector !== undefined) {
    given.push("`nodeSelector`");
    validateNodeSelector(selector, false);
    const terms = selector.record["nodeSelectorTerms"];
    if (itemsAt(selector.record, "nodeSelectorTerms").length !== 1)
      addError(
        errors,
        invalid(
          selector.path.child("nodeSelectorTerms"),
          printedNodeSelectorTerms(terms),
          "must have exactly one node selector term",
        ),
      );
  }
  for (const member of ["allNodes", "perDeviceNodeSelection"]) {
    if (spec.record[member] === true) given.push(`\`${member}\``);
    else if (isSet(spec, member)) addInvalid(spec, member, allNodesMessage);
  }
  const choice = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  if (given.length === 0) addError(errors, required(path, choice));
  if (given.length > 1)
    addError(errors, invalid(path, `{${given.join(", ")}}`, `${choice}, but multiple fields are set`));
}

function validateCounterTotals(spec: Fields): void {
  const { record, path, errors } = spec;
  let consumed = 0;
  for (const device of recordsAt(record, "devices")) consumed += countersOf(device, "consumesCounters");
  if (consumed > maxDeviceCounters)
    addError(
      errors,
      invalid(
        path.child("devices"),
        consumed,
        `the total number of counters in devices must not exceed ${maxDeviceCounters}`,
      ),
    );
  const shared = countersOf(record, "sharedCounters");
  if (shared > maxSharedCounters)
    addError(
      errors,
      invalid(
        path.child("sharedCounters"),
        shared,
        `the total number of shared counters must not exceed ${maxSharedCounters}`,
      ),
    );
}

function validateCounterSet(set: Fields): void {
  requireName(set, "name", isDns1123Label);
  if (requireMember(set, "counters")) keys(set, "counters", isDns1123Label);
}

/** Returns the names of the counters by set (gatherSharedCounterCounterNames). */
function sharedCounters(spec: JsonRecord): SharedCounters {
  const names = new Map<string, JsonRecord>();
  for (const set of recordsAt(spec, "sharedCounters")) names.set(stringAt(set, "name"), recordAt(set, "counters"));
  return names;
}
