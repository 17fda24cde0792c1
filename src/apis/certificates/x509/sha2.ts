import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

/** The hash functions of SHA-2 that signatures use. */
export type HashName = "SHA-256" | "SHA-384" | "SHA-512";

const hashes: Readonly<Record<HashName, (message: Uint8Array) => Uint8Array>> = {
  "SHA-256": sha256,
  "SHA-384": sha384,
  "SHA-512": sha512,
};

/** Returns a hash. It is computed at once, unlike by WebCrypto, which insecure pages lack besides. */
export const sha2 = (hash: HashName, message: Uint8Array): Uint8Array => hashes[hash](message);
