import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  readValue,
  tags,
  unsignedOf,
  type DerValue,
} from "../../../apimachinery/der.ts";

/** The public keys that Go's crypto/x509 verifies signatures with. */
export type PublicKey =
  | { readonly type: "rsa"; readonly modulus: bigint; readonly exponent: bigint }
  | { readonly type: "ecdsa"; readonly curve: CurveName; readonly x: bigint; readonly y: bigint }
  | { readonly type: "ed25519"; readonly key: Uint8Array };

export type CurveName = "P-224" | "P-256" | "P-384" | "P-521";

/** The curves by identifier. */
export const curves: Readonly<Record<string, CurveName>> = {
  "1.3.132.0.33": "P-224",
  "1.2.840.10045.3.1.7": "P-256",
  "1.3.132.0.34": "P-384",
  "1.3.132.0.35": "P-521",
};

/** The identifiers of keys (RFC 3279, RFC 8410). */
export const keyAlgorithms = {
  rsa: "1.2.840.113549.1.1.1",
  ecdsa: "1.2.840.10045.2.1",
  ed25519: "1.3.101.112",
} as const;

/** Reads a SubjectPublicKeyInfo; undefined if it is malformed or of an unknown kind (x509.ParsePKIXPublicKey). */
export function parsePublicKey(bytes: Uint8Array): PublicKey | undefined {
  const info = readValue(bytes);
  return hasTag(info, tags.sequence) && info.end === bytes.length ? publicKeyOf(info) : undefined;
}

/** Returns the bits of the key of a SubjectPublicKeyInfo in DER; none if it is malformed. */
export function keyBitsOf(keyInfo: Uint8Array): Uint8Array {
  const info = readValue(keyInfo);
  const bits = info && childrenOf(info)[1];
  return bits === undefined ? new Uint8Array() : contentsOf(bits).subarray(1);
}

/** Reads the key of a SubjectPublicKeyInfo. */
export function publicKeyOf(info: DerValue): PublicKey | undefined {
  const [algorithm, bits] = childrenOf(info);
  if (!hasTag(algorithm, tags.sequence) || !hasTag(bits, tags.bitString)) return undefined;
  const [identifier, parameters] = childrenOf(algorithm);
  if (!hasTag(identifier, tags.objectIdentifier)) return undefined;
  const key = contentsOf(bits).subarray(1);
  switch (identifierOf(identifier)) {
    case keyAlgorithms.rsa:
      return rsaKey(key);
    case keyAlgorithms.ecdsa:
      return hasTag(parameters, tags.objectIdentifier) ? ecdsaKey(key, curves[identifierOf(parameters)]) : undefined;
    case keyAlgorithms.ed25519:
      return key.length === 32 ? { type: "ed25519", key } : undefined;
    default:
      return undefined;
  }
}

function rsaKey(key: Uint8Array): PublicKey | undefined {
  const sequence = readValue(key);
  const [modulus, exponent] = hasTag(sequence, tags.sequence) ? childrenOf(sequence) : [];
  if (!hasTag(modulus, tags.integer) || !hasTag(exponent, tags.integer)) return undefined;
  return { type: "rsa", modulus: unsignedOf(contentsOf(modulus)), exponent: unsignedOf(contentsOf(exponent)) };
}

/** Reads an uncompressed point. */
function ecdsaKey(key: Uint8Array, curve: CurveName | undefined): PublicKey | undefined {
  if (curve === undefined || key[0] !== 4 || key.length % 2 === 0) return undefined;
  const middle = (key.length + 1) / 2;
  return { type: "ecdsa", curve, x: unsignedOf(key.subarray(1, middle)), y: unsignedOf(key.subarray(middle)) };
}

/** Reports whether two keys are the same; unknown ones are not. */
export function isSameKey(a: PublicKey | undefined, b: PublicKey | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  switch (a.type) {
    case "ed25519":
      return b.type === "ed25519" && a.key.join() === b.key.join();
    case "rsa":
      return b.type === "rsa" && a.modulus === b.modulus && a.exponent === b.exponent;
    case "ecdsa":
      return b.type === "ecdsa" && a.curve === b.curve && a.x === b.x && a.y === b.y;
  }
}
