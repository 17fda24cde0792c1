import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import type { Clock } from "../../../apimachinery/clock.ts";
import { partAt, partsOf } from "../../../apimachinery/der.ts";
import { isAlreadyExists, isNotFound } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { latin1OfBase64, pemBlocks } from "../../../apimachinery/pem.ts";
import type { Client } from "../../../client/client.ts";
import {
  type CertificateContent,
  keyIdentifier,
  writeCertificate,
  writeCommonName,
  writePrivateKey,
  writePublicKey,
} from "./certificate-writer.ts";
import { der, derBits, derOctets, derSequence, derTrue } from "./der-writer.ts";

/** A CA: its certificate, and what signs by its key. */
export interface Authority {
  readonly certificatePem: string;
  /** When the certificate of the CA expires, in milliseconds since the epoch. */
  readonly notAfter: number;
  /** Signs a certificate; issuer, serial number and the identifier of the CA's key are filled in. Returns PEM. */
  sign(content: Omit<CertificateContent, "issuer" | "serial">): string;
}

/** The CA of the cluster, which is made when it is first needed. */
export interface ClusterCa {
  authority(signal: AbortSignal): Promise<Authority>;
  /** Returns the CA that clients verify the server by, in PEM (--root-ca-file). */
  rootCa(signal: AbortSignal): Promise<string>;
}

interface Secret extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

const secrets = { group: "", version: "v1", resource: "secrets", namespace: "kube-system" };

/** The Secret that keeps the CA: `tls.crt`, and in `tls.key` its ECDSA key on P-256 in PKCS #8. */
export const clusterCaSecret = "cluster-signing-ca";

const tenYearsMs = 10 * 365 * 24 * 3_600_000;

/**
 * Returns the CA of the cluster (--cluster-signing-cert-file). It is kept in a Secret of kube-system, so that it is the
 * same for every controller and after a restart. A Secret that is there already is used: a CA of one's own.
 */
export function createClusterCa(services: CaServices): ClusterCa {
  let loaded: Authority | undefined;
  const authority = async (signal: AbortSignal): Promise<Authority> =>
    (loaded ??= readAuthority(await findOrCreate(services, signal), services));
  return {
    authority,
    rootCa: async (signal) => services.servingCa ?? (await authority(signal)).certificatePem,
  };
}

interface CaServices {
  /** Its user may read and write Secrets. */
  readonly manager: Client;
  readonly clock: Clock;
  /** Returns a random UUID; keys and serial numbers are derived from several. */
  readonly newUuid: () => string;
  /** The CA of the serving certificate in PEM, where the host knows it. */
  readonly servingCa?: string | undefined;
}

async function findOrCreate(services: CaServices, signal: AbortSignal): Promise<Secret> {
  const { manager: client } = services;
  const find = (): Promise<Secret> => client.get<Secret>(secrets, clusterCaSecret, signal);
  try {
    return await find();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await client.create(secrets, newSecret(services), signal);
  } catch (error) {
    if (isAlreadyExists(error)) return find();
    throw error;
  }
}

function newSecret({ clock, newUuid }: CaServices): Secret {
  const key = newPrivateKey(newUuid);
  const name = writeCommonName("kubernetes");
  const publicKey = writePublicKey(key);
  const content = {
    serial: newSerial(newUuid),
    issuer: name,
    subject: name,
    notBefore: clock.now(),
    notAfter: clock.now() + tenYearsMs,
    publicKey,
    extensions: [
      { id: "2.5.29.15", critical: true, value: derBits([0xa4], 2) }, // digitalSignature, keyEncipherment, keyCertSign
      { id: "2.5.29.19", critical: true, value: derSequence(derTrue()) },
      { id: "2.5.29.14", value: derOctets(keyIdentifier(keyBitsOf(publicKey))) },
    ],
  };
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: clusterCaSecret },
    type: "kubernetes.io/tls",
    data: {
      "tls.crt": btoa(pem("CERTIFICATE", writeCertificate(content, key))),
      "tls.key": btoa(pem("PRIVATE KEY", writePrivateKey(key))),
    },
  };
}

/** Returns 32 bytes of the entropy of three UUIDs: more than a key on P-256 can have. */
const randomBytes = (newUuid: () => string): Uint8Array => sha256(utf8ToBytes(newUuid() + newUuid() + newUuid()));

function newPrivateKey(newUuid: () => string): Uint8Array {
  for (;;) {
    const key = randomBytes(newUuid);
    if (p256.utils.isValidSecretKey(key)) return key;
  }
}

const newSerial = (newUuid: () => string): Uint8Array => randomBytes(newUuid).subarray(0, 16);

/** Returns bytes as a block of PEM. */
export function pem(type: string, bytes: Uint8Array): string {
  const lines = base64OfBytes(bytes).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join("\n")}\n-----END ${type}-----\n`;
}

/** Returns the bits of the key of a SubjectPublicKeyInfo in DER. */
function keyBitsOf(publicKey: Uint8Array): Uint8Array {
  const whole = partAt(publicKey, 0);
  const bits = whole === undefined ? undefined : partsOf(publicKey, whole)?.[1];
  return bits === undefined ? new Uint8Array() : publicKey.subarray(bits.start + 1, bits.end);
}

function readAuthority({ data = {} }: Secret, { newUuid }: CaServices): Authority {
  const certificatePem = latin1OfBase64(data["tls.crt"] ?? "");
  const certificate = readCertificate(firstBlock(certificatePem, "CERTIFICATE"));
  const key = readPrivateKey(firstBlock(latin1OfBase64(data["tls.key"] ?? ""), "PRIVATE KEY"));
  if (certificate === undefined || key === undefined)
    throw new Error(`the Secret kube-system/${clusterCaSecret} has no certificate with an ECDSA key on P-256`);
  const { subject, publicKey, notAfter } = certificate;
  const authorityKey = { id: "2.5.29.35", value: derSequence(der(0x80, keyIdentifier(keyBitsOf(publicKey)))) };
  return {
    certificatePem,
    notAfter,
    sign: (content) => {
      const extensions = [...content.extensions, authorityKey];
      const whole = { ...content, extensions, issuer: subject, serial: newSerial(newUuid) };
      return pem("CERTIFICATE", writeCertificate(whole, key));
    },
  };
}

function firstBlock(text: string, type: string): Uint8Array | undefined {
  for (const block of pemBlocks(text)) if (block.type === type) return block.bytes;
  return undefined;
}

interface ReadCertificate {
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly notAfter: number;
}

function readCertificate(bytes: Uint8Array | undefined): ReadCertificate | undefined {
  if (bytes === undefined) return undefined;
  const [signed] = childrenOf(bytes);
  if (signed === undefined) return undefined;
  // version, serial number, algorithm, issuer, validity, subject, key; version 1, without the first, is no CA.
  const [, , , , dates, name, key] = childrenOf(signed);
  const end = dates === undefined ? undefined : childrenOf(dates)[1];
  return name === undefined || key === undefined || end === undefined
    ? undefined
    : { subject: name, publicKey: key, notAfter: readTime(end) };
}

/** Reads UTCTime or GeneralizedTime. */
function readTime(value: Uint8Array): number {
  const { tag = 0, start = 0, end = 0 } = partAt(value, 0) ?? {};
  const text = new TextDecoder().decode(value.subarray(start, end));
  const digits = tag === 0x17 ? `${text < "5" ? "20" : "19"}${text}` : text;
  return Date.parse(digits.replace(/^(....)(..)(..)(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

/** Returns the secret of a key in PKCS #8, which ends in its octets; undefined if it is not on P-256. */
function readPrivateKey(bytes: Uint8Array | undefined): Uint8Array | undefined {
  const wrapped = bytes === undefined ? undefined : childrenOf(bytes)[2];
  const part = wrapped === undefined ? undefined : partAt(wrapped, 0);
  if (wrapped === undefined || part?.tag !== 0x04) return undefined;
  const secret = childrenOf(wrapped.subarray(part.start, part.end))[1];
  const octets = secret === undefined ? undefined : partAt(secret, 0);
  if (secret === undefined || octets?.tag !== 0x04) return undefined;
  const key = secret.subarray(octets.start, octets.end);
  return p256.utils.isValidSecretKey(key) ? key : undefined;
}

/** Returns the values inside a constructed one, each with its tag and length; none if it is malformed. */
export function childrenOf(bytes: Uint8Array): readonly Uint8Array[] {
  const whole = partAt(bytes, 0);
  if (whole === undefined || whole.end > bytes.length) return [];
  let from = whole.start;
  return (partsOf(bytes, whole) ?? []).map(({ end }) => {
    const child = bytes.subarray(from, end);
    from = end;
    return child;
  });
}
