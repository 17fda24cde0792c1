import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  readValue,
  tags,
  valueAt,
  wholeOf,
  type DerValue,
} from "../../../apimachinery/der.ts";
import { latin1OfBase64, pemBlocks } from "../../../apimachinery/pem.ts";
import { subjectAltName } from "./certificate.ts";
import { publicKeyOf, type PublicKey } from "./public-key.ts";

/** The kinds of names of a subjectAltName, by the tags of GeneralName (RFC 5280, section 4.2.1.6). */
const nameKinds = { 0x81: "email", 0x82: "dns", 0x86: "uri", 0x87: "ip" } as const;

export type NameKind = (typeof nameKinds)[keyof typeof nameKinds];

/** The object identifiers of attributes of a subject. */
export const attributeIds = { commonName: "2.5.4.3", organization: "2.5.4.10" } as const;

/** A certificate request, PKCS #10 (RFC 2986). */
export interface CertificateRequest {
  /** What is signed. */
  readonly info: Uint8Array;
  /** The subject, and the SubjectPublicKeyInfo, in DER. */
  readonly subject: Uint8Array;
  readonly keyInfo: Uint8Array;
  /** The attributes of the subject by object identifier, in their order. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** The value of the extension subjectAltName in DER, if it is asked for, and its names. */
  readonly alternativeNames: Uint8Array | undefined;
  readonly names: readonly AlternativeName[];
  /** The object identifier of the algorithm of the signature. */
  readonly algorithm: string;
  readonly signature: Uint8Array;
  /** Undefined for a key of an unknown kind. */
  readonly publicKey: PublicKey | undefined;
}

/** A name of a subjectAltName. */
export interface AlternativeName {
  readonly kind: NameKind;
  readonly bytes: Uint8Array;
}

/** A certificate request, or why it cannot be read. */
export type ParsedRequest = { readonly request: CertificateRequest } | { readonly problem: string };

const problem = (text: string): ParsedRequest => ({ problem: text });
const malformed = problem("asn1: structure error: malformed certificate request");

/** Reads a request in PEM, as the base64 text of `spec.request` (certificates.ParseCSR). */
export function parseCertificateRequest(request: string): ParsedRequest {
  const block = pemBlocks(latin1OfBase64(request)).next().value;
  if (block?.type !== "CERTIFICATE REQUEST") return problem("PEM block type must be CERTIFICATE REQUEST");
  return parseDer(block.bytes);
}

/** Returns how encoding/asn1 tells that a value is not the sequence that it expects. */
function notSequence({ tag, start, end }: DerValue): string {
  const isCompound = (tag & 0x20) !== 0;
  const found = `{class:${tag >> 6} tag:${tag & 0x1f} length:${end - start} isCompound:${isCompound}}`;
  const expected =
    "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";
  return `asn1: structure error: tags don't match (16 vs ${found}) ${expected} certificateRequest @${start}`;
}

function parseDer(bytes: Uint8Array): ParsedRequest {
  if (bytes.length === 0) return problem("asn1: syntax error: sequence truncated");
  const whole = valueAt(bytes, 0);
  if (whole === undefined) return problem("asn1: syntax error: truncated tag or length");
  if (whole.tag !== tags.sequence) return problem(notSequence(whole));
  if (whole.end > bytes.length) return problem("asn1: syntax error: data truncated");
  if (whole.end < bytes.length) return problem("asn1: syntax error: trailing data");
  const [info, algorithm, signature] = childrenOf(whole);
  if (!hasTag(info, tags.sequence) || !hasTag(algorithm, tags.sequence) || !hasTag(signature, tags.bitString))
    return malformed;
  const [version, subject, key, attributes] = childrenOf(info);
  const [identifier] = childrenOf(algorithm);
  if (!hasTag(version, tags.integer) || !hasTag(subject, tags.sequence) || !hasTag(key, tags.sequence))
    return malformed;
  if (!hasTag(identifier, tags.objectIdentifier)) return malformed;
  const names = attributes === undefined ? undefined : alternativeNamesIn(attributes);
  return {
    request: {
      info: wholeOf(info),
      subject: wholeOf(subject),
      keyInfo: wholeOf(key),
      attributes: attributesOf(subject),
      alternativeNames: names && contentsOf(names),
      names: namesIn(names),
      algorithm: identifierOf(identifier),
      signature: contentsOf(signature).subarray(1),
      publicKey: publicKeyOf(key),
    },
  };
}

const hasIdentifier = (value: DerValue | undefined, text: string): boolean =>
  hasTag(value, tags.objectIdentifier) && identifierOf(value) === text;

/** Returns the attributes of a subject by object identifier, in their order. */
export function attributesOf(subject: DerValue): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, readonly string[]>();
  for (const attribute of childrenOf(subject).flatMap(childrenOf)) {
    const [type, value] = childrenOf(attribute);
    if (!hasTag(type, tags.objectIdentifier) || value === undefined) continue;
    const id = identifierOf(type);
    attributes.set(id, [...(attributes.get(id) ?? []), new TextDecoder().decode(contentsOf(value))]);
  }
  return attributes;
}

const extensionRequest = "1.2.840.113549.1.9.14";

/** Finds the octets of subjectAltName among the requested extensions (RFC 2985, section 5.4.2). */
const alternativeNamesIn = (attributes: DerValue): DerValue | undefined =>
  childrenOf(attributes)
    .map(childrenOf)
    .filter(([type]) => hasIdentifier(type, extensionRequest))
    .flatMap(([, values]) => (values === undefined ? [] : childrenOf(values).flatMap(childrenOf)))
    .map(childrenOf)
    .find(([type]) => hasIdentifier(type, subjectAltName))
    ?.at(-1);

function namesIn(octets: DerValue | undefined): readonly AlternativeName[] {
  const names = octets && readValue(contentsOf(octets));
  const kinds: Readonly<Record<number, NameKind>> = nameKinds;
  return (names === undefined ? [] : childrenOf(names)).flatMap((name) => {
    const kind = kinds[name.tag];
    return kind === undefined ? [] : [{ kind, bytes: contentsOf(name) }];
  });
}
