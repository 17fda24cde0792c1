import { invalid, type FieldError, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  AddressError,
  formatAddress,
  formatPrefix,
  isFourInSix,
  maskPrefix,
  parseAddress,
  parsePrefix,
  type Address,
  type Prefix,
} from "../../apimachinery/net-address.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { firstWarnings } from "./first-warnings.ts";

const notAnAddress = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const notAPrefix = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

/** Removes the leading zeros of the octets of an IPv4 address, alone or at the end of an IPv6 address. */
const withoutLeadingZeros = (text: string): string =>
  text.includes(".") ? text.replace(/(^|[.:])0+(?=\d{1,3}(?:\.|$))/g, "$1") : text;

/** How all addresses and prefixes begin; to throw an error for each other text of a long list takes long. */
const plausible = /^[0-9a-f:.]+(?:[%/]|$)/i;

function attempt<T>(parse: (text: string) => T, text: string): T | undefined {
  if (!plausible.test(text)) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}

/** Parses an address as older releases did: leading zeros of octets do not count (netutils.ParseIPSloppy). */
export function parseIpSloppy(text: string): Address | undefined {
  const address = attempt(parseAddress, withoutLeadingZeros(text));
  return address === undefined || address.zone !== "" ? undefined : address;
}

/** Parses `address/bits` as older releases did (netutils.ParseCIDRSloppy); the address may have bits beyond `bits`. */
export function parseCidrSloppy(text: string): Prefix | undefined {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return undefined;
  const bits = text.slice(slash + 1).replace(/^0+(?=\d)/, "");
  return attempt(parsePrefix, `${withoutLeadingZeros(text.slice(0, slash))}/${bits}`);
}

/** Returns an address with an IPv4-mapped one in its IPv4 form, as Go's net.IP prints it. */
const canonicalAddress = (address: Address): string =>
  formatAddress(isFourInSix(address) ? { bytes: address.bytes.slice(12), zone: "" } : address);

/** How fields that are older than strict validation are validated. */
export interface LegacyAddressOptions {
  /** Whether leading zeros, IPv4-mapped addresses and bits beyond a prefix are errors (gate StrictIPCIDRValidation). */
  readonly strict: boolean;
  /** The values of the stored object, which stay valid. */
  readonly old?: ReadonlySet<string>;
}

/** Validates an address, not necessarily in canonical form (IsValidIPForLegacyField). */
export function validateLegacyIp(
  path: FieldPath,
  value: string,
  { strict: isStrict, old }: LegacyAddressOptions,
): readonly FieldError[] {
  if (old?.has(value) === true) return [];
  const sloppy = parseIpSloppy(value);
  if (sloppy === undefined) return [invalid(path, value, notAnAddress)];
  if (!isStrict) return [];
  const errors: FieldError[] = [];
  const strict = attempt(parseAddress, value);
  if (strict === undefined) addError(errors, invalid(path, value, "must not have leading 0s"));
  else if (isFourInSix(strict)) addError(errors, invalid(path, value, "must not be an IPv4-mapped IPv6 address"));
  return errors;
}

/** Validates an address in canonical form (IsValidIP). */
export function validateIp(path: FieldPath, value: string): readonly FieldError[] {
  const errors = validateLegacyIp(path, value, { strict: true });
  if (errors.length > 0) return errors;
  const canonical = canonicalAddress(parseAddress(value));
  return value === canonical ? errors : [invalid(path, value, `must be in canonical form (${quoteGo(canonical)})`)];
}

/** Validates a network, not necessarily in canonical form (IsValidCIDRForLegacyField). */
export function validateLegacyCidr(
  path: FieldPath,
  value: string,
  { strict, old }: LegacyAddressOptions,
): readonly FieldError[] {
  if (old?.has(value) === true) return [];
  if (parseCidrSloppy(value) === undefined) return [invalid(path, value, notAPrefix)];
  if (!strict) return [];
  const prefix = attempt(parsePrefix, value);
  if (prefix === undefined) return [invalid(path, value, "must not have leading 0s in IP or prefix length")];
  if (isFourInSix(prefix.address)) return [invalid(path, value, "must not have an IPv4-mapped IPv6 address")];
  return formatPrefix(maskPrefix(prefix)) === formatPrefix(prefix)
    ? []
    : [invalid(path, value, "must not have bits set beyond the prefix length")];
}

/** Validates a network in canonical form (IsValidCIDR). */
export function validateCidr(path: FieldPath, value: string): readonly FieldError[] {
  const errors = validateLegacyCidr(path, value, { strict: true });
  if (errors.length > 0) return errors;
  const canonical = formatPrefix(parsePrefix(value));
  return value === canonical ? errors : [invalid(path, value, `must be in canonical form (${quoteGo(canonical)})`)];
}

const fourInSixBits = 96;

/** Validates an address of an interface, with the length of its network's prefix (IsValidInterfaceAddress). */
export function validateInterfaceAddress(path: () => FieldPath, value: string): readonly FieldError[] {
  const prefix = parseCidrSloppy(value);
  if (prefix === undefined)
    return [invalid(path(), value, "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)")];
  const { address, bits } = prefix;
  const length = isFourInSix(address) && bits > 32 ? bits - fourInSixBits : bits;
  const canonical = `${canonicalAddress(address)}/${length}`;
  return value === canonical ? [] : [invalid(path(), value, `must be in canonical form (${quoteGo(canonical)})`)];
}

/** Returns the warning for an address that is valid but not in canonical form (GetWarningsForIP); none if it is. */
export function warningForIp(path: string, value: string): string | undefined {
  const sloppy = parseIpSloppy(value);
  if (sloppy === undefined) return undefined;
  const strict = attempt(parseAddress, value);
  if (strict === undefined || isFourInSix(strict))
    return `${path}: non-standard IP address ${quoteGo(value)} will be considered invalid in a future Kubernetes release: use ${quoteGo(canonicalAddress(sloppy))}`;
  const canonical = formatAddress(strict);
  return strict.bytes.length === 4 || canonical === value
    ? undefined
    : `${path}: IPv6 address ${quoteGo(value)} should be in RFC 5952 canonical format (${quoteGo(canonical)})`;
}

/** Returns the warnings for a network that is valid but not in canonical form (GetWarningsForCIDR). */
export function warningsForCidr(path: string, value: string): readonly string[] {
  const sloppy = parseCidrSloppy(value);
  if (sloppy === undefined) return [];
  const network = formatPrefix(maskPrefix(sloppy));
  const warnings: string[] = [];
  if (network !== formatPrefix(sloppy)) {
    const single = `${canonicalAddress(sloppy.address)}/${sloppy.address.bytes.length * 8}`;
    warnings.push(
      `${path}: CIDR value ${quoteGo(value)} is ambiguous in this context (should be ${quoteGo(network)} or ${quoteGo(single)}?)`,
    );
  }
  const strict = attempt(parsePrefix, value);
  if (strict === undefined || isFourInSix(strict.address))
    warnings.push(
      `${path}: non-standard CIDR value ${quoteGo(value)} will be considered invalid in a future Kubernetes release: use ${quoteGo(network)}`,
    );
  else if (warnings.length === 0 && strict.address.bytes.length === 16 && formatPrefix(strict) !== value)
    warnings.push(
      `${path}: IPv6 CIDR value ${quoteGo(value)} should be in RFC 5952 canonical format (${quoteGo(formatPrefix(strict))})`,
    );
  return warnings;
}

/**
 * Returns warnings for the addresses of a load balancer in a status that are not in canonical form (WarningsOnUpdate of
 * the statuses of Services and Ingresses).
 */
export function balancerWarnings(object: KubeObject): readonly string[] {
  const points = recordsAt(recordAt(recordAt(object, "status"), "loadBalancer"), "ingress");
  return firstWarnings(points, (point, i) => {
    const ip = stringAt(point, "ip");
    return ip === "" ? [] : (warningForIp(`status.loadBalancer.ingress[${i}]`, ip) ?? []);
  });
}
