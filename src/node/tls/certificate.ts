import { p256 } from "@noble/curves/nist.js";
import { der, derBits, derIdentifier, derSequence, derTrue } from "../../apimachinery/der-writer.ts";
import { pemOf } from "../../apimachinery/pem.ts";
import {
  extensionIds,
  writeCertificate,
  writeCommonName,
  writePrivateKey,
  writePublicKey,
  type CertificateExtension,
} from "../../apis/certificates/x509/certificate-writer.ts";

/** A serving certificate and the CA that clients trust, in PEM. */
export interface ServingCertificate {
  /** The server's certificate. */
  readonly cert: string;
  readonly key: string;
  /** The CA certificate for the kubeconfig. Undefined if the certificate is of files that were named. */
  readonly ca: string | undefined;
}

const days = (count: number): number => count * 24 * 60 * 60 * 1000;
const ofAuthority: readonly CertificateExtension[] = [
  { id: extensionIds.basicConstraints, critical: true, value: derSequence(derTrue()) },
  { id: extensionIds.keyUsage, critical: true, value: derBits([0x84], 2) }, // digitalSignature, keyCertSign
];
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const ofServer: readonly CertificateExtension[] = [
  { id: extensionIds.basicConstraints, critical: true, value: derSequence() },
  { id: extensionIds.keyUsage, critical: true, value: derBits([0x80], 7) }, // digitalSignature
  { id: extensionIds.extendedKeyUsage, value: derSequence(derIdentifier("1.3.6.1.5.5.7.3.1")) }, // serverAuth
  {
    id: extensionIds.subjectAltName,
    value: derSequence(
      der(0x87, [127, 0, 0, 1]),
      der(0x82, ascii("localhost")),
      der(0x82, ascii("kubernetes.default.svc")),
    ),
  },
];

/**
 * Generates a certificate for the loopback addresses and names of this machine, signed by a temporary CA whose key is
 * discarded.
 */
export function generateCertificate(now: number): ServingCertificate {
  const [authorityKey, key] = [p256.utils.randomSecretKey(), p256.utils.randomSecretKey()];
  const issuer = writeCommonName("kubepad-ca");
  const certificate = (subject: Uint8Array, ofKey: Uint8Array, extensions: readonly CertificateExtension[]): string => {
    const times = { notBefore: now - days(1), notAfter: now + days(365) };
    const content = { ...times, serial: serialNumber(), issuer, subject, publicKey: writePublicKey(ofKey), extensions };
    return pemOf("CERTIFICATE", writeCertificate(content, authorityKey));
  };
  return {
    cert: certificate(writeCommonName("kubepad"), key, ofServer),
    key: pemOf("PRIVATE KEY", writePrivateKey(key)),
    ca: certificate(issuer, authorityKey, ofAuthority),
  };
}

/** Returns 16 random bytes with the sign bit clear. */
function serialNumber(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 1;
  return bytes;
}
