import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate, PeerCertificate } from "node:tls";
import { childrenOf, contentsOf, hasTag, readValue, tags, unsignedOf } from "../../apimachinery/der.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { type Extension, extensionsOf, hasUnknownNames } from "./certificate-extensions.ts";
import { constraintProblem } from "./name-constraints.ts";

/** The extensions that crypto/x509 understands, by their object identifiers. */
const understood: ReadonlySet<string> = new Set([
  ...[14, 15, 17, 19, 30, 31, 32, 33, 35, 36, 37, 54].map((last) => `2.5.29.${last}`),
  "1.3.6.1.5.5.7.1.1",
]);

const keyUsage = "2.5.29.15";
const basicConstraints = "2.5.29.19";
/** The bit of the first byte of a key usage by which a key may sign certificates. */
const signsCertificates = 0x04;

const unhandled = "unhandled critical extension";

/** Returns a certificate with its issuers, as far as Node knows them. */
export function chainOf(certificate: DetailedPeerCertificate | undefined): readonly PeerCertificate[] {
  const chain = new Map<string, PeerCertificate>();
  let next: Partial<DetailedPeerCertificate> | undefined = certificate;
  while (next?.raw !== undefined && !chain.has(next.fingerprint256 ?? "")) {
    chain.set(next.fingerprint256 ?? "", next as PeerCertificate); // one that has bytes is whole
    next = next.issuerCertificate;
  }
  return [...chain.values()];
}

/** Returns why a certificate itself is not valid, whoever has signed it (Certificate.isValid). */
export const ownProblem = (certificate: PeerCertificate, now: number): string | undefined =>
  isUnhandled(certificate) ? unhandled : timeProblem(certificate, now);

/**
 * Returns why crypto/x509 finds no authority for a serving certificate: what is wrong with the first issuer that could
 * be one (Certificate.buildChains). Undefined if no issuer is known, or none is wrong.
 */
export function issuerProblem(chain: readonly PeerCertificate[], now: number): string | undefined {
  for (const [at, issuer] of chain.slice(1).entries()) {
    const signed = chain[at] as PeerCertificate; // the one before it
    const problem = signatureProblem(signed, issuer) ?? authorityProblem(issuer, at, now);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns why names are refused by the constraints of an authority, with the first that is (checkChainConstraints). */
export function nameProblem(chain: readonly PeerCertificate[]): string {
  const problem = constraintProblem(chain.map(({ raw }) => raw));
  return `a root or intermediate certificate is not authorized to sign for this name${problem === undefined ? "" : `: ${problem}`}`;
}

/** Why an issuer cannot have signed a certificate (UnknownAuthorityError). */
function signatureProblem(certificate: PeerCertificate, issuer: PeerCertificate): string | undefined {
  const { publicKey } = new X509Certificate(issuer.raw);
  const mismatch = mismatches.get(publicKey.asymmetricKeyType ?? "");
  const isSigned = mismatch === undefined || new X509Certificate(certificate.raw).verify(publicKey);
  const error = !maySign(extensionsOf(issuer.raw)) ? cannotSign : isSigned ? undefined : mismatch;
  if (error === undefined) return undefined;
  const tried = `while trying to verify candidate authority certificate ${quoteGo(nameOf(issuer))}`;
  return `certificate signed by unknown authority (possibly because of ${quoteGo(error)} ${tried})`;
}

/** Why an authority with `below` authorities below it is not valid (Certificate.isValid). */
function authorityProblem(issuer: PeerCertificate, below: number, now: number): string | undefined {
  const problem = ownProblem(issuer, now);
  if (problem !== undefined) return problem;
  const most = pathLengthOf(extensionsOf(issuer.raw));
  return most !== undefined && below > most ? "too many intermediates for path length constraint" : undefined;
}

const cannotSign = "x509: invalid signature: parent certificate cannot sign this kind of certificate";

/** What a signature of another key is called, by the kind of the key. */
const mismatches: ReadonlyMap<string, string> = new Map([
  ["ec", "x509: ECDSA verification failure"],
  ["ed25519", "x509: Ed25519 verification failure"],
  ["rsa", "crypto/rsa: verification error"],
]);

const isUnhandled = ({ raw }: PeerCertificate): boolean =>
  extensionsOf(raw).some((one) => (one.critical && !understood.has(one.id)) || hasUnknownNames(one));

function timeProblem({ valid_from: from, valid_to: to }: PeerCertificate, now: number): string | undefined {
  const told = (when: string, bound: string): string =>
    `certificate has expired or is not yet valid: current time ${formatTime(now)} is ${when} ${formatTime(Date.parse(bound))}`;
  if (now < Date.parse(from)) return told("before", from);
  return now > Date.parse(to) ? told("after", to) : undefined;
}

const valueOf = (extensions: readonly Extension[], id: string) => {
  const found = extensions.find((one) => one.id === id);
  return found && readValue(found.value);
};

/** Whether a certificate is one of an authority whose key signs certificates (Certificate.CheckSignatureFrom). */
function maySign(extensions: readonly Extension[]): boolean {
  const constraints = valueOf(extensions, basicConstraints);
  const [isAuthority] = constraints === undefined ? [] : childrenOf(constraints);
  if (!hasTag(isAuthority, tags.boolean) || contentsOf(isAuthority)[0] === 0) return false;
  const usage = valueOf(extensions, keyUsage);
  return usage === undefined || ((contentsOf(usage)[1] ?? 0) & signsCertificates) !== 0;
}

function pathLengthOf(extensions: readonly Extension[]): number | undefined {
  const constraints = valueOf(extensions, basicConstraints);
  const [, length] = constraints === undefined ? [] : childrenOf(constraints);
  return hasTag(length, tags.integer) ? Number(unsignedOf(contentsOf(length))) : undefined;
}

/** The common name of a certificate, else its organization, else its serial number. */
function nameOf({ subject, serialNumber }: PeerCertificate): string {
  const first = (value: string | readonly string[] | undefined): string | undefined =>
    typeof value === "string" ? value : value?.[0];
  const [sign, digits] = serialNumber.startsWith("-") ? ["-", serialNumber.slice(1)] : ["", serialNumber];
  return first(subject.CN) || first(subject.O) || `serial:${sign}${BigInt(`0x${digits}`)}`;
}
