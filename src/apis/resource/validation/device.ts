import { invalid, required, tooLong, addError } from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import {
  isDns1123Label,
  isDns1123Subdomain,
  labelMaxLength,
  type Validator,
} from "../../../apimachinery/validation/names.ts";
import { validateNodeSelector } from "../../core/pod/scheduling.ts";
import { keysOf } from "../../../component-base/long-map-keys.ts";
import { recordAt, recordsAt, type JsonRecord } from "../../record.ts";
import { checkText, conforms, requireMember } from "../../validation/checks.ts";
import {
  eachName,
  addForbidden,
  addInvalid,
  addMessages,
  asRecord,
  eachItem,
  eachOf,
  inside,
  isSet,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { atMostItems, distinctItems } from "../../validation/lists.ts";
import { bindingConditions } from "./binding-conditions.ts";
import { printedAttribute } from "./go-structs.ts";
import { checkAttributeName, maxAttributeKeyLength, shortened } from "./names.ts";
import { validateRequestPolicy } from "./request-policy.ts";
import { validateDeviceTaint } from "./taints.ts";

export const maxDevices = 128;
const maxAttributes = 32;
const maxCounters = 32;
const maxTaints = 4;
const maxValueLength = 64;

/** The counters that devices of a slice share, by the name of their set. */
export type SharedCounters = ReadonlyMap<string, JsonRecord>;

/** Returns how many counters the sets of a member have together. */
export const countersOf = (record: JsonRecord, member: string): number =>
  recordsAt(record, member).reduce((sum, set) => sum + Object.keys(recordAt(set, "counters")).length, 0);

/** The names in a record of counters must have a form. */
export function keys({ record, path, errors }: Fields, member: string, validator: Validator): void {
  eachName(recordAt(record, member), errors, (key) =>
    checkText({ errors }, key, validator, () => path.child(member).key(shortened(key, labelMaxLength))),
  );
}

/** Checks what is named like an attribute: the attributes and the capacities of a device (validateMap). */
function eachNamed({ record, path, errors }: Fields, member: string, check: (item: Fields) => void): void {
  const items = recordAt(record, member);
  const names = keysOf(items);
  eachOf(names, errors, (name) => {
    const at = path.child(member).key(shortened(name, maxAttributeKeyLength));
    checkAttributeName(name, { errors, path: () => at });
    check({ record: asRecord(items[name]), path: at, errors });
  });
}

/** Validates a device (validateDevice). */
export function validateDevice(device: Fields, shared: SharedCounters, perDeviceNodes: boolean): void {
  const { record, path, errors } = device;
  conforms(device, "name", isDns1123Label);
  const named = keysOf(recordAt(record, "attributes")).length + keysOf(recordAt(record, "capacity")).length;
  if (named > maxAttributes)
    addError(
      errors,
      invalid(path, named, `the total number of attributes and capacities must not exceed ${maxAttributes}`),
    );
  eachNamed(device, "attributes", validateAttribute);
  const isShared = record["allowMultipleAllocations"] === true;
  eachNamed(device, "capacity", (capacity) => {
    if (!isSet(capacity, "requestPolicy")) return;
    if (isShared) validateRequestPolicy(capacity);
    else addForbidden(capacity, "requestPolicy", "allowMultipleAllocations must be true");
  });
  atMostItems(device, "taints", maxTaints, validateDeviceTaint);
  validateConsumption(device, shared);
  validateNodes(device, perDeviceNodes);
  bindingConditions(device);
}

function validateConsumption(device: Fields, shared: SharedCounters): void {
  eachItem(device, "consumesCounters", (set) => {
    requireMember(set, "counterSet");
    if (requireMember(set, "counters")) keys(set, "counters", isDns1123Label);
  });
  distinctItems(device, "consumesCounters", "counterSet");
  const count = countersOf(device.record, "consumesCounters");
  if (count > maxCounters)
    addError(device.errors, invalid(device.path, count, `the total number of counters must not exceed ${maxCounters}`));
  eachItem(device, "consumesCounters", (set) => {
    const names = shared.get(textAt(set, "counterSet"));
    if (names === undefined)
      return void addError(
        set.errors,
        invalid(
          set.path.child("counterSet"),
          textAt(set, "counterSet"),
          "must reference a counterSet defined in the ResourceSlice sharedCounters",
        ),
      );
    for (const name in recordAt(set.record, "counters"))
      if (!Object.hasOwn(names, name))
        addError(
          set.errors,
          invalid(
            set.path.child("counters"),
            name,
            "must reference a counter defined in the ResourceSlice sharedCounters",
          ),
        );
  });
}

/** Where a device is, if that is said for each device. */
function validateNodes(device: Fields, perDevice: boolean): void {
  const { record, path, errors } = device;
  const selector = inside(device, "nodeSelector");
  if (!perDevice) {
    if (isSet(device, "nodeName") || selector !== undefined || isSet(device, "allNodes"))
      addError(
        errors,
        invalid(
          path,
          null,
          "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in " +
            "the ResourceSlice spec",
        ),
      );
    return;
  }
  const given: string[] = [];
  if (isSet(device, "nodeName")) {
    const name = textAt(device, "nodeName");
    if (name === "") addInvalid(device, "nodeName", "must not be empty");
    else {
      given.push("`nodeName`");
      addMessages(device, "nodeName", isDns1123Subdomain(name));
    }
  }
  if (selector !== undefined) {
    given.push("`nodeSelector`");
    validateNodeSelector(selector, false);
  }
  if (record["allNodes"] === true) given.push("`allNodes`");
  else if (isSet(device, "allNodes")) addInvalid(device, "allNodes", "must be either unset or set to true");
  const choice =
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to " +
    "true in the ResourceSlice spec";
  if (given.length === 0) addError(errors, required(path, choice));
  if (given.length > 1) addError(errors, invalid(path, `{${given.join(", ")}}`, choice));
}

const values = ["bool", "int", "string", "version"];
const number = "(0|[1-9]\\d*)";
const preRelease = "(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const build = "[0-9a-zA-Z-]+";
const semver = new RegExp(
  `^${number}\\.${number}\\.${number}(-${preRelease}(\\.${preRelease})*)?(\\+${build}(\\.${build})*)?$`,
);

function validateAttribute(attribute: Fields): void {
  const { record, path, errors } = attribute;
  const { string, version } = record;
  if (typeof string === "string" && byteLength(string) > maxValueLength)
    addError(errors, tooLong(path.child("string"), maxValueLength));
  if (typeof version === "string") {
    if (!semver.test(version))
      addInvalid(attribute, "version", "must be a string compatible with semver.org spec 2.0.0");
    if (byteLength(version) > maxValueLength) addError(errors, tooLong(path.child("version"), maxValueLength));
  }
  const count = values.filter((member) => isSet(attribute, member)).length;
  if (count === 0) addError(errors, required(path, "exactly one value must be specified"));
  if (count > 1) addError(errors, invalid(path, printedAttribute(record), "exactly one value must be specified"));
}
