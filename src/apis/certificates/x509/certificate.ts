import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  readValue,
  tags,
  wholeOf,
  type DerValue,
} from "../../../apimachinery/der.ts";
import { publicKeyOf, type PublicKey } from "./public-key.ts";

/** What validation asks of a certificate (x509.Certificate). */
export interface Certificate {
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** The subject, and the SubjectPublicKeyInfo, in DER. */
  readonly subject: Uint8Array;
  readonly keyInfo: Uint8Array;
  /** Undefined for a key of an unknown kind. */
  readonly publicKey: PublicKey | undefined;
  readonly isAuthority: boolean;
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
}

/** A certificate, or why it cannot be read. */
export type ParsedCertificate =
  | { readonly certificate: Certificate; readonly end: number }
  | { readonly problem: string };

const malformed = (what: string): ParsedCertificate => ({ problem: `x509: malformed ${what}` });

/** Reads the certificate at the beginning of bytes (x509.ParseCertificate, which also wants it to end there). */
export function parseCertificate(bytes: Uint8Array): ParsedCertificate {
  const whole = readValue(bytes);
  if (!hasTag(whole, tags.sequence)) return malformed("certificate");
  const [signed, algorithm, signature] = childrenOf(whole);
  if (!hasTag(signed, tags.sequence)) return malformed("tbs certificate");
  const members = [...childrenOf(signed)];
  if (hasTag(members[0], 0xa0)) members.shift();
  const [serial, inner, issuer, validity, subject, key, ...more] = members;
  if (!hasTag(serial, tags.integer)) return malformed("serial number");
  if (!hasTag(inner, tags.sequence)) return malformed("signature algorithm identifier");
  if (!hasTag(algorithm, tags.sequence)) return malformed("algorithm identifier");
  if (contentsOf(inner).join() !== contentsOf(algorithm).join())
    return { problem: "x509: inner and outer signature algorithm identifiers don't match" };
  if (!hasTag(issuer, tags.sequence)) return malformed("issuer");
  if (!hasTag(validity, tags.sequence)) return malformed("validity");
  const [notBefore, notAfter] = childrenOf(validity).map(timeOf);
  if (notBefore === undefined || notAfter === undefined) return malformed("validity");
  if (!hasTag(subject, tags.sequence)) return malformed("issuer"); // the words that crypto/x509 has for both
  if (!hasTag(key, tags.sequence)) return malformed("spki");
  if (!hasTag(signature, tags.bitString)) return malformed("signature");
  const extensions = extensionsOf(more);
  const constraints = extensions.get(basicConstraints);
  return {
    certificate: {
      notBefore,
      notAfter,
      subject: wholeOf(subject),
      keyInfo: wholeOf(key),
      publicKey: publicKeyOf(key),
      isAuthority: constraints !== undefined && isAuthority(constraints),
      ...namesOf(extensions.get(subjectAltName)),
    },
    end: whole.end,
  };
}

const basicConstraints = "2.5.29.19";
export const subjectAltName = "2.5.29.17";

/** Reads UTCTime, whose years before 50 are of this century, and GeneralizedTime. */
function timeOf(value: DerValue): number | undefined {
  const text = new TextDecoder("latin1").decode(contentsOf(value));
  const [, year = "", month, day, hour, minute, second = "00"] =
    (hasTag(value, tags.utcTime)
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
    ).exec(text) ?? [];
  const century = year.length > 2 ? "" : Number(year) < 50 ? "20" : "19";
  const time = Date.parse(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the values of the extensions, which stand in [3], by identifier. */
function extensionsOf(members: readonly DerValue[]): ReadonlyMap<string, DerValue> {
  const found = new Map<string, DerValue>();
  const list = members.find((member) => hasTag(member, 0xa3));
  for (const extension of list === undefined ? [] : childrenOf(list).flatMap(childrenOf)) {
    const parts = childrenOf(extension);
    const [identifier, content] = [parts[0], parts.at(-1)];
    if (!hasTag(identifier, tags.objectIdentifier) || !hasTag(content, tags.octetString)) continue;
    const value = readValue(contentsOf(content));
    if (value !== undefined) found.set(identifierOf(identifier), value);
  }
  return found;
}

function isAuthority(constraints: DerValue): boolean {
  const [authority] = childrenOf(constraints);
  return hasTag(authority, tags.boolean) && contentsOf(authority)[0] === 0xff;
}

/** Reads the names of a SubjectAltName: [1] for mail addresses, [2] for DNS names. */
function namesOf(names: DerValue | undefined): Pick<Certificate, "dnsNames" | "emailAddresses"> {
  const decoder = new TextDecoder("latin1");
  const ofTag = (tag: number): readonly string[] =>
    (names === undefined ? [] : childrenOf(names))
      .filter((name) => hasTag(name, tag))
      .map((name) => decoder.decode(contentsOf(name)));
  return { emailAddresses: ofTag(0x81), dnsNames: ofTag(0x82) };
}
