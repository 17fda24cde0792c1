import { createHash, X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket, type DetailedPeerCertificate } from "node:tls";
import { readValue } from "../../apimachinery/der.ts";
import { pemBlocks } from "../../apimachinery/pem.ts";
import { attributeIds, attributesOf } from "../../apis/certificates/x509/certificate-request.ts";
import { parseCertificate } from "../../apis/certificates/x509/certificate.ts";
import { alternativeNames, extensionsOf, hasUnknownNames, nameConstraints } from "./certificate-extensions.ts";
import type { CertificateUser } from "../../component-base/exchange.ts";

/** What a connection's certificate says of its client. */
export interface ClientIdentity {
  /** The user by `--client-ca-file`; "invalid" if there is a certificate of another authority, time or purpose. */
  readonly certificateUser: CertificateUser | "invalid" | undefined;
  /** Whether the client is a front proxy by `--requestheader-client-ca-file`. */
  readonly viaFrontProxy: boolean;
}

/** The authorities of clients, in PEM. */
export interface ClientAuthorities {
  readonly users: string | undefined;
  readonly proxies: string | undefined;
  /** The common names that certificates of front proxies may have; any if there are none. */
  readonly proxyNames: readonly string[];
}

/** Tells who the client of a connection is. */
export type IdentifyClient = (socket: Socket) => ClientIdentity;

const nobody: ClientIdentity = { certificateUser: undefined, viaFrontProxy: false };

/** A certificate with what verification asks of it more than once. */
interface ReadCertificate {
  readonly x509: X509Certificate;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The verified chains of a connection: each is valid for a time. */
interface Verified {
  readonly user: ClientIdentity["certificateUser"];
  readonly commonName: string;
  readonly byUsers: Validity | undefined;
  readonly byProxies: Validity | undefined;
}

interface Validity {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns what tells the identity of clients by their certificates, as of `now` in milliseconds. A chain must end at a
 * certificate of an authority's file, which may be an intermediate one, and be for client authentication, as
 * crypto/x509 verifies it; OpenSSL has verified it when the connection was made. Chains are verified once for a
 * connection, their times with each request.
 */
export function identifyClients(authorities: ClientAuthorities, now: () => number): IdentifyClient {
  const users = authorities.users === undefined ? undefined : readPool(authorities.users);
  const proxies = authorities.proxies === undefined ? undefined : readPool(authorities.proxies);
  const known = new WeakMap<Socket, Verified | undefined>();
  const verified = (socket: TLSSocket): Verified | undefined => {
    if (!known.has(socket)) known.set(socket, verify(socket, users, proxies));
    return known.get(socket);
  };
  return (socket) => {
    const found = socket instanceof TLSSocket ? verified(socket) : undefined;
    if (found === undefined) return nobody;
    const { byUsers, byProxies, user, commonName } = found;
    const { proxyNames } = authorities;
    const at = now();
    const isUser = byUsers !== undefined && holds(byUsers, at);
    const viaFrontProxy =
      byProxies !== undefined && holds(byProxies, at) && (proxyNames.length === 0 || proxyNames.includes(commonName));
    // each kind of authority that is asked for refuses certificates of others, whoever else knows them
    const isRefused = (users !== undefined && !isUser) || (proxies !== undefined && !viaFrontProxy);
    // a certificate without a common name says nothing (CommonNameUserConversion)
    return { certificateUser: (isUser ? user : undefined) ?? (isRefused ? "invalid" : undefined), viaFrontProxy };
  };
}

const holds = ({ from, until }: Validity, at: number): boolean => from <= at && at <= until;

const readCertificate = (raw: Uint8Array): ReadCertificate => {
  const x509 = new X509Certificate(raw);
  return {
    x509,
    fingerprint: x509.fingerprint256,
    notBefore: Date.parse(x509.validFrom),
    notAfter: Date.parse(x509.validTo),
  };
};

/** The certificates of a PEM file by their fingerprints. */
type Pool = ReadonlyMap<string, ReadCertificate>;

const readPool = (pem: string): Pool =>
  new Map(
    [...pemBlocks(pem)]
      .filter(({ type }) => type === "CERTIFICATE")
      .map(({ bytes }) => readCertificate(bytes))
      .map((certificate) => [certificate.fingerprint, certificate]),
  );

function verify(socket: TLSSocket, users: Pool | undefined, proxies: Pool | undefined): Verified | undefined {
  const presented = presentedBy(socket);
  const [leaf] = presented;
  if (leaf === undefined) return undefined;
  const anchored = (pool: Pool | undefined): Validity | undefined => {
    const chain = pool && chainTo(pool, presented, [leaf]);
    return chain !== undefined && isForClients(chain) && isSound(chain, socket) ? validityOf(chain) : undefined;
  };
  const { user, commonName } = userOf(leaf.x509.raw);
  return { user, commonName, byUsers: anchored(users), byProxies: anchored(proxies) };
}

/** Returns the certificates that a client has presented, its own first. */
function presentedBy(socket: TLSSocket): readonly ReadCertificate[] {
  const found: ReadCertificate[] = [];
  // null once the connection is closed, and empty if the client has no certificate
  let next: Partial<DetailedPeerCertificate> | null | undefined = socket.getPeerCertificate(true);
  while (next?.raw !== undefined) {
    const certificate = readCertificate(next.raw);
    if (found.some(({ fingerprint }) => fingerprint === certificate.fingerprint)) break;
    found.push(certificate);
    next = next.issuerCertificate;
  }
  return found;
}

const longestChain = 10;

/** Returns a chain from the last certificate of `chain` to one of the pool; undefined if there is none. */
function chainTo(
  pool: Pool,
  presented: readonly ReadCertificate[],
  chain: readonly ReadCertificate[],
): readonly ReadCertificate[] | undefined {
  const last = chain.at(-1);
  if (last === undefined || chain.length > longestChain) return undefined;
  if (pool.has(last.fingerprint)) return chain;
  for (const issuer of [...pool.values(), ...presented]) {
    if (chain.includes(issuer) || !hasIssued(issuer.x509, last.x509)) continue;
    const whole = chainTo(pool, presented, [...chain, issuer]);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const clientAuth = "1.3.6.1.5.5.7.3.2";
const anyUsage = "2.5.29.37.0";

/** Whether no certificate of a chain is for other purposes than client authentication alone. */
const isForClients = (chain: readonly ReadCertificate[]): boolean =>
  chain.every(({ x509 }) => {
    const usages = usagesOf(x509);
    return usages.length === 0 || usages.includes(clientAuth) || usages.includes(anyUsage);
  });

// types of Node tell an array always; there is none in certificates without the extension
const usagesOf = (x509: X509Certificate): readonly string[] => (x509.keyUsage as readonly string[] | undefined) ?? [];

const understood = new Set(["2.5.29.15", alternativeNames, "2.5.29.19", "2.5.29.37"]);

/**
 * Whether OpenSSL has verified the chain, with its lengths and constraints. It does not for authorities that are no
 * roots, nor for certificates for any usage; these must have been issued directly, where nothing else is to be
 * verified. Critical names of other kinds than crypto/x509 reads are not valid, whatever OpenSSL makes of them.
 */
function isSound(chain: readonly ReadCertificate[], socket: TLSSocket): boolean {
  const extensions = chain.flatMap(({ x509 }) => extensionsOf(x509.raw));
  if (extensions.some(hasUnknownNames)) return false;
  if (socket.authorized) return true;
  const code = String(socket.authorizationError);
  if (!onlyStricter.has(code) || chain.length > 2) return false;
  return extensions.every(({ id, critical }) => id !== nameConstraints && (!critical || understood.has(id)));
}

/** What OpenSSL refuses and crypto/x509 does not. */
const onlyStricter: ReadonlySet<string> = new Set([
  "INVALID_PURPOSE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

const validityOf = (chain: readonly ReadCertificate[]): Validity => ({
  from: Math.max(...chain.map(({ notBefore }) => notBefore)),
  until: Math.min(...chain.map(({ notAfter }) => notAfter)),
});

const uidAttribute = "1.3.6.1.4.1.57683.2";

/**
 * Returns the user of a certificate: the last common name, the organizations as groups, and its hash as the id of the
 * credential (x509.CommonNameUserConversion). There is no user without a common name, and an unclear uid is invalid.
 */
function userOf(raw: Uint8Array): Pick<Verified, "user" | "commonName"> {
  const parsed = parseCertificate(raw);
  const subject = "problem" in parsed ? undefined : readValue(parsed.certificate.subject);
  const attributes = subject === undefined ? new Map<string, readonly string[]>() : attributesOf(subject);
  const name = attributes.get(attributeIds.commonName)?.at(-1) ?? "";
  const uids = attributes.get(uidAttribute) ?? [];
  if (name === "") return { user: undefined, commonName: name };
  if (uids.length > 1 || uids[0] === "") return { user: "invalid", commonName: name };
  const id = `X509SHA256=${createHash("sha256").update(raw).digest("hex")}`;
  const groups = attributes.get(attributeIds.organization) ?? [];
  const extra = { "authentication.kubernetes.io/credential-id": [id] };
  return { user: { name, uid: uids[0] ?? "", groups, extra }, commonName: name };
}
