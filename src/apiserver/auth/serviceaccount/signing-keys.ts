import { fromBase64Url, toBase64Url } from "./base64-url.ts";

/**
 * Where the private key is kept between starts; `save` gives back the text that counts, should another one have been
 * first.
 */
export interface KeyVault {
  load(): string | undefined;
  save(text: string): Promise<string>;
}

/** A public key as `/openid/v1/jwks` shows it. */
export interface PublicJwk {
  readonly use: "sig";
  readonly kty: string;
  readonly kid: string;
  readonly alg: typeof signingAlgorithm;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** Signs tokens of service accounts and knows its own signatures. */
export interface SigningKeys {
  sign(claims: string): Promise<string>;
  verify(token: string): Promise<boolean>;
  publicKeys(): Promise<readonly PublicJwk[]>;
}

interface KeyPair {
  readonly text: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: PublicJwk;
}

export const signingAlgorithm = "ES256";
const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const signature = { name: "ECDSA", hash: "SHA-256" } as const;
const utf8 = new TextEncoder();

/**
 * ES256 keys over WebCrypto, made when first needed (P-256 takes a millisecond where RSA takes half a second) and kept
 * in the vault.
 */
export function createSigningKeys(subtle: SubtleCrypto, vault: KeyVault): SigningKeys {
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
    async sign(claims) {
      const { privateKey, jwk } = await keyPair();
      const signed = `${toBase64Url(JSON.stringify({ alg: signingAlgorithm, kid: jwk.kid }))}.${toBase64Url(claims)}`;
      return `${signed}.${toBase64Url(new Uint8Array(await subtle.sign(signature, privateKey, utf8.encode(signed))))}`;
    },
    async verify(token) {
      const end = token.lastIndexOf(".");
      const bytes = fromBase64Url(token.slice(end + 1));
      return (
        bytes !== undefined &&
        subtle.verify(signature, (await keyPair()).publicKey, bytes, utf8.encode(token.slice(0, end)))
      );
    },
    publicKeys: async () => [(await keyPair()).jwk],
  };
}

async function makeKey(subtle: SubtleCrypto): Promise<string> {
  const pair = await subtle.generateKey(curve, true, ["sign", "verify"]);
  return JSON.stringify(await subtle.exportKey("jwk", pair.privateKey));
}

async function openKeyPair(subtle: SubtleCrypto, text: string): Promise<KeyPair> {
  const stored = JSON.parse(text) as JsonWebKey; // written by makeKey
  const { kty = "", crv = "", x = "", y = "" } = stored;
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey("jwk", { kty, crv, x, y, ...(stored.d !== undefined && { d: stored.d }) }, curve, false, ["sign"]),
    subtle.importKey("jwk", { kty, crv, x, y }, curve, true, ["verify"]),
  ]);
  const kid = toBase64Url(new Uint8Array(await subtle.digest("SHA-256", await subtle.exportKey("spki", publicKey))));
  return { text, privateKey, publicKey, jwk: { use: "sig", kty, kid, alg: signingAlgorithm, crv, x, y } };
}
