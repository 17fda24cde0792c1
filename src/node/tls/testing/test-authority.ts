import { p256 } from "@noble/curves/nist.js";
import {
  der,
  derBits,
  derIdentifier,
  derInteger,
  derSequence,
  derSet,
  derTrue,
} from "../../../apimachinery/der-writer.ts";
import { pemOf } from "../../../apimachinery/pem.ts";
import {
  extensionIds,
  writeCertificate,
  writePrivateKey,
  writePublicKey,
  type CertificateExtension,
} from "../../../apis/certificates/x509/certificate-writer.ts";

/** A certificate and its key in PEM. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate of a test says. */
export interface WantedCertificate {
  readonly commonName?: string;
  readonly organizations?: readonly string[];
  /** Attributes of the subject by object identifier. */
  readonly attributes?: readonly (readonly [id: string, value: string])[];
  readonly usage?: "client" | "server" | "any" | "none";
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly dnsNames?: readonly string[];
  readonly extensions?: readonly CertificateExtension[];
  /** False: what should be an authority is not told to be one. */
  readonly isAuthority?: boolean;
  /** How many authorities may be below an authority; any number by default. */
  readonly pathLength?: number;
  /** Its serial number, a random one by default. */
  readonly serial?: Uint8Array;
  /** The first byte of the usages of its key; a signature, or certificates and their revocations, by default. */
  readonly keyUsage?: number;
}

/** An authority of a test. */
export interface TestAuthority {
  /** Its certificate, in PEM. */
  readonly ca: string;
  issue(wanted: WantedCertificate): IssuedCertificate;
  /** Issues a certificate to an authority below this one. */
  authority(name: string, more?: WantedCertificate): TestAuthority;
}

const hour = 60 * 60 * 1000;
const usages = { client: "1.3.6.1.5.5.7.3.2", server: "1.3.6.1.5.5.7.3.1", any: "2.5.29.37.0" } as const;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const nameOf = ({ commonName, organizations = [], attributes = [] }: WantedCertificate): Uint8Array =>
  derSequence(
    ...[
      ...organizations.map((value) => ["2.5.4.10", value] as const),
      ...(commonName === undefined ? [] : [["2.5.4.3", commonName] as const]),
      ...attributes,
    ].map(([id, value]) => derSet(derSequence(derIdentifier(id), der(0x0c, text(value))))),
  );

const usageOf = (byte: number): CertificateExtension => ({
  id: extensionIds.keyUsage,
  critical: true,
  value: derBits([byte], 31 - Math.clz32(byte & -byte)), // without the zeros at the end
});

const ofAuthority = ({ pathLength, keyUsage = 0x84 }: WantedCertificate = {}): readonly CertificateExtension[] => {
  const length = pathLength === undefined ? [] : [derInteger(Uint8Array.of(pathLength))];
  return [
    { id: extensionIds.basicConstraints, critical: true, value: derSequence(derTrue(), ...length) },
    usageOf(keyUsage),
  ];
};

function extensionsOf({ usage = "client", keyUsage = 0x80, dnsNames = [], extensions = [] }: WantedCertificate) {
  const named = dnsNames.map((name) => der(0x82, text(name)));
  return [
    { id: extensionIds.basicConstraints, critical: true, value: derSequence() },
    usageOf(keyUsage),
    ...(usage === "none"
      ? []
      : [{ id: extensionIds.extendedKeyUsage, value: derSequence(derIdentifier(usages[usage])) }]),
    ...(named.length === 0 ? [] : [{ id: extensionIds.subjectAltName, value: derSequence(...named) }]),
    ...extensions,
  ];
}

/** Makes an authority that signs its own certificate. */
export function createTestAuthority(name: string, more: WantedCertificate = {}): TestAuthority {
  const key = p256.utils.randomSecretKey();
  return authorityOf(key, name, certificateOf({ commonName: name, ...more }, key, key, name, ofAuthority(more)).cert);
}

function authorityOf(key: Uint8Array, name: string, ca: string): TestAuthority {
  return {
    ca,
    issue: (wanted) => certificateOf(wanted, p256.utils.randomSecretKey(), key, name, extensionsOf(wanted)),
    authority(below, more = {}) {
      const own = p256.utils.randomSecretKey();
      const extensions = [
        ...(more.isAuthority === false ? extensionsOf(more) : ofAuthority(more)),
        ...(more.extensions ?? []),
      ];
      return authorityOf(own, below, certificateOf({ commonName: below, ...more }, own, key, name, extensions).cert);
    },
  };
}

const randomSerial = (): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(8)).map((byte, at) => (at === 0 ? (byte & 0x7f) | 1 : byte));

function certificateOf(
  wanted: WantedCertificate,
  ofKey: Uint8Array,
  signingKey: Uint8Array,
  issuer: string,
  extensions: readonly CertificateExtension[],
): IssuedCertificate {
  const now = Date.now();
  const { notBefore = now - hour, notAfter = now + hour, serial = randomSerial() } = wanted;
  const content = {
    serial,
    issuer: nameOf({ commonName: issuer }),
    subject: nameOf(wanted),
    notBefore,
    notAfter,
    publicKey: writePublicKey(ofKey),
    extensions,
  };
  return {
    cert: pemOf("CERTIFICATE", writeCertificate(content, signingKey)),
    key: pemOf("PRIVATE KEY", writePrivateKey(ofKey)),
  };
}
