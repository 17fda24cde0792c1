const decimal = /^\d+$/;

/** Checks a dotted IPv4 address; leading zeros are accepted only with `leadingZeros`. */
function isDotted(text: string, leadingZeros: boolean): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 &&
    parts.every(
      (part) => decimal.test(part) && Number(part) <= 255 && (leadingZeros || part === "0" || !part.startsWith("0")),
    )
  );
}

const group = /^[0-9a-fA-F]{1,4}$/;

/** Counts the groups on one side of `::`. A trailing IPv4 address counts as two; -1 means invalid. */
function countGroups(text: string, mayEndDotted: boolean, leadingZeros: boolean): number {
  if (text === "") return 0;
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const dotted = mayEndDotted && last.includes(".");
  if (dotted && !isDotted(last, leadingZeros)) return -1;
  const groups = dotted ? parts.slice(0, -1) : parts;
  return groups.every((part) => group.test(part)) ? groups.length + (dotted ? 2 : 0) : -1;
}

function isColoned(text: string, leadingZeros: boolean): boolean {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return false;
  if (tail === undefined) return countGroups(head, true, leadingZeros) === 8;
  const before = countGroups(head, false, leadingZeros);
  const after = countGroups(tail, true, leadingZeros);
  return before >= 0 && after >= 0 && before + after <= 7;
}

const isAddress = (text: string, leadingZeros: boolean): boolean =>
  text.includes(":") ? isColoned(text, leadingZeros) : isDotted(text, leadingZeros);

/** An IPv4 address. Leading zeros are accepted, as in older releases of Go. */
export const isIpv4 = (text: string): boolean => text.includes(".") && isAddress(text, true);

/** An IPv6 address (net.ParseIP). */
export const isIpv6 = (text: string): boolean => text.includes(":") && isAddress(text, false);

/** An address with a prefix length. Leading zeros are accepted. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) return false;
  const address = text.slice(0, slash);
  const length = text.slice(slash + 1);
  return (
    isAddress(address, true) &&
    decimal.test(length) &&
    length.length <= 5 &&
    Number(length) <= (address.includes(":") ? 128 : 32)
  );
}

const macForms = [
  /^[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2})+$/,
  /^[0-9a-fA-F]{2}(?:-[0-9a-fA-F]{2})+$/,
  /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/,
];
const hexDigit = /[0-9a-fA-F]/g;

/** A MAC address of 6, 8 or 20 bytes (net.ParseMAC). */
export function isMac(text: string): boolean {
  const digits = text.match(hexDigit)?.length ?? 0;
  return (digits === 12 || digits === 16 || digits === 40) && macForms.some((form) => form.test(text));
}
