import { pemBlocks, type PemBlock } from "../../../apimachinery/pem.ts";
import { parseCertificate } from "./certificate.ts";
import { publicKeyOfPrivate } from "./private-key.ts";
import { isSameKey } from "./public-key.ts";

const isKey = ({ type }: PemBlock): boolean => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY");
const typesOf = (blocks: readonly PemBlock[]): string => `[${blocks.map(({ type }) => type).join(" ")}]`;

/** Returns why there is no certificate among blocks. */
function certificateProblem(blocks: readonly PemBlock[]): string {
  const [first, second] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in certificate input";
  return second === undefined && first.type.endsWith("PRIVATE KEY")
    ? "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched"
    : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

/** Returns why there is no private key among blocks. */
function keyProblem(blocks: readonly PemBlock[]): string {
  const [first, second] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in key input";
  return second === undefined && first.type === "CERTIFICATE"
    ? "tls: found a certificate rather than a key in the PEM for the private key"
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

/** Returns why a certificate and a private key in PEM do not belong together, or undefined (tls.X509KeyPair). */
export function keyPairProblem(certificatePem: string, keyPem: string): string | undefined {
  const blocks = [...pemBlocks(certificatePem)];
  const certificate = blocks.find(({ type }) => type === "CERTIFICATE");
  if (certificate === undefined) return certificateProblem(blocks);
  const keyBlocks = [...pemBlocks(keyPem)];
  const key = keyBlocks.find(isKey);
  if (key === undefined) return keyProblem(keyBlocks);
  const leaf = parseCertificate(certificate.bytes);
  if ("problem" in leaf) return leaf.problem;
  if (leaf.end !== certificate.bytes.length) return "x509: trailing data";
  const own = publicKeyOfPrivate(key.bytes);
  if (own === undefined) return "tls: failed to parse private key";
  const { publicKey } = leaf.certificate;
  if (publicKey === undefined) return "tls: unknown public key algorithm";
  if (publicKey.type !== own.type) return "tls: private key type does not match public key type";
  return isSameKey(publicKey, own) ? undefined : "tls: private key does not match public key";
}
