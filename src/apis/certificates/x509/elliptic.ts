import { ecdsa, weierstrass, type ECDSA } from "@noble/curves/abstract/weierstrass.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { sha224 } from "@noble/hashes/sha2.js";
import type { CurveName } from "./public-key.ts";

/** The one curve of Go that the library leaves out (FIPS 186-4, D.1.2.2). */
const p224: ECDSA = ecdsa(
  weierstrass({
    p: 2n ** 224n - 2n ** 96n + 1n,
    n: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
    h: 1n,
    a: 2n ** 224n - 2n ** 96n - 2n,
    b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
    Gx: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    Gy: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
  }),
  sha224,
);

const curves: Readonly<Record<CurveName, ECDSA>> = { "P-224": p224, "P-256": p256, "P-384": p384, "P-521": p521 };

/** Returns what the library computes, or undefined if it throws: an argument is no number of the curve. */
function ifValid<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

/** Reports whether a point is on a curve. */
export const isOnCurve = (name: CurveName, x: bigint, y: bigint): boolean =>
  ifValid(() => {
    curves[name].Point.fromAffine({ x, y }).assertValidity();
    return true;
  }) === true;

/** Verifies an ECDSA signature of a hash, whose leftmost bits count (FIPS 186-4, 6.4). */
export const verifyEcdsa = (
  key: { readonly curve: CurveName; readonly x: bigint; readonly y: bigint },
  digest: Uint8Array,
  [r, s]: readonly [bigint, bigint],
): boolean =>
  ifValid(() => {
    const { Point, Signature, verify } = curves[key.curve];
    const signature = new Signature(r, s).toBytes("compact");
    const options = { prehash: false, lowS: false, format: "compact" } as const;
    return verify(signature, digest, Point.fromAffine(key).toBytes(false), options);
  }) === true;

/** Returns the public point of a secret number; undefined if the number is not one. */
export const publicPoint = (name: CurveName, secret: bigint): readonly [bigint, bigint] | undefined =>
  ifValid(() => {
    const { x, y } = curves[name].Point.BASE.multiply(secret).toAffine();
    return [x, y];
  });

/** Verifies an Ed25519 signature (RFC 8032, 5.1.7). */
export const verifyEd25519 = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  ifValid(() => ed25519.verify(signature, message, key, { zip215: false })) === true;

/** Returns the public key of a seed (RFC 8032, 5.1.5). */
export const publicEd25519 = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);
