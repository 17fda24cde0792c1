import { invalid, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { isFourInSix } from "../../apimachinery/net-address.ts";
import { parseIpSloppy } from "./addresses.ts";

type Bytes = readonly number[];

const isFour = (bytes: Bytes): boolean => bytes.length === 4;
const hasZerosBefore = (bytes: Bytes, end: number): boolean => bytes.slice(0, end).every((byte) => byte === 0);

const isUnspecified = (bytes: Bytes): boolean => hasZerosBefore(bytes, bytes.length);
const isLoopback = (bytes: Bytes): boolean =>
  isFour(bytes) ? bytes[0] === 127 : hasZerosBefore(bytes, 15) && bytes[15] === 1;
const isLinkLocalUnicast = ([a = 0, b = 0, ...rest]: Bytes): boolean =>
  rest.length === 2 ? a === 169 && b === 254 : a === 0xfe && (b & 0xc0) === 0x80;
const isLinkLocalMulticast = ([a = 0, b = 0, c = 0, ...rest]: Bytes): boolean =>
  rest.length === 1 ? a === 224 && b === 0 && c === 0 : a === 0xff && (b & 0x0f) === 2;

/** The ranges whose addresses lead nowhere, or to the node that uses them. */
const ranges: readonly (readonly [isWithin: (bytes: Bytes) => boolean, detail: (ip: string) => string])[] = [
  [isUnspecified, (ip) => `may not be unspecified (${ip})`],
  [isLoopback, () => "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [isLinkLocalUnicast, () => "may not be in the link-local range (169.254.0.0/16, fe80::/10)"],
  [isLinkLocalMulticast, () => "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
];

/** Validates an address of an endpoint or of a Service for the outside (ValidateNonSpecialIP). */
export function validateNonSpecialIp(path: FieldPath, ip: string): readonly FieldError[] {
  const address = parseIpSloppy(ip);
  if (address === undefined) return [invalid(path, ip, "must be a valid IP address")];
  const bytes = isFourInSix(address) ? address.bytes.slice(12) : address.bytes;
  return ranges.filter(([isWithin]) => isWithin(bytes)).map(([, detail]) => invalid(path, ip, detail(ip)));
}
