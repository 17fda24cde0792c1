import { partAt } from "../../apimachinery/der.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { latin1OfBase64, pemBlocks } from "../../apimachinery/pem.ts";
import { childrenOf } from "../framework/cluster-ca/cluster-ca.ts";
import { derIdentifier } from "../framework/cluster-ca/der-writer.ts";

/** certificates/v1 CertificateSigningRequest. */
export interface SigningRequest extends KubeObject {
  readonly spec?: {
    readonly request?: string;
    readonly signerName?: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly status?: { readonly certificate?: string; readonly conditions?: readonly RequestCondition[] };
}

/** certificates/v1 CertificateSigningRequestCondition. */
export interface RequestCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
}

export const requestsResource = { group: "certificates.k8s.io", version: "v1", resource: "certificatesigningrequests" };

export const hasCondition = ({ status }: SigningRequest, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && (condition.status ?? "True") === "True") === true;

/** What a certificate request in PKCS #10 asks for. Subject, key and names are in DER. */
export interface RequestedCertificate {
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The value of the extension subjectAltName, if there is one. */
  readonly alternativeNames: Uint8Array | undefined;
  /** Which kinds of alternative names there are. */
  readonly nameKinds: ReadonlySet<"email" | "dns" | "uri" | "ip">;
}

const isIdentifier = (value: Uint8Array | undefined, text: string): boolean => {
  const wanted = derIdentifier(text);
  return value?.length === wanted.length && wanted.every((byte, i) => value[i] === byte);
};

const contentsOf = (value: Uint8Array): Uint8Array => {
  const { start = 0, end = 0 } = partAt(value, 0) ?? {};
  return value.subarray(start, end);
};

/** Reads `spec.request`, which the server has validated; undefined if it cannot be read. */
export function parseRequest(text: string): RequestedCertificate | undefined {
  const block = pemBlocks(latin1OfBase64(text)).next().value;
  const info = block === undefined ? undefined : childrenOf(block.bytes)[0];
  const [, subject, publicKey, attributes] = info === undefined ? [] : childrenOf(info);
  if (subject === undefined || publicKey === undefined) return undefined;
  const alternativeNames = attributes === undefined ? undefined : findNames(attributes);
  return {
    subject,
    publicKey,
    commonName: valuesOf(subject, "2.5.4.3").at(-1) ?? "",
    organizations: valuesOf(subject, "2.5.4.10"),
    alternativeNames,
    nameKinds: new Set(alternativeNames === undefined ? [] : childrenOf(alternativeNames).flatMap(kindOf)),
  };
}

/** Returns the values of an attribute of a name, in its order. */
const valuesOf = (name: Uint8Array, identifier: string): readonly string[] =>
  childrenOf(name)
    .flatMap(childrenOf)
    .flatMap((attribute) => {
      const [type, value] = childrenOf(attribute);
      return value !== undefined && isIdentifier(type, identifier) ? [new TextDecoder().decode(contentsOf(value))] : [];
    });

/** Finds subjectAltName among the requested extensions (RFC 2985, section 5.4.2). */
function findNames(attributes: Uint8Array): Uint8Array | undefined {
  const asked = childrenOf(attributes)
    .map(childrenOf)
    .filter(([type]) => isIdentifier(type, "1.2.840.113549.1.9.14"))
    .flatMap(([, values]) => (values === undefined ? [] : childrenOf(values).flatMap(childrenOf)));
  const extension = asked.map(childrenOf).find(([type]) => isIdentifier(type, "2.5.29.17"));
  const value = extension?.at(-1);
  return value === undefined ? undefined : contentsOf(value);
}

/** The kind of a GeneralName by its tag (RFC 5280, section 4.2.1.6). */
function kindOf([tag]: Uint8Array): readonly ("email" | "dns" | "uri" | "ip")[] {
  switch (tag) {
    case 0x81:
      return ["email"];
    case 0x82:
      return ["dns"];
    case 0x86:
      return ["uri"];
    case 0x87:
      return ["ip"];
    default:
      return [];
  }
}
