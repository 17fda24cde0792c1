import type { Subtle } from "../../../component-base/subtle.ts";
import { fromBase64Url, toBase64Url } from "./base64-url.ts";
import { badSignature, type PublicJwk, type SigningKeys } from "./signing-keys.ts";
import { readTokenHeader } from "./token-header.ts";

/** Keys for service account tokens that the host has read, as JSON Web Keys. */
export interface GivenKeys {
  /** The private key that signs. If undefined, no tokens can be issued. */
  readonly signing?: JsonWebKey | undefined;
  /** The keys that verify; of private ones, their public part. */
  readonly verifying: readonly JsonWebKey[];
}

/** How keys of one kind sign. */
interface Algorithm {
  readonly name: string;
  readonly key: EcKeyImportParams | RsaHashedImportParams;
  readonly signature: EcdsaParams | { readonly name: string };
}

const ofCurve = (name: string, namedCurve: string, hash: string): Algorithm => ({
  name,
  key: { name: "ECDSA", namedCurve },
  signature: { name: "ECDSA", hash },
});

const rs256: Algorithm = {
  name: "RS256",
  key: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  signature: { name: "RSASSA-PKCS1-v1_5" },
};

const byCurve: ReadonlyMap<string, Algorithm> = new Map([
  ["P-256", ofCurve("ES256", "P-256", "SHA-256")],
  ["P-384", ofCurve("ES384", "P-384", "SHA-384")],
  ["P-521", ofCurve("ES512", "P-521", "SHA-512")],
]);

/** Returns the algorithm of a key, as serviceaccount.JWTTokenGenerator chooses it; undefined for other kinds. */
export function algorithmOf({ kty, crv = "" }: JsonWebKey): string | undefined {
  return kty === "RSA" ? rs256.name : byCurve.get(crv)?.name;
}

function algorithmFor(jwk: JsonWebKey): Algorithm {
  const found = jwk.kty === "RSA" ? rs256 : byCurve.get(jwk.crv ?? "");
  if (found === undefined) throw new Error("unknown private key curve, must be 256, 384, or 521");
  return found;
}

interface VerifyingKey {
  readonly algorithm: Algorithm;
  readonly key: CryptoKey;
  readonly jwk: PublicJwk;
}

interface OpenedKeys {
  readonly signer: VerifyingKey["jwk"] | undefined;
  readonly privateKey: CryptoKey | undefined;
  readonly all: readonly VerifyingKey[];
}

const utf8 = new TextEncoder();

/**
 * Creates the keys of a server whose host names them: RSA, or elliptic curves of 256, 384 or 521 bits. Tokens are
 * verified by the key that their header names, or by any if it names none (serviceaccount.StaticPublicKeysGetter).
 */
export function createGivenKeys(subtle: Subtle, { signing, verifying }: GivenKeys): SigningKeys {
  let opened: Promise<OpenedKeys> | undefined;
  const open = (): Promise<OpenedKeys> => (opened ??= openKeys(subtle, signing, verifying));
  return {
    algorithms: [...new Set(verifying.map((jwk) => algorithmFor(jwk).name))].sort(),
    async sign(claims) {
      const { signer, privateKey } = await open();
      if (signer === undefined || privateKey === undefined || signing === undefined)
        throw new Error("this server has no key for signing tokens");
      const content = `${toBase64Url(JSON.stringify({ alg: signer.alg, kid: signer.kid }))}.${toBase64Url(claims)}`;
      const bytes = await subtle.sign(algorithmFor(signing).signature, privateKey, utf8.encode(content));
      return `${content}.${toBase64Url(new Uint8Array(bytes))}`;
    },
    async signatureProblem(token) {
      const end = token.lastIndexOf(".");
      const signature = fromBase64Url(token.slice(end + 1));
      const header = readTokenHeader(token.slice(0, token.indexOf(".")));
      if (signature === undefined || header === undefined) return badSignature;
      const { alg, kid = "" } = header;
      const signed = utf8.encode(token.slice(0, end));
      const named = (await open()).all.filter(({ jwk }) => kid === "" || kid === jwk.kid);
      if (named.length === 0) return "invalid signature, no keys found";
      for (const { algorithm, key } of named)
        if (alg === algorithm.name && (await subtle.verify(algorithm.signature, key, signature, signed)))
          return undefined;
      return badSignature;
    },
    publicKeys: async () => (await open()).all.map(({ jwk }) => jwk),
  };
}

async function openKeys(
  subtle: Subtle,
  signing: JsonWebKey | undefined,
  verifying: readonly JsonWebKey[],
): Promise<OpenedKeys> {
  const all = await Promise.all(verifying.map((jwk) => openVerifying(subtle, jwk)));
  if (signing === undefined) return { signer: undefined, privateKey: undefined, all };
  const [{ jwk: signer }, privateKey] = await Promise.all([
    openVerifying(subtle, signing),
    subtle.importKey("jwk", signing, algorithmFor(signing).key, false, ["sign"]),
  ]);
  return { signer, privateKey, all };
}

async function openVerifying(subtle: Subtle, jwk: JsonWebKey): Promise<VerifyingKey> {
  const algorithm = algorithmFor(jwk);
  const { kty = "" } = jwk;
  const content = kty === "RSA" ? pick(jwk, ["n", "e"]) : pick(jwk, ["crv", "x", "y"]);
  const key = await subtle.importKey("jwk", { kty, ...content }, algorithm.key, true, ["verify"]);
  const digest = await subtle.digest("SHA-256", await subtle.exportKey("spki", key));
  const kid = toBase64Url(new Uint8Array(digest));
  return { algorithm, key, jwk: { use: "sig", kty, kid, alg: algorithm.name, ...content } };
}

const pick = (jwk: JsonWebKey, names: readonly ("n" | "e" | "crv" | "x" | "y")[]): Partial<PublicJwk> =>
  Object.fromEntries(names.map((name) => [name, jwk[name]]));
