import type { BadValue } from "../../apimachinery/field-error.ts";
import { verifyEcdsaBytes } from "./x509/check-signature.ts";
import { verifyEd25519 } from "./x509/elliptic.ts";
import type { PublicKey } from "./x509/public-key.ts";
import { modulusBits, verifyPss } from "./x509/rsa.ts";

/** Returns why a key is not one that requests for pods may have; undefined if it is. */
export function podKeyProblem(key: PublicKey): readonly [value: BadValue, detail: string] | undefined {
  if (key.type === "ecdsa" && key.curve === "P-224")
    return ["curve P-224", "elliptic public keys must use curve P256 or P384"];
  if (key.type !== "rsa") return undefined;
  const bits = Math.ceil(modulusBits(key) / 8) * 8;
  return bits === 3072 || bits === 4096
    ? undefined
    : [`${bits}-bit modulus`, "RSA keys must have modulus size 3072 or 4096"];
}

/** Reports whether a proof is the UID of a pod, signed by the private key (ValidatePodCertificateRequestCreate). */
export function isProofOfPossession(key: PublicKey, uidOfPod: string, proof: Uint8Array): boolean {
  const message = new TextEncoder().encode(uidOfPod);
  switch (key.type) {
    case "ed25519":
      return verifyEd25519(key.key, message, proof);
    case "ecdsa":
      return verifyEcdsaBytes(key, "SHA-256", message, proof);
    case "rsa":
      return verifyPss(key, "SHA-256", message, proof);
  }
}
