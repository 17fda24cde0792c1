import { partAt } from "../../../apimachinery/der.ts";
import { latin1OfBase64, pemBlocks } from "../../../apimachinery/pem.ts";
import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  tags,
  wholeOf,
  type DerValue,
} from "../../../apimachinery/der-value.ts";
import { publicKeyOf, type PublicKey } from "./public-key.ts";

/** A certificate request, PKCS #10 (RFC 2986). */
export interface CertificateRequest {
  /** What is signed. */
  readonly info: Uint8Array;
  /** The organizations of the subject. */
  readonly organizations: readonly string[];
  /** The object identifier of the algorithm of the signature. */
  readonly algorithm: string;
  readonly signature: Uint8Array;
  /** Undefined for a key of an unknown kind. */
  readonly publicKey: PublicKey | undefined;
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
function notSequence(bytes: Uint8Array): string {
  const { tag = 0, start = 0, end = 0 } = partAt(bytes, 0) ?? {};
  const isCompound = (tag & 0x20) !== 0;
  const found = `{class:${tag >> 6} tag:${tag & 0x1f} length:${end - start} isCompound:${isCompound}}`;
  const expected =
    "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";
  return `asn1: structure error: tags don't match (16 vs ${found}) ${expected} certificateRequest @${start}`;
}

function parseDer(bytes: Uint8Array): ParsedRequest {
  if (bytes.length === 0) return problem("asn1: syntax error: sequence truncated");
  const part = partAt(bytes, 0);
  if (part === undefined) return problem("asn1: syntax error: truncated tag or length");
  if (part.tag !== tags.sequence) return problem(notSequence(bytes));
  if (part.end > bytes.length) return problem("asn1: syntax error: data truncated");
  if (part.end < bytes.length) return problem("asn1: syntax error: trailing data");
  const [info, algorithm, signature] = childrenOf({ bytes, part });
  if (!hasTag(info, tags.sequence) || !hasTag(algorithm, tags.sequence) || !hasTag(signature, tags.bitString))
    return malformed;
  const [version, subject, key] = childrenOf(info);
  const [identifier] = childrenOf(algorithm);
  if (!hasTag(version, tags.integer) || !hasTag(subject, tags.sequence) || !hasTag(key, tags.sequence))
    return malformed;
  if (!hasTag(identifier, tags.objectIdentifier)) return malformed;
  return {
    request: {
      info: wholeOf(info, part.start),
      organizations: organizationsOf(subject),
      algorithm: identifierOf(identifier),
      signature: contentsOf(signature).subarray(1),
      publicKey: publicKeyOf(key),
    },
  };
}

const organizationName = "2.5.4.10";

function organizationsOf(subject: DerValue): readonly string[] {
  const decoder = new TextDecoder();
  return childrenOf(subject)
    .flatMap(childrenOf)
    .flatMap((attribute) => {
      const [type, value] = childrenOf(attribute);
      return hasTag(type, tags.objectIdentifier) && identifierOf(type) === organizationName && value !== undefined
        ? [decoder.decode(contentsOf(value))]
        : [];
    });
}
