import { p256 } from "@noble/curves/nist.js";
import { sha1 } from "@noble/hashes/legacy.js";
import {
  der,
  derBits,
  derIdentifier,
  derInteger,
  derOctets,
  derSequence,
  derSet,
  derTime,
  derTrue,
} from "../../../apimachinery/der-writer.ts";
import { keyBitsOf } from "./public-key.ts";

/** The object identifiers of extensions. */
export const extensionIds = {
  authorityKey: "2.5.29.35",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  subjectKey: "2.5.29.14",
} as const;

/** An extension of a certificate: its object identifier and its value in DER. */
export interface CertificateExtension {
  readonly id: string;
  readonly critical?: boolean;
  readonly value: Uint8Array;
}

/** What a certificate says. Names, keys and extensions are in DER. */
export interface CertificateContent {
  readonly serial: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: number;
  readonly notAfter: number;
  /** The SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly CertificateExtension[];
}

const ecdsaWithSha256 = (): Uint8Array => derSequence(derIdentifier("1.2.840.10045.4.3.2"));

/** Writes and signs an X.509 certificate by ECDSA with P-256 and SHA-256 (RFC 5280). Returns DER. */
export function writeCertificate(content: CertificateContent, signingKey: Uint8Array): Uint8Array {
  const signed = writeUnsigned(content, ecdsaWithSha256());
  const signature = p256.sign(signed, signingKey, { prehash: true, format: "der", lowS: false });
  return derSequence(signed, ecdsaWithSha256(), derBits(signature));
}

/** Writes what is signed of a certificate; `algorithm` is the AlgorithmIdentifier of the signature, in DER. */
export function writeUnsigned(content: CertificateContent, algorithm: Uint8Array): Uint8Array {
  const { serial, issuer, subject, notBefore, notAfter, publicKey, extensions } = content;
  return derSequence(
    der(0xa0, derInteger(Uint8Array.of(2))),
    derInteger(serial),
    algorithm,
    issuer,
    derSequence(derTime(notBefore), derTime(notAfter)),
    subject,
    publicKey,
    ...(extensions.length === 0 ? [] : [der(0xa3, derSequence(...extensions.map(writeExtension)))]),
  );
}

/** Writes an extension of a certificate or of a request. */
export const writeExtension = ({ id, critical = false, value }: CertificateExtension): Uint8Array =>
  derSequence(derIdentifier(id), ...(critical ? [derTrue()] : []), derOctets(value));

/** Writes a name of one common name. */
export const writeCommonName = (name: string): Uint8Array =>
  derSequence(derSet(derSequence(derIdentifier("2.5.4.3"), der(0x0c, new TextEncoder().encode(name)))));

/** Writes the SubjectPublicKeyInfo of a private key on P-256. */
export const writePublicKey = (key: Uint8Array): Uint8Array =>
  derSequence(
    derSequence(derIdentifier("1.2.840.10045.2.1"), derIdentifier("1.2.840.10045.3.1.7")),
    derBits(p256.getPublicKey(key, false)),
  );

/** Returns the key identifier of a SubjectPublicKeyInfo: SHA-1 of the bits of its key (RFC 5280, section 4.2.1.2). */
export const keyIdentifier = (keyInfo: Uint8Array): Uint8Array => sha1(keyBitsOf(keyInfo));

/** Writes a private key on P-256 as PKCS #8 (RFC 5208, RFC 5915). */
export const writePrivateKey = (key: Uint8Array): Uint8Array =>
  derSequence(
    derInteger(Uint8Array.of(0)),
    derSequence(derIdentifier("1.2.840.10045.2.1"), derIdentifier("1.2.840.10045.3.1.7")),
    derOctets(
      derSequence(derInteger(Uint8Array.of(1)), derOctets(key), der(0xa1, derBits(p256.getPublicKey(key, false)))),
    ),
  );
