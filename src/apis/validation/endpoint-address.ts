import { invalid, required, type FieldError, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { isFour, isFourInSix, type Address } from "../../apimachinery/net-address.ts";
import {
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
} from "../../apimachinery/net-address-kinds.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { parseIpSloppy, warningForIp } from "./addresses.ts";
import { warningLimit } from "./first-warnings.ts";

/** The protocols of ports, in the order of error messages. */
export const portProtocols: readonly string[] = ["SCTP", "TCP", "UDP"];

/** Returns an IPv4 address within IPv6 as the former (Go's net.IP.To4); any other as it is. */
const asFour = (address: Address): Address =>
  isFourInSix(address) ? { bytes: address.bytes.slice(12), zone: "" } : address;

interface SpecialRange {
  readonly message: (text: string) => string;
  readonly includes: (address: Address) => boolean;
}

/** The addresses that are not allowed for endpoints: those that mean something else on each node. */
const specialRanges: readonly SpecialRange[] = [
  { message: (text) => `may not be unspecified (${text})`, includes: isUnspecified },
  { message: () => "may not be in the loopback range (127.0.0.0/8, ::1/128)", includes: isLoopback },
  {
    message: () => "may not be in the link-local range (169.254.0.0/16, fe80::/10)",
    includes: isLinkLocalUnicast,
  },
  {
    message: () => "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
    includes: isLinkLocalMulticast,
  },
];

type Family = "IPv4" | "IPv6";

/**
 * An address must be one that pods can have (ValidateEndpointIP), and of a family where one is given
 * (IsValidIPv4Address, IsValidIPv6Address).
 */
export function validateEndpointIp(errors: FieldError[], text: string, path: () => FieldPath, family?: Family): void {
  const parsed = parseIpSloppy(text);
  const address = parsed && asFour(parsed);
  if (family !== undefined && (address === undefined || isFour(address) !== (family === "IPv4")))
    addError(errors, invalid(path(), text, `must be a valid ${family} address`));
  if (address === undefined) return void addError(errors, invalid(path(), text, "must be a valid IP address"));
  for (const { message, includes } of specialRanges)
    if (includes(address)) addError(errors, invalid(path(), text, message(text)));
}

/** A text must be a domain name of at least two labels (IsFullyQualifiedDomainName). */
export function validateDomainName(errors: FieldError[], text: string, path: () => FieldPath): void {
  if (text === "") return void addError(errors, required(path()));
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  const messages = isDns1123Subdomain(name);
  if (messages.length > 0) return void addError(errors, invalid(path(), name, messages.join(",")));
  const labels = name.split(".");
  if (labels.length < 2)
    return void addError(
      errors,
      invalid(path(), name, "should be a domain with at least two segments separated by dots"),
    );
  const wrong = labels.find((label) => isDns1123Label(label).length > 0);
  if (wrong !== undefined) addError(errors, invalid(path(), wrong, isDns1123Label(wrong).join(",")));
}

const isPlainIpv4 = (text: string): boolean => !text.includes(":") && !/(?:^|\.)0\d/.test(text);

/** Adds the warning for an address that is not in canonical form, unless the limit of warnings is reached. */
export function warnOfIp(warnings: string[], text: string, path: () => FieldPath): void {
  if (isPlainIpv4(text) || warnings.length >= warningLimit) return;
  const warning = warningForIp("", text);
  if (warning !== undefined) warnings.push(path().toString() + warning);
}
