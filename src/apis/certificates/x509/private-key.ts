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
import { publicEd25519, publicPoint } from "./elliptic.ts";
import { curves, keyAlgorithms, type CurveName, type PublicKey } from "./public-key.ts";

/** Reads a private key in DER and returns its public one; undefined if it is malformed (tls.parsePrivateKey). */
export function publicKeyOfPrivate(bytes: Uint8Array): PublicKey | undefined {
  const whole = readValue(bytes);
  if (!hasTag(whole, tags.sequence) || whole.end !== bytes.length) return undefined;
  const members = childrenOf(whole);
  if (hasTag(members[1], tags.sequence)) return ofPkcs8(members[1], members[2]);
  return hasTag(members[1], tags.octetString) ? ofEc(members, undefined) : ofRsa(members);
}

/** Returns the secret of an ECDSA key in PKCS #8 (RFC 5208, RFC 5915); undefined if it is something else. */
export function ecdsaSecret(bytes: Uint8Array): Uint8Array | undefined {
  const whole = readValue(bytes);
  const key = whole && childrenOf(whole)[2];
  const inner = hasTag(key, tags.octetString) ? readValue(contentsOf(key)) : undefined;
  const secret = inner && childrenOf(inner)[1];
  return hasTag(secret, tags.octetString) ? contentsOf(secret) : undefined;
}

/** PKCS #8 wraps the key of an algorithm (RFC 5208). */
function ofPkcs8(algorithm: DerValue, key: DerValue | undefined): PublicKey | undefined {
  const [identifier, parameters] = childrenOf(algorithm);
  if (!hasTag(identifier, tags.objectIdentifier) || !hasTag(key, tags.octetString)) return undefined;
  const inner = readValue(contentsOf(key));
  if (inner === undefined) return undefined;
  switch (identifierOf(identifier)) {
    case keyAlgorithms.rsa:
      return ofRsa(childrenOf(inner));
    case keyAlgorithms.ecdsa:
      return ofEc(childrenOf(inner), curveOf(parameters));
    case keyAlgorithms.ed25519: {
      const seed = contentsOf(inner);
      return seed.length === 32 ? { type: "ed25519", key: publicEd25519(seed) } : undefined;
    }
    default:
      return undefined;
  }
}

/** PKCS #1: version, modulus, public exponent... (RFC 8017, A.1.2). */
function ofRsa([, modulus, exponent, secret]: readonly DerValue[]): PublicKey | undefined {
  if (!hasTag(modulus, tags.integer) || !hasTag(exponent, tags.integer) || !hasTag(secret, tags.integer))
    return undefined;
  return { type: "rsa", modulus: unsignedOf(contentsOf(modulus)), exponent: unsignedOf(contentsOf(exponent)) };
}

const curveOf = (identifier: DerValue | undefined): CurveName | undefined =>
  hasTag(identifier, tags.objectIdentifier) ? curves[identifierOf(identifier)] : undefined;

/** SEC 1: version, secret, and in [0] the curve where nothing else tells it (RFC 5915). */
function ofEc([, secret, ...more]: readonly DerValue[], known: CurveName | undefined): PublicKey | undefined {
  const named = more.find((member) => hasTag(member, 0xa0));
  const curve = known ?? (named === undefined ? undefined : curveOf(childrenOf(named)[0]));
  if (curve === undefined || !hasTag(secret, tags.octetString)) return undefined;
  const point = publicPoint(curve, unsignedOf(contentsOf(secret)));
  return point === undefined ? undefined : { type: "ecdsa", curve, x: point[0], y: point[1] };
}
