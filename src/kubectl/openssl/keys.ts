import { childrenOf, contentsOf, hasTag, identifierOf, readValue, tags } from "../../apimachinery/der.ts";
import { der, derIdentifier, derInteger, derOctets, derSequence } from "../../apimachinery/der-writer.ts";
import { pemBlocks, pemOf } from "../../apimachinery/pem.ts";

/** A key pair that signs. */
export interface SigningKey {
  /** The SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
  /** The AlgorithmIdentifier of its signatures in DER. */
  readonly algorithm: Uint8Array;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

const rsaEncryption = "1.2.840.113549.1.1.1";
const ecPublicKey = "1.2.840.10045.2.1";
const curves: Readonly<Record<string, string>> = {
  "1.2.840.10045.3.1.7": "P-256",
  "1.3.132.0.34": "P-384",
  "1.3.132.0.35": "P-521",
};
const nothing = (): Uint8Array => der(0x05);

/** The cryptography of the host: keys that others are to trust are not made of a seed. */
function host(): Crypto {
  const { crypto } = globalThis as { readonly crypto?: Crypto };
  if (crypto?.subtle === undefined) throw new Error("the browser has no cryptography for pages without https");
  return crypto;
}
const subtle = (): SubtleCrypto => host().subtle;

/** WebCrypto takes views of buffers that nothing shares. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** Makes an RSA key of so many bits. Returns PKCS #8 in PEM. */
export async function newRsaKey(bits: number): Promise<string> {
  const exponent = Uint8Array.of(1, 0, 1);
  const pair = await subtle().generateKey({ ...rsa, modulusLength: bits, publicExponent: exponent }, true, ["sign"]);
  return pemOf("PRIVATE KEY", new Uint8Array(await subtle().exportKey("pkcs8", pair.privateKey)));
}

/** Makes an EC key on a curve as WebCrypto names it: `P-256`. Returns PKCS #8 in PEM. */
export async function newEcKey(curve: string): Promise<string> {
  const pair = await subtle().generateKey({ name: "ECDSA", namedCurve: curve }, true, ["sign"]);
  return pemOf("PRIVATE KEY", new Uint8Array(await subtle().exportKey("pkcs8", pair.privateKey)));
}

/** Reads a private key in PEM: PKCS #8, PKCS #1 or SEC 1. Undefined if there is none. */
export async function signingKeyOf(pem: string): Promise<SigningKey | undefined> {
  for (const { type, bytes } of pemBlocks(pem)) {
    const pkcs8 = type === "PRIVATE KEY" ? bytes : wrapped(type, bytes);
    const members = pkcs8 === undefined ? undefined : readValue(pkcs8);
    const [identifier, curve] = members === undefined ? [] : childrenOf(childrenOf(members)[1] ?? members);
    if (pkcs8 === undefined || !hasTag(identifier, tags.objectIdentifier)) continue;
    if (identifierOf(identifier) === rsaEncryption) return rsaKey(pkcs8);
    const named = hasTag(curve, tags.objectIdentifier) ? curves[identifierOf(curve)] : undefined;
    if (named !== undefined) return ecKey(pkcs8, named);
  }
  return undefined;
}

/** Puts a key of an algorithm into PKCS #8 (RFC 5208). */
function wrapped(type: string, bytes: Uint8Array): Uint8Array | undefined {
  const version = derInteger(Uint8Array.of(0));
  if (type === "RSA PRIVATE KEY")
    return derSequence(version, derSequence(derIdentifier(rsaEncryption), nothing()), derOctets(bytes));
  const whole = type === "EC PRIVATE KEY" ? readValue(bytes) : undefined;
  const curve = whole && childrenOf(whole).find((member) => hasTag(member, 0xa0));
  if (curve === undefined) return undefined;
  return derSequence(version, derSequence(derIdentifier(ecPublicKey), contentsOf(curve)), derOctets(bytes));
}

async function rsaKey(pkcs8: Uint8Array): Promise<SigningKey> {
  const key = await subtle().importKey("pkcs8", owned(pkcs8), rsa, true, ["sign"]);
  const { kty = "", n = "", e = "" } = await subtle().exportKey("jwk", key);
  const open = await subtle().importKey("jwk", { kty, n, e }, rsa, true, ["verify"]);
  return {
    publicKey: new Uint8Array(await subtle().exportKey("spki", open)),
    algorithm: derSequence(derIdentifier("1.2.840.113549.1.1.11"), nothing()),
    sign: async (bytes) => new Uint8Array(await subtle().sign(rsa, key, owned(bytes))),
  };
}

async function ecKey(pkcs8: Uint8Array, namedCurve: string): Promise<SigningKey> {
  const ecdsa = { name: "ECDSA", namedCurve };
  const key = await subtle().importKey("pkcs8", owned(pkcs8), ecdsa, true, ["sign"]);
  const { kty = "", crv = "", x = "", y = "" } = await subtle().exportKey("jwk", key);
  const open = await subtle().importKey("jwk", { kty, crv, x, y }, ecdsa, true, ["verify"]);
  return {
    publicKey: new Uint8Array(await subtle().exportKey("spki", open)),
    algorithm: derSequence(derIdentifier("1.2.840.10045.4.3.2")),
    async sign(bytes) {
      const raw = new Uint8Array(await subtle().sign({ name: "ECDSA", hash: "SHA-256" }, key, owned(bytes)));
      const half = raw.length / 2;
      return derSequence(derInteger(raw.subarray(0, half)), derInteger(raw.subarray(half)));
    },
  };
}

/** Random bytes. */
export const randomBytes = (length: number): Uint8Array => host().getRandomValues(new Uint8Array(length));
