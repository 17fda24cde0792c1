import { newInvalid } from "../../../../apimachinery/invalid-error.ts";
import { invalid, type FieldError, addError } from "../../../../apimachinery/field-error.ts";
import { printing } from "../../../../apiserver/registry/refused-as-invalid.ts";
import { stringAt, type JsonRecord } from "../../../record.ts";
import { parseIpSloppy } from "../../../validation/addresses.ts";
import { quotedValue } from "../../../validation/fields.ts";
import { clusterIpErrors, isIpv6, specPath, type AddressOptions } from "../cluster-ip-validation.ts";
import {
  clusterIpsOf,
  familiesOf,
  hasSelector,
  isExternalName,
  noClusterIp,
  sameTexts,
  typeOf,
  type IpFamily,
} from "../spec.ts";
import type { Allocators } from "./allocators.ts";

const policyOf = (spec: JsonRecord): string => stringAt(spec, "ipFamilyPolicy");

export const familyOf = (ip: string): IpFamily | "unknown" => {
  if (parseIpSloppy(ip) === undefined) return "unknown";
  return isIpv6(ip) ? "IPv6" : "IPv4";
};

const otherFamily = (family: string): IpFamily => (family === "IPv4" ? "IPv6" : "IPv4");

const isFamily = (family: string): family is IpFamily => family === "IPv4" || family === "IPv6";

/** The families that the server allocates addresses of, and how it validates addresses. */
export type FamilyOptions = Pick<Allocators, "ips" | "defaultFamily"> & AddressOptions;

export const serviceKind = { group: "", kind: "Service" };

/** Throws the errors, if there are any, as those of a service. */
export function refuse(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid(serviceKind, name, errors, printing);
}

/**
 * Reports whether an update leaves the addresses and families of a PreferDualStack service alone, so that it neither
 * gains nor loses an address when the server gains or loses a family (isMatchingPreferDualStackClusterIPFields).
 */
export const keepsPreferredStack = (spec: JsonRecord, old: JsonRecord | undefined): boolean =>
  old !== undefined &&
  typeOf(spec) === typeOf(old) &&
  ["ClusterIP", "NodePort", "LoadBalancer"].includes(typeOf(spec)) &&
  policyOf(spec) === "PreferDualStack" &&
  ["PreferDualStack", ""].includes(policyOf(old)) &&
  sameTexts(clusterIpsOf(spec), clusterIpsOf(old)) &&
  sameTexts(familiesOf(spec), familiesOf(old));

/**
 * Returns the spec with ipFamilyPolicy and ipFamilies as the server is configured (initIPFamilyFields). Throws a
 * StatusError if the server cannot serve what the client asks for.
 */
export function initFamilyFields(
  name: string,
  given: JsonRecord,
  old: JsonRecord | undefined,
  options: FamilyOptions,
): JsonRecord {
  if (isExternalName(given) || keepsPreferredStack(given, old)) return given;
  const isHeadless = stringAt(given, "clusterIP") === noClusterIp && !hasSelector(given);
  let spec: JsonRecord = { ...given, ipFamilyPolicy: policyOf(given) || defaultPolicy(old, isHeadless) };
  refuse(name, clusterIpErrors(spec, old, options));
  const errors: FieldError[] = [];
  if (old !== undefined) spec = changeStack(spec, old, errors);
  checkPolicy(spec, errors);
  spec = inferFamilies(spec, options, errors);
  refuse(name, errors);
  if (!isHeadless) checkConfigured(name, spec, options);
  const families = familiesOf(spec).length === 0 ? [options.defaultFamily] : familiesOf(spec);
  const [first = "IPv4"] = families;
  const completes = policyOf(spec) !== "SingleStack" && families.length === 1 && (isHeadless || options.ips.size === 2);
  return { ...spec, ipFamilies: completes ? [first, otherFamily(first)] : families };
}

/** A service without selector and cluster IP may have endpoints of both families. */
const defaultPolicy = (old: JsonRecord | undefined, isHeadless: boolean): string =>
  (old === undefined ? "" : policyOf(old)) || (isHeadless ? "RequireDualStack" : "SingleStack");

const policyError = (spec: JsonRecord, detail: string): FieldError =>
  invalid(specPath.child("ipFamilyPolicy"), policyOf(spec), detail);

/** SingleStack releases what is second; otherwise that may not be left out. */
function changeStack(spec: JsonRecord, old: JsonRecord, errors: FieldError[]): JsonRecord {
  const [ips, families] = [clusterIpsOf(spec), familiesOf(spec)];
  const [oldIps, oldFamilies] = [clusterIpsOf(old), familiesOf(old)];
  if (policyOf(spec) === "SingleStack")
    return {
      ...spec,
      ...(ips.length > 1 && sameTexts(ips, oldIps) && { clusterIPs: ips.slice(0, 1) }),
      ...(families.length > 1 && sameTexts(families, oldFamilies) && { ipFamilies: families.slice(0, 1) }),
    };
  const isReduced = (now: readonly string[], before: readonly string[]): boolean =>
    now.length > 0 && now.length < before.length;
  if (isReduced(ips, oldIps))
    addError(errors, policyError(spec, "must be 'SingleStack' to release the secondary cluster IP"));
  if (isReduced(families, oldFamilies))
    addError(errors, policyError(spec, "must be 'SingleStack' to release the secondary IP family"));
  return spec;
}

function checkPolicy(spec: JsonRecord, errors: FieldError[]): void {
  if (policyOf(spec) !== "SingleStack") return;
  const detail = (what: string): string =>
    `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
  if (clusterIpsOf(spec).length === 2) addError(errors, policyError(spec, detail("cluster IPs")));
  if (familiesOf(spec).length === 2) addError(errors, policyError(spec, detail("IP families")));
}

/** Adds the families of addresses whose family is not given. */
function inferFamilies(spec: JsonRecord, { ips: allocators }: FamilyOptions, errors: FieldError[]): JsonRecord {
  const ips = clusterIpsOf(spec);
  if (ips[0] === noClusterIp) return spec;
  const families = [...familiesOf(spec)];
  ips.forEach((ip, i) => {
    if (i < families.length) return;
    const family = familyOf(ip);
    if (isFamily(family) && allocators.has(family)) families.push(family);
    else
      addError(
        errors,
        invalid(specPath.child("clusterIPs").index(i), quotedValue(ips), `${family} is not configured on this cluster`),
      );
  });
  return families.length === 0 ? spec : { ...spec, ipFamilies: families };
}

function checkConfigured(name: string, spec: JsonRecord, { ips }: FamilyOptions): void {
  const errors: FieldError[] = [];
  if (policyOf(spec) === "RequireDualStack" && ips.size < 2)
    addError(errors, policyError(spec, "this cluster is not configured for dual-stack services"));
  familiesOf(spec).forEach((family, i) => {
    if (!isFamily(family) || !ips.has(family))
      addError(errors, invalid(specPath.child("ipFamilies").index(i), family, "not configured on this cluster"));
  });
  refuse(name, errors);
}
