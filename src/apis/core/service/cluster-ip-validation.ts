import {
  duplicate,
  fieldPath,
  invalid,
  notSupported,
  type FieldPath,
  addError,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import type { JsonRecord } from "../../record.ts";
import { parseIpSloppy, validateLegacyIp } from "../../validation/addresses.ts";
import {
  addInvalid,
  addRequired,
  errorsOfEach,
  eachText,
  fieldsOf,
  quotedValue,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { oneOf } from "../../validation/checks.ts";
import { clusterIpsOf, familiesOf, isExternalName, isHeadless, noClusterIp } from "./spec.ts";

const families = ["IPv4", "IPv6"];
const policies = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** What the validation of addresses depends on. */
export interface AddressOptions {
  /** Whether the gate StrictIPCIDRValidation is on. */
  readonly strict: boolean;
}

/** Reports whether an address is an IPv6 one (netutils.IsIPv6String). */
export const isIpv6 = (ip: string): boolean => parseIpSloppy(ip)?.bytes.length === 16;

/**
 * Validates clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy of a spec (ValidateServiceClusterIPsRelatedFields).
 * Allocation calls it too, before anything is allocated.
 */
export function validateClusterIpFields(spec: Fields, old: JsonRecord | undefined, options: AddressOptions): void {
  if (isExternalName(spec.record)) return; // none of them may be set
  validateFirst(spec);
  validateFamilies(spec);
  oneOf(spec, "ipFamilyPolicy", policies);
  if (!validateAddresses(spec, old, options)) return;
  const ips = clusterIpsOf(spec.record);
  if (ips.length > 1 && !isDualStack(ips))
    addInvalid(spec, "clusterIPs", "may specify no more than one IP for each IP family");
  if (!isHeadless(spec.record)) matchFamilies(spec, ips);
}

/** clusterIP must be the first of clusterIPs. */
function validateFirst(spec: Fields): void {
  const ips = clusterIpsOf(spec.record);
  const first = textAt(spec, "clusterIP");
  if (first === "") {
    if (ips.length > 0) addInvalid(spec, "clusterIPs", "must be empty when `clusterIP` is not specified");
  } else if (ips.length === 0) addRequired(spec, "clusterIPs");
  else if (ips[0] !== first) addInvalid(spec, "clusterIPs", "first value must match `clusterIP`");
}

function validateFamilies(spec: Fields): void {
  const seen = new Set<string>();
  eachText(spec, "ipFamilies", (family, path) => {
    if (!families.includes(family)) addError(spec.errors, notSupported(path(), family, families));
    if (seen.has(family)) addError(spec.errors, duplicate(path(), family));
    seen.add(family);
  });
}

/** Validates each cluster IP. Returns false if one is none, so that families would be misleading. */
function validateAddresses(spec: Fields, old: JsonRecord | undefined, { strict }: AddressOptions): boolean {
  const ips = clusterIpsOf(spec.record);
  const addressOptions = { strict, old: new Set(old === undefined ? [] : clusterIpsOf(old)) };
  const errors = errorsOfEach(ips, (ip, i) => {
    if (i > 0 || ip !== noClusterIp)
      return validateLegacyIp(spec.path.child("clusterIPs").index(i), ip, addressOptions);
    const detail = "'None' must be the first and only value";
    return ips.length === 1 ? [] : [invalid(spec.path.child("clusterIPs"), quotedValue(ips), detail)];
  });
  const valid = errors.length === 0;
  addErrors(spec.errors, errors);
  if (ips.length > 2) addInvalid(spec, "clusterIPs", "may only hold up to 2 values");
  return valid;
}

const isDualStack = (ips: readonly string[]): boolean => ips.some(isIpv6) && !ips.every(isIpv6);

function matchFamilies(spec: Fields, ips: readonly string[]): void {
  familiesOf(spec.record).forEach((family, i) => {
    const ip = ips[i];
    if (ip === undefined || !families.includes(family) || isIpv6(ip) === (family === "IPv6")) return;
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${i}]\``;
    addError(spec.errors, invalid(spec.path.child("clusterIPs").index(i), ip, detail));
  });
}

const changed = "may not change once set";

/** The list of a spec that a dual-stack service has two items in, and what errors say about it. */
interface StackList {
  readonly member: "clusterIPs" | "ipFamilies";
  readonly unset: string;
  readonly released: string;
}

const clusterIpList: StackList = {
  member: "clusterIPs",
  unset: "primary clusterIP can not be unset",
  released: "must be set to 'SingleStack' when releasing the secondary clusterIP",
};
const familyList: StackList = {
  member: "ipFamilies",
  unset: "primary ipFamily can not be unset",
  released: "must be set to 'SingleStack' when releasing the secondary ipFamily",
};

/**
 * Validates that addresses and families are only added to or released from an address family, unless the service
 * becomes or was an external name (validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies).
 */
export function validateStackChange(spec: Fields, old: JsonRecord): void {
  if (isExternalName(spec.record) || isExternalName(old)) return;
  const headless = isHeadless(spec.record);
  const wasHeadless = isHeadless(old);
  if (headless && wasHeadless) return;
  validateListChange(spec, clusterIpsOf(old), clusterIpList);
  if (headless === wasHeadless) validateListChange(spec, familiesOf(old), familyList);
}

function validateListChange(spec: Fields, old: readonly string[], list: StackList): void {
  const isFamilies = list.member === "ipFamilies";
  const texts = isFamilies ? familiesOf(spec.record) : clusterIpsOf(spec.record);
  if (old.length === texts.length) {
    old.forEach((text, i) => {
      if (text !== texts[i]) refuse(spec, list.member, isFamilies ? 0 : i, list.member, changed);
    });
    return;
  }
  const first = texts[0];
  const primaryChanged = first !== undefined && old[0] !== undefined && first !== old[0];
  if (old.length > texts.length && clusterIpsOf(spec.record).length === 0)
    refuse(spec, list.member, 0, list.member, list.unset);
  if (primaryChanged) refuse(spec, list.member, 0, "clusterIPs", changed);
  if (old.length > texts.length && texts.length === 1 && textAt(spec, "ipFamilyPolicy") !== "SingleStack")
    addInvalid(spec, "ipFamilyPolicy", list.released);
}

/** Adds an error for an item that quotes a whole list, as upstream does. */
function refuse({ record, path, errors }: Fields, member: string, index: number, quoted: string, detail: string): void {
  addError(errors, invalid(path.child(member).index(index), quotedValue(record[quoted]), detail));
}

/** Validates the fields of a spec that has been completed for allocation. */
export function clusterIpErrors(spec: JsonRecord, old: JsonRecord | undefined, options: AddressOptions) {
  const fields = fieldsOf(spec, specPath, []);
  validateClusterIpFields(fields, old, options);
  return fields.errors;
}

export const specPath: FieldPath = fieldPath("spec");
