import "reflect-metadata";
import { createPrivateKey, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { expect, it } from "vitest";
import { keyPairProblem } from "./key-pair.ts";

x509.cryptoProvider.set(webcrypto as unknown as Crypto);

const algorithms = {
  P256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  RSA: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: Uint8Array.of(1, 0, 1), modulusLength: 2048 },
  Ed25519: { name: "Ed25519" },
} as const;

/** A certificate and its key, in PEM. */
async function pair(name: keyof typeof algorithms): Promise<readonly [string, string]> {
  const algorithm = algorithms[name];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("privateKey" in keys)) throw new Error("no pair");
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=a",
    keys,
    signingAlgorithm: algorithm,
    serialNumber: "01",
    notBefore: new Date(0),
    notAfter: new Date(1e12),
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return [certificate.toString("pem"), x509.PemConverter.encode(key, "PRIVATE KEY")];
}
const [p256, other, rsa, ed25519] = await Promise.all([pair("P256"), pair("P256"), pair("RSA"), pair("Ed25519")]);
/** A key in the form that OpenSSL writes for its kind. */
const legacy = (pem: string, type: "pkcs1" | "sec1"): string =>
  String(createPrivateKey(pem).export({ type, format: "pem" }));
const block = (type: string): string => `-----BEGIN ${type}-----\nAQ==\n-----END ${type}-----\n`;

// oxfmt-ignore
it.each([
  ["a pair of P-256", p256[0], p256[1], undefined],
  ["a pair of RSA", rsa[0], rsa[1], undefined],
  ["a key in PKCS #1", rsa[0], legacy(rsa[1], "pkcs1"), undefined],
  ["a key in SEC 1", p256[0], legacy(p256[1], "sec1"), undefined],
  ["a pair of Ed25519", ed25519[0], ed25519[1], undefined],
  ["a key of another certificate", p256[0], other[1], "tls: private key does not match public key"],
  ["a key of another kind", p256[0], rsa[1], "tls: private key type does not match public key type"],
  ["no PEM", "x", "y", "tls: failed to find any PEM data in certificate input"],
  ["no key", p256[0], "y", "tls: failed to find any PEM data in key input"],
  ["a pair the wrong way round", p256[1], p256[0], "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched"],
  ["a certificate twice", p256[0], p256[0], "tls: found a certificate rather than a key in the PEM for the private key"],
  ["other blocks", block("A") + block("B"), p256[1], 'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]'],
  ["a key among other blocks", p256[0], block("A") + p256[1], undefined],
  ["a malformed certificate", block("CERTIFICATE"), p256[1], "x509: malformed certificate"],
  ["a malformed key", p256[0], block("PRIVATE KEY"), "tls: failed to parse private key"],
])("%s", (_name, certificate, key, problem) => expect(keyPairProblem(certificate, key)).toBe(problem));
