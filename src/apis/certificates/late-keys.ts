import type { requestProblem } from "./x509/check-signature.ts";
import type { keyPairProblem } from "./x509/key-pair.ts";
import type { isProofOfPossession, podKeyProblem } from "./proof-of-possession.ts";

/** What computes with keys. */
interface Keys {
  readonly requestProblem: typeof requestProblem;
  readonly keyPairProblem: typeof keyPairProblem;
  readonly isProofOfPossession: typeof isProofOfPossession;
  readonly podKeyProblem: typeof podKeyProblem;
}

let loaded: Keys | undefined;

/**
 * Loads what verifies signatures and reads private keys, with the arithmetic of curves: few servers need it. Returns
 * undefined if it is loaded.
 */
export const loadKeys = (): Promise<unknown> | undefined =>
  loaded === undefined ? importKeys().then((keys) => (loaded = keys)) : undefined;

async function importKeys(): Promise<Keys> {
  const [signatures, pairs, proofs] = await Promise.all([
    import("./x509/check-signature.ts"),
    import("./x509/key-pair.ts"),
    import("./proof-of-possession.ts"),
  ]);
  return { ...signatures, ...pairs, ...proofs };
}

/** Returns it. Throws if `loadKeys` has not loaded it, which the `loading` of a strategy does before validation. */
export function loadedKeys(): Keys {
  if (loaded === undefined) throw new Error("what computes with keys is not loaded");
  return loaded;
}
