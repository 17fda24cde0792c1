import { X509Certificate } from "node:crypto";
import { readValue } from "../../apimachinery/der.ts";
import { parseAddress } from "../../apimachinery/net-address.ts";
import { isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { attributeIds, attributesOf } from "../../apis/certificates/x509/certificate-request.ts";
import { parseCertificate } from "../../apis/certificates/x509/certificate.ts";

/** The files of a certificate for some hosts (--tls-sni-cert-key). */
export interface NamedCertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** The hosts, or `*.DOMAIN` for those of a domain; undefined for those that the certificate names. */
  readonly names: readonly string[] | undefined;
}

/** A certificate for some hosts, in PEM. */
export interface NamedCertificate {
  readonly cert: string;
  readonly key: string;
  readonly names: readonly string[] | undefined;
}

/**
 * Reads `CERT,KEY` or `CERT,KEY:NAME,...` (cliflag.NamedCertKey). Throws an error with the text of Go.
 */
export function parseNamedCertificate(text: string): NamedCertificateFiles {
  const colon = text.indexOf(":");
  const names = colon < 0 ? undefined : text.slice(colon + 1).trim();
  if (names === "") throw new Error("empty names list is not allowed");
  const files = (colon < 0 ? text : text.slice(0, colon)).split(",").map((file) => file.trim());
  const [certFile, keyFile] = files;
  if (certFile === undefined || keyFile === undefined || files.length > 2)
    throw new Error("expected comma separated certificate and key file paths");
  return { certFile, keyFile, names: names?.split(",").map((name) => name.trim()) };
}

/** Says which of several certificates a connection is served with. */
export interface CertificateChoice<T> {
  /** For the host that a client names; undefined for the certificate of the server. */
  forName(serverName: string): T | undefined;
  /** For the address that a client without SNI has connected to; undefined for the certificate of the server. */
  forAddress(localAddress: string): T | undefined;
  /** Whether an address has a certificate of its own. */
  readonly hasAddresses: boolean;
}

/**
 * Chooses by names as crypto/tls and dynamiccertificates do: the name itself, then the wildcard of its domain, where
 * the first of several certificates counts, and then the first certificate, beginning with the server's own, that is
 * valid for the name.
 */
export function chooseCertificate<T>(
  own: X509Certificate,
  named: readonly (readonly [certificate: NamedCertificate, choice: T])[],
): CertificateChoice<T> {
  const byName = new Map<string, T>();
  const read = named.map(([{ cert, names }, choice]) => {
    const x509 = new X509Certificate(cert);
    return { x509, names: names ?? namesOf(x509), choice };
  });
  for (const { names, choice } of read.toReversed()) for (const name of names) byName.set(name, choice);
  const verified = (name: string): T | undefined =>
    isFor(own, name) ? undefined : read.find(({ x509 }) => isFor(x509, name))?.choice;
  return {
    forName(serverName) {
      const name = serverName.toLowerCase();
      return byName.get(name) ?? byName.get(["*", ...name.split(".").slice(1)].join(".")) ?? verified(name);
    },
    forAddress: (localAddress) => byName.get(localAddress.replace(/^::ffff:/, "")),
    hasAddresses: [...byName.keys()].some(isAddress),
  };
}

const isFor = (x509: X509Certificate, name: string): boolean =>
  x509.checkHost(name, { subject: "never", partialWildcards: false }) !== undefined;

/** Returns the names of a certificate: its common name, if it is one, and its DNS names, without addresses. */
function namesOf({ raw }: X509Certificate): readonly string[] {
  const parsed = parseCertificate(raw);
  if ("problem" in parsed) return [];
  const subject = readValue(parsed.certificate.subject);
  const commonName = subject && attributesOf(subject).get(attributeIds.commonName)?.at(-1);
  return [...(isName(commonName ?? "") ? [commonName ?? ""] : []), ...parsed.certificate.dnsNames];
}

const isName = (text: string): boolean =>
  !isAddress(text) && (text === "*" || isDns1123Subdomain(text.replace(/^\*\./, "")).length === 0);

function isAddress(text: string): boolean {
  try {
    parseAddress(text);
    return true;
  } catch {
    return false;
  }
}
