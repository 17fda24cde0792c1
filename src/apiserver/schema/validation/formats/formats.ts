import { isCidr, isIpv4, isIpv6, isMac } from "./ip.ts";
import { isEmail } from "./email.ts";
import { isCreditCard, isIsbn10, isIsbn13 } from "./numbers.ts";
import { parseRequestUri } from "./request-uri.ts";
import { isDate, isDateTime, isDuration } from "./times.ts";

const label = "[a-zA-Z0-9\\p{S}\\p{L}]";
const hostname = new RegExp(
  `^(?:${label}(?:-?${label}{0,62})?|(?:${label}(?:[a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}${label})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  "u",
);
const utf8 = new TextEncoder();
const size = (text: string): number => utf8.encode(text).length;

const isHostname = (text: string): boolean =>
  hostname.test(text) && size(text) <= 255 && text.split(".").every((part) => size(part) <= 63);

const matching =
  (form: RegExp) =>
  (text: string): boolean =>
    form.test(text);

const channel = "\\s*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*";
const socialSecurity = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/;

/** Formats that are checked, by name without dashes. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: matching(/^[0-9a-fA-F]{24}$/),
  byte: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  cidr: isCidr,
  creditcard: isCreditCard,
  date: isDate,
  datetime: isDateTime,
  duration: isDuration,
  email: isEmail,
  hexcolor: matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  mac: isMac,
  password: () => true,
  rgbcolor: matching(new RegExp(`^rgb\\(${channel},${channel},${channel}\\)$`)),
  ssn: (text) => text.length === 11 && socialSecurity.test(text),
  uri: (text) => parseRequestUri(text) !== undefined,
  uuid: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid3: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid4: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
  uuid5: matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
};

const normalized = (format: string): string => format.replaceAll("-", "");

/**
 * The check of a format, or undefined where it is not enforced: unknown ones are not, nor those that came with 1.34,
 * until the next release.
 */
export const formatCheck = (format: string): ((text: string) => boolean) | undefined =>
  Object.hasOwn(checks, normalized(format)) ? checks[normalized(format)] : undefined;
