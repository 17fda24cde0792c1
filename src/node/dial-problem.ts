import { isIP } from "node:net";
import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate } from "node:tls";
import { chainOf, issuerProblem, nameProblem, ownProblem } from "./tls/chain-problem.ts";
import { CertificateProblem, hostnameProblem } from "./tls/trusting.ts";

/** The target of a connection. */
interface Place {
  readonly host: string;
  readonly port: number;
  /** The server name to verify in the certificate. */
  readonly name: string;
  /** The certificate that the server has shown, with its issuers, if it has shown one. */
  readonly shown?: DetailedPeerCertificate | undefined;
}

/** Returns why a TLS connection failed, in the wording of Go's net, crypto/tls and crypto/x509 packages. */
export function dialProblem(error: Error, place: Place): string {
  const problem = isOfCertificate(error) ? certificateProblem(error, place) : undefined;
  return problem === undefined ? connectionProblem(error, place) : verifying + problem;
}

const isOfCertificate = (error: Error): boolean =>
  error instanceof CertificateProblem ||
  unnamed.has(error.message) ||
  ("code" in error && typeof error.code === "string" && (untrusted.has(error.code) || refused.has(error.code)));

/** Returns what crypto/x509 says first of certificates that OpenSSL has refused (Certificate.Verify). */
function certificateProblem(error: Error, { name, shown }: Place): string | undefined {
  const chain = chainOf(shown);
  const [leaf] = chain;
  const now = Date.now();
  if (leaf === undefined) return undefined;
  const own = ownProblem(leaf, now);
  if (own !== undefined) return own;
  const wrong = hostnameProblem(name, leaf);
  if (wrong !== undefined) return wrong instanceof CertificateProblem ? wrong.message : wrongName(wrong, name);
  const ofIssuer = issuerProblem(chain, now);
  if (ofIssuer !== undefined) return ofIssuer;
  return subtrees.has(error.message) ? nameProblem(chain) : undefined;
}

function connectionProblem(error: Error, { host, port, name }: Place): string {
  if (error instanceof CertificateProblem) return verifying + error.message;
  const code = "code" in error ? error.code : undefined;
  const address = "address" in error && typeof error.address === "string" ? error.address : host;
  const dial = `dial tcp ${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  if (typeof code === "string" && untrusted.has(code)) return `${verifying}certificate signed by unknown authority`;
  switch (code) {
    case "ECONNREFUSED":
      return `${dial}: connect: connection refused`;
    case "EHOSTUNREACH":
      return `${dial}: connect: no route to host`;
    case "ENETUNREACH":
      return `${dial}: connect: network is unreachable`;
    case "ETIMEDOUT":
      return `${dial}: connect: connection timed out`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `dial tcp: lookup ${host}: no such host`;
    case "ECONNRESET":
    case "EPIPE":
      return "EOF";
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return `${verifying}certificate has expired or is not yet valid`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return verifying + wrongName(error, name);
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "EPROTO":
      return "http: server gave HTTP response to HTTPS client";
    case "INVALID_PURPOSE":
      return `${verifying}certificate specifies an incompatible key usage`;
    case "INVALID_CA":
      return `${verifying}certificate signed by unknown authority`;
    case "PATH_LENGTH_EXCEEDED":
      return `${verifying}too many intermediates for path length constraint`;
    default:
      return unnamed.has(error.message) ? verifying + unnamed.get(error.message) : error.message;
  }
}

const verifying = "tls: failed to verify certificate: x509: ";

/** What has no code of Node's, by the words of OpenSSL. */
const unnamed: ReadonlyMap<string, string> = new Map([
  ["unhandled critical extension", "unhandled critical extension"],
  ["key usage does not include certificate signing", "certificate signed by unknown authority"],
  ["permitted subtree violation", "a root or intermediate certificate is not authorized to sign for this name"],
  ["excluded subtree violation", "a root or intermediate certificate is not authorized to sign for this name"],
]);

const subtrees: ReadonlySet<string> = new Set(["permitted subtree violation", "excluded subtree violation"]);

/** The codes of certificates that are refused although their authority is known. */
const refused: ReadonlySet<string> = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "INVALID_PURPOSE",
  "INVALID_CA",
  "PATH_LENGTH_EXCEEDED",
]);

const untrusted: ReadonlySet<string> = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

/** So many names are counted instead of told. */
const mostNames = 100;

/** Returns the error for a certificate that is valid for other names. */
function wrongName(error: Error, wanted: string): string {
  const names = namesOf(error)
    .filter(([kind]) => (kind === "IP Address") === isIP(wanted) > 0)
    .map(([, name]) => name);
  if (isIP(wanted) > 0 && names.length === 0)
    return `cannot validate certificate for ${wanted} because it doesn't contain any IP SANs`;
  if (names.length >= mostNames)
    return `certificate is valid for ${names.length} ${isIP(wanted) > 0 ? "IP SANs" : "names"}, but none matched ${wanted}`;
  return names.length === 0
    ? `certificate is not valid for any names, but wanted to match ${wanted}`
    : `certificate is valid for ${names.join(", ")}, not ${wanted}`;
}

/** Parses subject alternative names of the form `DNS:localhost, IP Address:127.0.0.1`. */
function namesOf(error: Error): readonly (readonly [kind: string, name: string])[] {
  const raw =
    "cert" in error && typeof error.cert === "object" && error.cert !== null && "raw" in error.cert
      ? error.cert.raw
      : undefined;
  if (!(raw instanceof Uint8Array)) return [];
  return (new X509Certificate(raw).subjectAltName ?? "").split(", ").map((one) => {
    const [kind = "", ...name] = one.split(":");
    return [kind, name.join(":")];
  });
}
