import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Clock } from "../../apimachinery/clock.ts";
import { der, derBits, derOctets, derSequence, derTrue } from "../../apimachinery/der-writer.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { latin1OfBase64, pemBlocks, pemOf } from "../../apimachinery/pem.ts";
import { parseCertificate } from "../../apis/certificates/x509/certificate.ts";
import {
  type CertificateContent,
  extensionIds,
  keyIdentifier,
  writeCertificate,
  writeCommonName,
  writePrivateKey,
  writePublicKey,
} from "../../apis/certificates/x509/certificate-writer.ts";
import { ecdsaSecret } from "../../apis/certificates/x509/private-key.ts";
import type { Client } from "../../client/client.ts";

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
      { id: extensionIds.keyUsage, critical: true, value: derBits([0xa4], 2) }, // digitalSignature, keyEncipherment, keyCertSign
      { id: extensionIds.basicConstraints, critical: true, value: derSequence(derTrue()) },
      { id: extensionIds.subjectKey, value: derOctets(keyIdentifier(publicKey)) },
    ],
  };
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: clusterCaSecret },
    type: "kubernetes.io/tls",
    data: {
      "tls.crt": btoa(pemOf("CERTIFICATE", writeCertificate(content, key))),
      "tls.key": btoa(pemOf("PRIVATE KEY", writePrivateKey(key))),
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

function readAuthority({ data = {} }: Secret, { newUuid }: CaServices): Authority {
  const certificatePem = latin1OfBase64(data["tls.crt"] ?? "");
  const parsed = parseCertificate(firstBlock(certificatePem, "CERTIFICATE"));
  const key = ecdsaSecret(firstBlock(latin1OfBase64(data["tls.key"] ?? ""), "PRIVATE KEY"));
  if ("problem" in parsed || key === undefined || !p256.utils.isValidSecretKey(key))
    throw new Error(`the Secret kube-system/${clusterCaSecret} has no certificate with an ECDSA key on P-256`);
  const { subject, keyInfo, notAfter } = parsed.certificate;
  const authorityKey = { id: extensionIds.authorityKey, value: derSequence(der(0x80, keyIdentifier(keyInfo))) };
  return {
    certificatePem,
    notAfter,
    sign: (content) => {
      const extensions = [...content.extensions, authorityKey];
      const whole = { ...content, extensions, issuer: subject, serial: newSerial(newUuid) };
      return pemOf("CERTIFICATE", writeCertificate(whole, key));
    },
  };
}

/** Returns the bytes of the first block of a type; none if there is no such block. */
function firstBlock(text: string, type: string): Uint8Array {
  for (const block of pemBlocks(text)) if (block.type === type) return block.bytes;
  return new Uint8Array();
}
