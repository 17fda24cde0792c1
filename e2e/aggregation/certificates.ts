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
  /** Makes a CA whose certificate this one issues, and which sends it along with each that it issues. */
  intermediate(commonName: string): Authority;
  /** Issues a certificate for a server with DNS names. */
  server(names: readonly string[]): Certificate;
  /** Issues a certificate for a client with a common name. */
  client(commonName: string): Certificate;
}

const day = 24 * 60 * 60 * 1000;
const digitalSignature = derBits([0x80], 7);
const purposes = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" };

const authorityExtensions: readonly CertificateExtension[] = [
  { id: extensionIds.basicConstraints, critical: true, value: derSequence(derTrue()) },
  { id: extensionIds.keyUsage, critical: true, value: derBits([0x84], 2) },
];

/** Issues a certificate, in PEM, for a subject and the secret key of its owner. */
type Issue = (subject: Uint8Array, key: Uint8Array, extensions: readonly CertificateExtension[]) => string;

/** Makes a CA with a new key, whose certificate it issues itself. */
export function createAuthority(commonName: string): Authority {
  const key = p256.utils.randomSecretKey();
  const issue = issuing(commonName, key);
  return authorityOf(issue(writeCommonName(commonName), key, authorityExtensions), "", issue);
}

/** Returns what issues certificates in the name of a CA with its key. */
function issuing(commonName: string, authorityKey: Uint8Array): Issue {
  const issuer = writeCommonName(commonName);
  let serial = 1;
  return (subject, key, extensions) => {
    const times = { notBefore: Date.now() - day, notAfter: Date.now() + day };
    const named = { issuer, subject, publicKey: writePublicKey(key), extensions };
    return pemOf(
      "CERTIFICATE",
      writeCertificate({ ...times, serial: new Uint8Array([serial++]), ...named }, authorityKey),
    );
  };
}

/** `chain` are the certificates, in PEM, that go with each that the CA issues. */
function authorityOf(ca: string, chain: string, issue: Issue): Authority {
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
    const cert = issue(writeCommonName(name), key, extensions) + chain;
    return { cert, key: pemOf("PRIVATE KEY", writePrivateKey(key)) };
  };
  return {
    ca,
    intermediate(commonName) {
      const key = p256.utils.randomSecretKey();
      const own = issue(writeCommonName(commonName), key, authorityExtensions);
      return authorityOf(own, own + chain, issuing(commonName, key));
    },
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
