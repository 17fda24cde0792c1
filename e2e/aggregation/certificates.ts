import { p256 } from "@noble/curves/nist.js";
import { der, derBits, derIdentifier, derSequence, derTrue } from "../../src/apimachinery/der-writer.ts";
import { pemOf } from "../../src/apimachinery/pem.ts";
import {
  extensionIds,
  writeCertificate,
  writeCommonName,
  writePrivateKey,
  writePublicKey,
  type CertificateExtension,
} from "../../src/apis/certificates/x509/certificate-writer.ts";

/** A certificate with its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A CA that issues certificates for servers and clients. */
export interface Authority {
  /** The CA certificate in PEM. */
  readonly ca: string;
  /** Issues a certificate for a server with DNS names. */
  server(names: readonly string[]): Certificate;
  /** Issues a certificate for a client with a common name. */
  client(commonName: string): Certificate;
}

const day = 24 * 60 * 60 * 1000;
const digitalSignature = derBits([0x80], 7);
const purposes = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" };

/** Makes a CA with a new key. */
export function createAuthority(commonName: string): Authority {
  const authorityKey = p256.utils.randomSecretKey();
  const issuer = writeCommonName(commonName);
  let serial = 1;
  const issue = (subject: Uint8Array, key: Uint8Array, extensions: readonly CertificateExtension[]): string => {
    const times = { notBefore: Date.now() - day, notAfter: Date.now() + day };
    const named = { issuer, subject, publicKey: writePublicKey(key), extensions };
    return pemOf(
      "CERTIFICATE",
      writeCertificate({ ...times, serial: new Uint8Array([serial++]), ...named }, authorityKey),
    );
  };
  const leaf = (
    name: string,
    purpose: keyof typeof purposes,
    more: readonly CertificateExtension[] = [],
  ): Certificate => {
    const key = p256.utils.randomSecretKey();
    const extensions = [
      { id: extensionIds.basicConstraints, critical: true, value: derSequence() },
      { id: extensionIds.keyUsage, critical: true, value: digitalSignature },
      { id: extensionIds.extendedKeyUsage, value: derSequence(derIdentifier(purposes[purpose])) },
      ...more,
    ];
    return { cert: issue(writeCommonName(name), key, extensions), key: pemOf("PRIVATE KEY", writePrivateKey(key)) };
  };
  const ca = issue(issuer, authorityKey, [
    { id: extensionIds.basicConstraints, critical: true, value: derSequence(derTrue()) },
    { id: extensionIds.keyUsage, critical: true, value: derBits([0x84], 2) },
  ]);
  return {
    ca,
    server: ([first = "", ...others]) =>
      leaf(first, "server", [
        {
          id: extensionIds.subjectAltName,
          value: derSequence(...[first, ...others].map((name) => der(0x82, new TextEncoder().encode(name)))),
        },
      ]),
    client: (name) => leaf(name, "client"),
  };
}
