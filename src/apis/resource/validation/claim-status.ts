import { duplicate, invalid, PrintedValue, addError, addErrors } from "../../../apimachinery/field-error.ts";
import { isDns1123Label } from "../../../apimachinery/validation/names.ts";
import { validateNodeSelector } from "../../core/pod/scheduling.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { validateInterfaceAddress } from "../../validation/addresses.ts";
import { atMostBytes, conforms, requireMember, requireOneOf } from "../../validation/checks.ts";
import { conditions } from "../../validation/conditions.ts";
import {
  addForbidden,
  asRecord,
  eachItem,
  inside,
  isSet,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { atMostItems, atMostTexts, distinctItems, distinctTexts } from "../../validation/lists.ts";
import { fieldImmutableMessage } from "../../../apimachinery/validation/object-meta.ts";
import { maxConfigs, requestRefs } from "./claim-spec.ts";
import { bindingConditions } from "./binding-conditions.ts";
import { rawObject, validateConfiguration } from "./configuration.ts";
import { printedAllocation } from "./go-structs.ts";
import { checkRequestRef, driverName, poolName, shareId, type RequestNames } from "./names.ts";

const maxConsumers = 256;
const maxResults = 32;
const maxConditions = 8;
const maxDataLength = 10 * 1024;
const maxAddresses = 16;
const maxInterfaceNameLength = 256;
const maxHardwareAddressLength = 128;

/** Returns the name of an allocated device, in its share if it is shared (structured.MakeSharedDeviceID). */
export const deviceId = (device: JsonRecord): string =>
  JSON.stringify(["driver", "pool", "device", "shareID"].map((member) => stringAt(device, member)));

/** How Go prints a SharedDeviceID, all of whose fields are opaque. */
const printedDeviceId = new PrintedValue('{"Driver":{},"Pool":{},"Device":{},"ShareID":{}}');

/** Returns the devices that a status says to be allocated. */
export const allocatedDevices = (status: JsonRecord): ReadonlySet<string> =>
  new Set(recordsAt(recordAt(recordAt(status, "allocation"), "devices"), "results").map(deviceId));

/** What the validation of a status knows of the claim. */
interface StatusContext {
  readonly names: RequestNames;
  readonly isDeleted: boolean;
}

/** Validates the status of a claim (validateResourceClaimStatusUpdate). */
export function validateClaimStatus(status: Fields, old: JsonRecord, context: StatusContext): void {
  atMostItems(status, "reservedFor", maxConsumers, (consumer) => {
    for (const member of ["resource", "name", "uid"]) requireMember(consumer, member);
  });
  distinctItems(status, "reservedFor", "uid");
  const allocated = allocatedDevices(status.record);
  eachItem(status, "devices", (device) => validateDeviceStatus(device, allocated));
  distinctDevices(status);
  validateReservations(status, old, context.isDeleted);
  const allocation = inside(status, "allocation");
  if (allocation === undefined) return;
  const before = old["allocation"];
  if (before === undefined || before === null) return validateAllocation(allocation, context.names);
  if (!semanticEqual(allocation.record, before))
    addError(status.errors, invalid(allocation.path, printedAllocation(allocation.record), fieldImmutableMessage));
}

function distinctDevices(status: Fields): void {
  const seen = new Set<string>();
  eachItem(status, "devices", ({ record, path, errors }) => {
    const id = deviceId(record);
    if (seen.has(id)) addError(errors, duplicate(path.child("deviceID"), printedDeviceId));
    else seen.add(id);
  });
}

/** Returns a text that tells a consumer (ResourceClaimConsumerReference) from others. */
function consumerText(consumer: unknown): string {
  const record = asRecord(consumer);
  return JSON.stringify(["apiGroup", "resource", "name", "uid"].map((member) => stringAt(record, member)));
}

function validateReservations(status: Fields, old: JsonRecord, isDeleted: boolean): void {
  const consumers = itemsAt(status.record, "reservedFor");
  if (consumers.length === 0) return;
  if (!isSet(status, "allocation"))
    return addForbidden(status, "reservedFor", "may not be specified when `allocated` is not set");
  if (!isDeleted) return;
  const before = new Set(itemsAt(old, "reservedFor").map(consumerText));
  if (consumers.some((consumer) => !before.has(consumerText(consumer))))
    addForbidden(
      status,
      "reservedFor",
      "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
    );
}

function validateAllocation(allocation: Fields, names: RequestNames): void {
  const devices = within(allocation, "devices");
  atMostItems(devices, "results", maxResults, (result) => validateResult(result, names));
  // Half of them come from the class.
  atMostItems(devices, "config", 2 * maxConfigs, (config) => {
    requireOneOf(config, "source", ["FromClaim", "FromClass"]);
    requestRefs(config, names);
    validateConfiguration(config, false);
  });
  const selector = inside(allocation, "nodeSelector");
  if (selector !== undefined) validateNodeSelector(selector, false);
}

function validateResult(result: Fields, names: RequestNames): void {
  const { errors } = result;
  checkRequestRef(textAt(result, "request"), names, { errors, path: () => result.path.child("request") });
  driverName(result, "driver");
  poolName(result, "pool");
  conforms(result, "device", isDns1123Label);
  bindingConditions(result);
  shareId(result, "shareID");
}

function validateDeviceStatus(device: Fields, allocated: ReadonlySet<string>): void {
  driverName(device, "driver");
  poolName(device, "pool");
  conforms(device, "device", isDns1123Label);
  shareId(device, "shareID");
  if (!allocated.has(deviceId(device.record)))
    addError(device.errors, invalid(device.path, printedDeviceId, "must be an allocated device in the claim"));
  atMostItems(device, "conditions", maxConditions, () => undefined);
  conditions(device, "conditions");
  if (isSet(device, "data")) rawObject(device, "data", maxDataLength);
  const network = inside(device, "networkData");
  if (network !== undefined) validateNetworkData(network);
}

function validateNetworkData(network: Fields): void {
  atMostBytes(network, "interfaceName", maxInterfaceNameLength);
  atMostBytes(network, "hardwareAddress", maxHardwareAddressLength);
  atMostTexts(
    network,
    "ips",
    maxAddresses,
    (address, path) => void addErrors(network.errors, validateInterfaceAddress(path, address)),
  );
  distinctTexts(network, "ips");
}
