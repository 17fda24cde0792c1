import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import {
  fieldPath,
  invalid,
  required,
  tooLong,
  type BadValue,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { pemBlocks } from "../../apimachinery/pem.ts";
import { numberAt, recordAt, stringAt, type JsonRecord } from "../record.ts";
import { parseCertificate, type Certificate } from "./x509/certificate.ts";
import { isSameKey, parsePublicKey } from "./x509/public-key.ts";

const maxChainSize = 100 * 1024;
const [minute, hour] = [60_000, 3_600_000];
const statusPath = fieldPath("status");
const chainPath = statusPath.child("certificateChain");

/** The times that a signer tells, with what a missing one must be. */
const times = [
  ["notBefore", "must be present and consistent with the issued certificate"],
  ["notAfter", "must be present and consistent with the issued certificate"],
  ["beginRefreshAt", "must be present and in the range [notbefore+10min, notafter-10min]"],
] as const;

/** Looks like a mail address (net/mail.ParseAddress). */
const mailAddress = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$/;

function nameErrors({ dnsNames, emailAddresses }: Certificate): readonly FieldError[] {
  const errors: FieldError[] = [];
  const add = (name: string, detail: string): void => {
    addError(errors, invalid(chainPath, name, `leaf certificate${detail}`));
  };
  for (const name of dnsNames) {
    if (name === "") add(name, " should not contain empty DNSName");
    if (name.includes("..")) add(name, "'s DNSName should not contain '..'");
    if (name.startsWith(".") || name.endsWith(".")) add(name, "'s DNSName should not start or end with '.'");
  }
  for (const address of emailAddresses)
    if (!mailAddress.test(address)) add(address, " should not contain invalid EmailAddress");
  return errors;
}

/** Returns the first error about the times of the status and of the certificate. */
function timeError(status: JsonRecord, leaf: Certificate, seconds: number, now: number): FieldError | undefined {
  const at = (member: string): number => Date.parse(stringAt(status, member));
  const wrong = (member: string, detail: string): FieldError =>
    invalid(statusPath.child(member), stringAt(status, member), detail);
  const [notBefore, notAfter, refresh] = [at("notBefore"), at("notAfter"), at("beginRefreshAt")];
  if (notBefore !== leaf.notBefore)
    return wrong("notBefore", "must be set to the NotBefore time encoded in the leaf certificate");
  if (Math.abs(notBefore - now) >= 5 * minute)
    return wrong("notBefore", "must be set to within 5 minutes of kube-apiserver's current time");
  if (notAfter !== leaf.notAfter)
    return wrong("notAfter", "must be set to the NotAfter time encoded in the leaf certificate");
  const lifetime = leaf.notAfter - leaf.notBefore;
  const nanoseconds = BigInt(lifetime) * 1_000_000n;
  if (lifetime < hour) return invalid(chainPath, nanoseconds, "leaf certificate lifetime must be >= 1 hour");
  if (lifetime > seconds * 1000) {
    const detail = `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${seconds})`;
    return invalid(chainPath, nanoseconds, detail);
  }
  if (refresh < notBefore + 10 * minute)
    return wrong("beginRefreshAt", "must be at least 10 minutes after status.notBefore");
  if (refresh > notAfter - 10 * minute)
    return wrong("beginRefreshAt", "must be at least 10 minutes before status.notAfter");
  return undefined;
}

/** Validates the certificates that a signer has issued, the first of which is for the key of the request. */
export function validateIssuedChain(object: KubeObject, old: KubeObject, now: string): readonly FieldError[] {
  const status = recordAt(object, "status");
  const chain = stringAt(status, "certificateChain");
  const wrong = (detail: string, value: BadValue = chain): FieldError => invalid(chainPath, value, detail);
  if (byteLength(chain) > maxChainSize) return [tooLong(chainPath, maxChainSize)];
  const [first, ...rest] = pemBlocks(chain);
  if (first === undefined) return [wrong("issued certificate chain must contain at least one certificate")];
  if (first.type !== "CERTIFICATE")
    return [wrong("issued certificate chain must consist entirely of CERTIFICATE PEM blocks")];
  const leaf = parseCertificate(first.bytes);
  if ("problem" in leaf || leaf.end !== first.bytes.length)
    return [wrong("leaf certificate does not parse as valid X.509")];
  const errors = [...nameErrors(leaf.certificate)];
  const spec = recordAt(old, "spec");
  if (!isSameKey(parsePublicKey(bytesOfBase64(stringAt(spec, "pkixPublicKey"))), leaf.certificate.publicKey))
    return [...errors, wrong("leaf certificate was not issued to the requested public key")];
  for (const [member, detail] of times)
    if (stringAt(status, member) === "") addError(errors, required(statusPath.child(member), detail));
  if (errors.length > 0) return errors;
  const timing = timeError(status, leaf.certificate, numberAt(spec, "maxExpirationSeconds") ?? 0, Date.parse(now));
  if (timing !== undefined) return [timing];
  for (const { type, bytes } of rest) {
    if (type !== "CERTIFICATE")
      return [wrong("issued certificate chain must consist entirely of CERTFICATE PEM blocks")];
    if ("problem" in parseCertificate(bytes)) return [wrong("intermediate certificate does not parse as valid X.509")];
  }
  return [];
}
