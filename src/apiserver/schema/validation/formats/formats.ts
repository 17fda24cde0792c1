import { isCidr, isIpv4, isIpv6, isMac } from "./ip.ts";
import { parseRequestUri } from "./request-uri.ts";
import { isDate, isDateTime, isDuration } from "./times.ts";

const digitsOnly = /[^0-9]+/g;
const creditCard =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;
const spacesAndMinus = /[\t\n\f\r -]+/g;
const isbn10 = /^(?:[0-9]{9}X|[0-9]{10})$/;
const isbn13 = /^[0-9]{13}$/;

const digitAt = (text: string, i: number): number => text.charCodeAt(i) - 48;

/** Checks the issuer prefix and the check digit of a card number. Characters other than digits are ignored. */
function isCreditCard(text: string): boolean {
  const digits = text.replace(digitsOnly, "");
  if (!creditCard.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digitAt(digits, digits.length - 1 - i);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(spacesAndMinus, "");
  if (!isbn10.test(digits)) return false;
  let sum = 10 * (digits.endsWith("X") ? 10 : digitAt(digits, 9));
  for (let i = 0; i < 9; i++) sum += (i + 1) * digitAt(digits, i);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(spacesAndMinus, "");
  if (!isbn13.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += (i % 2 === 0 ? 1 : 3) * digitAt(digits, i);
  return digitAt(digits, 12) === (10 - (sum % 10)) % 10;
}

const atext = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\uffff]";
const dotAtom = new RegExp(`^${atext}+(?:\\.${atext}+)*$`);
const quoted = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/;
const domainLiteral = /^\[[^[\]\\]*\]$/;
const phrase = new RegExp(`^(?:${atext}|[ \\t.]|"(?:[^"\\\\]|\\\\.)*")*$`);

/** Checks `local@domain`, where the local part is a dot-atom or quoted. */
function isAddrSpec(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).trim();
  return (
    (dotAtom.test(local.trim()) || (quoted.test(local.trim()) && local.trim().length > 2)) &&
    (dotAtom.test(domain) || domainLiteral.test(domain))
  );
}

/** Removes a comment in parentheses at the end, which has none inside, with the spaces before it. */
function withoutComment(text: string): string {
  const open = text.lastIndexOf("(");
  const isComment = open >= 0 && text.indexOf(")", open) === text.length - 1;
  return isComment ? text.slice(0, open).trimEnd() : text;
}

/**
 * Checks an address as used in mail headers, with or without a display name (net/mail ParseAddress). A trailing
 * comment is ignored.
 */
function isEmail(text: string): boolean {
  const trimmed = withoutComment(text.trim());
  if (!trimmed.endsWith(">")) return isAddrSpec(trimmed);
  const open = trimmed.lastIndexOf("<");
  return open >= 0 && phrase.test(trimmed.slice(0, open)) && isAddrSpec(trimmed.slice(open + 1, -1));
}

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

/** Enforced formats by name without dashes. */
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
 * Returns the check of a format, or undefined if the format is not enforced. Unknown formats are not enforced, nor are
 * those introduced in 1.34, which take effect in the next release.
 */
export const formatCheck = (format: string): ((text: string) => boolean) | undefined =>
  Object.hasOwn(checks, normalized(format)) ? checks[normalized(format)] : undefined;
