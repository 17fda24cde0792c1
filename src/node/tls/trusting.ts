import { isIP } from "node:net";
import { checkServerIdentity, type DetailedPeerCertificate, type PeerCertificate } from "node:tls";
import { extensionsOf, hasUnknownNames } from "./certificate-extensions.ts";

/** The options of a connection that trusts certificates in PEM. */
export interface TrustedBundle {
  readonly ca: string;
  readonly allowPartialTrustChain: true;
}

/**
 * Trusts every certificate of a bundle, as crypto/x509 does: an intermediate authority or the serving certificate
 * itself is enough, without the root that OpenSSL asks for by default.
 */
export const trusting = (ca: string): TrustedBundle => ({ ca, allowPartialTrustChain: true });

/**
 * Returns why the certificates of a server whose chain OpenSSL has verified are not valid for a name, or for
 * crypto/x509; undefined if they are.
 */
export function serverProblem(name: string, certificate: PeerCertificate): Error | undefined {
  return hostnameProblem(name, certificate) ?? unknownNames(certificate);
}

/** Returns why a certificate is not one for a name; undefined if it is. */
export const hostnameProblem = (name: string, certificate: PeerCertificate): Error | undefined =>
  withoutNames(name, certificate) ?? checkServerIdentity(name, certificate);

/** A host's name counts as an alternative name only, not as the common name, as Node takes it. */
function withoutNames(name: string, { subject, subjectaltname }: Partial<PeerCertificate>): Error | undefined {
  if (subjectaltname !== undefined || isIP(name) > 0) return undefined;
  return new CertificateProblem(
    String(subject?.CN).toLowerCase() === name.toLowerCase()
      ? "certificate relies on legacy Common Name field, use SANs instead"
      : `certificate is not valid for any names, but wanted to match ${name}`,
  );
}

/** Why a certificate is not valid, in the words of crypto/x509. */
export class CertificateProblem extends Error {}

function unknownNames(certificate: PeerCertificate): Error | undefined {
  const seen = new Set<string>();
  let next: Partial<DetailedPeerCertificate> | undefined = certificate; // with its issuers, as Node hands it over
  while (next?.raw !== undefined && !seen.has(next.fingerprint256 ?? "")) {
    if (extensionsOf(next.raw).some(hasUnknownNames)) return new CertificateProblem("unhandled critical extension");
    seen.add(next.fingerprint256 ?? "");
    next = next.issuerCertificate;
  }
  return undefined;
}
