import type { Subtle } from "../../../component-base/subtle.ts";
import { fromBase64Url, toBase64Url } from "./base64-url.ts";

/**
 * Persists the private key across restarts. `save` returns the key to use, which differs from its argument if another
 * key was saved first.
 */
export interface KeyVault {
  load(): string | undefined;
  save(text: string): Promise<string>;
}

/** A public key as published by `/openid/v1/jwks`. */
export interface PublicJwk {
  readonly use: "sig";
  readonly kty: string;
  readonly kid: string;
  readonly alg: string;
  /** The members of an elliptic curve's key, or of one of RSA. */
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

/** Signs service account tokens and verifies their signatures. */
export interface SigningKeys {
  /** The algorithms of the public keys, sorted. */
  readonly algorithms: readonly string[];
  sign(claims: string): Promise<string>;
  /** Returns why a signature is not valid; undefined if it is. */
  signatureProblem(token: string): Promise<string | undefined>;
  publicKeys(): Promise<readonly PublicJwk[]>;
}

interface KeyPair {
  readonly text: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: PublicJwk;
}

/** What is wrong with a signature that no key has made. */
export const badSignature = "go-jose/go-jose: error in cryptographic primitive";

const signingAlgorithm = "ES256";
const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const signature = { name: "ECDSA", hash: "SHA-256" } as const;
const utf8 = new TextEncoder();

/**
 * Creates ES256 signing keys with WebCrypto. The key is generated on first use and kept in the vault. P-256 is used
 * because key generation takes a millisecond, compared to half a second for RSA.
 */
export function createSigningKeys(subtle: Subtle, vault: KeyVault): SigningKeys {
  let current: { readonly text: string; readonly pair: Promise<KeyPair> } | undefined;
  let making: Promise<KeyPair> | undefined;

  const opened = (text: string): Promise<KeyPair> => {
    if (current?.text !== text) current = { text, pair: openKeyPair(subtle, text) };
    return current.pair;
  };
  const keyPair = (): Promise<KeyPair> => {
    const text = vault.load();
    if (text !== undefined) return opened(text);
    return (making ??= makeKey(subtle)
      .then((made) => vault.save(made))
      .then(opened)
      .finally(() => (making = undefined)));
  };
  return {
    algorithms: [signingAlgorithm],
    async sign(claims) {
      const { privateKey, jwk } = await keyPair();
      const signed = `${toBase64Url(JSON.stringify({ alg: signingAlgorithm, kid: jwk.kid }))}.${toBase64Url(claims)}`;
      return `${signed}.${toBase64Url(new Uint8Array(await subtle.sign(signature, privateKey, utf8.encode(signed))))}`;
    },
    async signatureProblem(token) {
      const end = token.lastIndexOf(".");
      const bytes = fromBase64Url(token.slice(end + 1));
      if (bytes === undefined) return badSignature;
      const { publicKey } = await keyPair();
      const isValid = await subtle.verify(signature, publicKey, bytes, utf8.encode(token.slice(0, end)));
      return isValid ? undefined : badSignature;
    },
    publicKeys: async () => [(await keyPair()).jwk],
  };
}

async function makeKey(subtle: Subtle): Promise<string> {
  const pair = await subtle.generateKey(curve, true, ["sign", "verify"]);
  return JSON.stringify(await subtle.exportKey("jwk", pair.privateKey));
}

async function openKeyPair(subtle: Subtle, text: string): Promise<KeyPair> {
  const stored = JSON.parse(text) as JsonWebKey; // written by makeKey
  const { kty = "", crv = "", x = "", y = "" } = stored;
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey("jwk", { kty, crv, x, y, ...(stored.d !== undefined && { d: stored.d }) }, curve, false, ["sign"]),
    subtle.importKey("jwk", { kty, crv, x, y }, curve, true, ["verify"]),
  ]);
  const kid = toBase64Url(new Uint8Array(await subtle.digest("SHA-256", await subtle.exportKey("spki", publicKey))));
  return { text, privateKey, publicKey, jwk: { use: "sig", kty, kid, alg: signingAlgorithm, crv, x, y } };
}
