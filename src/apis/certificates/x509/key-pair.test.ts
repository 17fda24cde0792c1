import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, it } from "vitest";
import { pemOf } from "../../../apimachinery/pem.ts";
import { writeCertificate, writeCommonName } from "./certificate-writer.ts";
import { keyPairProblem } from "./key-pair.ts";

const name = writeCommonName("a");
const signingKey = new Uint8Array(32).fill(7);

/** A certificate for a key and the key, in PEM. Nothing here verifies who signed it. */
function pair({ publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }) {
  const certificate = writeCertificate(
    {
      serial: Uint8Array.of(1),
      issuer: name,
      subject: name,
      notBefore: 0,
      notAfter: 1e12,
      publicKey: publicKey.export({ type: "spki", format: "der" }),
      extensions: [],
    },
    signingKey,
  );
  return [pemOf("CERTIFICATE", certificate), String(privateKey.export({ type: "pkcs8", format: "pem" }))] as const;
}
const onP256 = () => pair(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const [p256, other] = [onP256(), onP256()];
const rsa = pair(generateKeyPairSync("rsa", { modulusLength: 2048 }));
const ed25519 = pair(generateKeyPairSync("ed25519"));
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
