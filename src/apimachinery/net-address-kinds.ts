import { formatAddress, isFour, type Address } from "./net-address.ts";

const first = ({ bytes }: Address): number => bytes[0] ?? 0;
const second = ({ bytes }: Address): number => bytes[1] ?? 0;

/** Whether an address is 0.0.0.0 or ::. */
export const isUnspecified = ({ bytes }: Address): boolean => bytes.every((byte) => byte === 0);

/** Whether an address is of the host itself. */
export const isLoopback = (ip: Address): boolean => (isFour(ip) ? first(ip) === 127 : formatAddress(ip) === "::1");

/** Whether an address is of one link, such as that of a cloud's metadata. */
export const isLinkLocalUnicast = (ip: Address): boolean =>
  isFour(ip) ? first(ip) === 169 && second(ip) === 254 : first(ip) === 0xfe && (second(ip) & 0xc0) === 0x80;

/** Whether an address is of a group on one link. */
export const isLinkLocalMulticast = (ip: Address): boolean =>
  isFour(ip) ? formatAddress(ip).startsWith("224.0.0.") : first(ip) === 0xff && (second(ip) & 0x0f) === 2;

/** Whether an address is of a group. */
const isMulticast = (ip: Address): boolean => (isFour(ip) ? (first(ip) & 0xf0) === 0xe0 : first(ip) === 0xff);

const isBroadcast = (ip: Address): boolean => isFour(ip) && ip.bytes.every((byte) => byte === 255);

/** Whether an address is none of the special ones; private addresses are not special (net.IP.IsGlobalUnicast). */
export const isGlobalUnicast = (ip: Address): boolean =>
  !isUnspecified(ip) && !isBroadcast(ip) && !isLoopback(ip) && !isMulticast(ip) && !isLinkLocalUnicast(ip);
