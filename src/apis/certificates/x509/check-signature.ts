import { parseCertificateRequest, type CertificateRequest } from "./certificate-request.ts";
import { childrenOf, contentsOf, hasTag, readValue, tags, unsignedOf } from "../../../apimachinery/der.ts";
import { isOnCurve, verifyEcdsa, verifyEd25519 } from "./elliptic.ts";
import type { PublicKey } from "./public-key.ts";
import { leastModulusBits, modulusBits, verifyPkcs1 } from "./rsa.ts";
import { sha2, type HashName } from "./sha2.ts";

interface SignatureAlgorithm {
  readonly key: PublicKey["type"];
  /** Undefined where the algorithm hashes by itself, or by SHA-1, which is not verified here. */
  readonly hash?: HashName;
}

/** The algorithms of signatures by identifier (x509.signatureAlgorithmDetails). RSASSA-PSS is not verified here. */
const algorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  "1.2.840.113549.1.1.5": { key: "rsa" },
  "1.2.840.113549.1.1.10": { key: "rsa" },
  "1.2.840.113549.1.1.11": { key: "rsa", hash: "SHA-256" },
  "1.2.840.113549.1.1.12": { key: "rsa", hash: "SHA-384" },
  "1.2.840.113549.1.1.13": { key: "rsa", hash: "SHA-512" },
  "1.2.840.10045.4.1": { key: "ecdsa" },
  "1.2.840.10045.4.3.2": { key: "ecdsa", hash: "SHA-256" },
  "1.2.840.10045.4.3.3": { key: "ecdsa", hash: "SHA-384" },
  "1.2.840.10045.4.3.4": { key: "ecdsa", hash: "SHA-512" },
  "1.3.101.112": { key: "ed25519" },
};

const md5WithRsa = "1.2.840.113549.1.1.4";
const keyNames: Readonly<Record<PublicKey["type"], readonly [name: string, goType: string]>> = {
  rsa: ["RSA", "*rsa.PublicKey"],
  ecdsa: ["ECDSA", "*ecdsa.PublicKey"],
  ed25519: ["Ed25519", "ed25519.PublicKey"],
};

/** Returns why the signature of a request does not hold, or undefined (x509.CertificateRequest.CheckSignature). */
export function signatureProblem({ info, algorithm, signature, publicKey }: CertificateRequest): string | undefined {
  if (algorithm === md5WithRsa) return "x509: cannot verify signature: insecure algorithm MD5-RSA";
  const details = algorithms[algorithm];
  if (details === undefined || publicKey === undefined) return "x509: cannot verify signature: algorithm unimplemented";
  if (details.key !== publicKey.type) {
    const [[name], [, goType]] = [keyNames[details.key], keyNames[publicKey.type]];
    return `x509: signature algorithm specifies an ${name} public key, but have public key of type ${goType}`;
  }
  switch (publicKey.type) {
    case "ed25519":
      return verifyEd25519(publicKey.key, info, signature) ? undefined : "x509: Ed25519 verification failure";
    case "ecdsa":
      return details.hash === undefined || verifyEcdsaBytes(publicKey, details.hash, info, signature)
        ? undefined
        : "x509: ECDSA verification failure";
    case "rsa": {
      const bits = modulusBits(publicKey);
      if (bits < leastModulusBits)
        return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`;
      return details.hash === undefined || verifyPkcs1(publicKey, details.hash, info, signature)
        ? undefined
        : "crypto/rsa: verification error";
    }
  }
}

/** Returns why a request in PEM is not accepted: it cannot be read, or is not signed by its key (validateCSR). */
export function requestProblem(pem: string): string | undefined {
  const parsed = parseCertificateRequest(pem);
  return "problem" in parsed ? parsed.problem : signatureProblem(parsed.request);
}

/** Verifies an ECDSA signature, a sequence of two integers in DER (ecdsa.VerifyASN1). */
export function verifyEcdsaBytes(
  key: PublicKey & { readonly type: "ecdsa" },
  hash: HashName,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const whole = readValue(signature);
  if (!hasTag(whole, tags.sequence) || whole.end !== signature.length) return false;
  const [r, s] = childrenOf(whole);
  if (!hasTag(r, tags.integer) || !hasTag(s, tags.integer) || !isOnCurve(key.curve, key.x, key.y)) return false;
  return verifyEcdsa(key, sha2(hash, message), [unsignedOf(contentsOf(r)), unsignedOf(contentsOf(s))]);
}
