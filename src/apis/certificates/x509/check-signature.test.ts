import { constants, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { CertificateRequest } from "./certificate-request.ts";
import { signatureProblem } from "./check-signature.ts";
import { parsePublicKey } from "./public-key.ts";
import { verifyPss } from "./rsa.ts";

const info = new TextEncoder().encode("what is signed");
const spkiOf = (key: KeyObject): Uint8Array => createPublicKey(key).export({ type: "spki", format: "der" });

/** A request that a key has signed. */
const signed = (privateKey: KeyObject, algorithm: string, hash: string | null): CertificateRequest => ({
  info,
  subject: info,
  keyInfo: info,
  attributes: new Map(),
  alternativeNames: undefined,
  names: [],
  algorithm,
  signature: sign(hash, info, privateKey),
  publicKey: parsePublicKey(spkiOf(privateKey)),
});

const ecdsa = (curve: string) => generateKeyPairSync("ec", { namedCurve: curve }).privateKey;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const p256 = ecdsa("P-256");

describe("signatures", () => {
  // oxfmt-ignore
  const made: readonly (readonly [string, CertificateRequest, string])[] = [
    ["P-224 with SHA-256", signed(ecdsa("P-224"), "1.2.840.10045.4.3.2", "sha256"), "x509: ECDSA verification failure"],
    ["P-256 with SHA-256", signed(p256, "1.2.840.10045.4.3.2", "sha256"), "x509: ECDSA verification failure"],
    ["P-256 with SHA-512", signed(p256, "1.2.840.10045.4.3.4", "sha512"), "x509: ECDSA verification failure"],
    ["P-384 with SHA-384", signed(ecdsa("P-384"), "1.2.840.10045.4.3.3", "sha384"), "x509: ECDSA verification failure"],
    ["P-521 with SHA-512", signed(ecdsa("P-521"), "1.2.840.10045.4.3.4", "sha512"), "x509: ECDSA verification failure"],
    ["RSA with SHA-256", signed(rsa, "1.2.840.113549.1.1.11", "sha256"), "crypto/rsa: verification error"],
    ["RSA with SHA-512", signed(rsa, "1.2.840.113549.1.1.13", "sha512"), "crypto/rsa: verification error"],
    ["Ed25519", signed(generateKeyPairSync("ed25519").privateKey, "1.3.101.112", null), "x509: Ed25519 verification failure"],
  ];
  it.each(made)("of %s hold, and not for anything else", (_name, request, problem) => {
    expect(signatureProblem(request)).toBeUndefined();
    expect(signatureProblem({ ...request, info: info.subarray(1) })).toBe(problem);
    expect(
      signatureProblem({ ...request, signature: request.signature.map((byte, i) => (i === 40 ? byte ^ 1 : byte)) }),
    ).toBe(problem);
    expect(signatureProblem({ ...request, signature: new Uint8Array() })).toBe(problem);
  });

  it("are not verified by an algorithm that is unknown, unsafe or for other keys", () => {
    const request = signed(p256, "1.2.840.10045.4.3.2", "sha256");
    expect(
      ["1.2.3", "1.2.840.113549.1.1.4", "1.2.840.113549.1.1.11"].map((algorithm) =>
        signatureProblem({ ...request, algorithm }),
      ),
    ).toEqual([
      "x509: cannot verify signature: algorithm unimplemented",
      "x509: cannot verify signature: insecure algorithm MD5-RSA",
      "x509: signature algorithm specifies an RSA public key, but have public key of type *ecdsa.PublicKey",
    ]);
  });

  it("of RSA with a short key are refused", () => {
    const short = generateKeyPairSync("rsa", { modulusLength: 768 }).privateKey;
    expect(signatureProblem(signed(short, "1.2.840.113549.1.1.11", "sha256"))).toBe(
      "crypto/rsa: 768-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)",
    );
  });

  it.each([0, 32, 100])("of RSA with PSS hold with a salt of %i bytes", (saltLength) => {
    const signature = sign("sha256", info, { key: rsa, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
    const key = parsePublicKey(spkiOf(rsa));
    if (key?.type !== "rsa") throw new Error("no RSA key");
    expect(verifyPss(key, "SHA-256", info, signature)).toBe(true);
    expect(verifyPss(key, "SHA-256", info.subarray(1), signature)).toBe(false);
  });
});
