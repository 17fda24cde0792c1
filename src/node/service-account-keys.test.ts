import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toBase64Url } from "../apiserver/auth/serviceaccount/base64-url.ts";
import { serviceAccountOptions } from "./service-account-keys.ts";
import { createTestAuthority } from "./tls/testing/test-authority.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const formats = { publicKeyEncoding: { type: "spki", format: "pem" } } as const;
const rsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  ...formats,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const curve = (namedCurve: string, type: "sec1" | "pkcs8") =>
  generateKeyPairSync("ec", { namedCurve, ...formats, privateKeyEncoding: { type, format: "pem" } });

const pairs = [
  ["RS256", rsa],
  ["ES256", curve("P-256", "sec1")],
  ["ES384", curve("P-384", "pkcs8")],
  ["ES512", curve("P-521", "sec1")],
] as const;

describe.each(pairs)("keys of %s", (algorithm, { publicKey, privateKey }) => {
  const signing = write(`${algorithm}.key`, privateKey);
  const { keys } = serviceAccountOptions({
    serviceAccountKeyFiles: [write(`${algorithm}.pub`, publicKey)],
    serviceAccountSigningKeyFile: signing,
  });

  test("sign and verify tokens, whose header names the key", async () => {
    const token = (await keys?.sign('{"sub":"a"}')) ?? "";
    const [jwk] = (await keys?.publicKeys()) ?? [];
    expect(keys?.algorithms).toEqual([algorithm]);
    expect(JSON.parse(atob(token.split(".")[0] ?? ""))).toEqual({ alg: algorithm, kid: jwk?.kid });
    expect(await keys?.signatureProblem(token)).toBeUndefined();
    expect(jwk).not.toHaveProperty("d");
  });

  test("refuse what is changed, of another key, or of another algorithm", async () => {
    const token = (await keys?.sign('{"sub":"a"}')) ?? "";
    const [header = "", payload = "", signature = ""] = token.split(".");
    const other = serviceAccountOptions({
      serviceAccountSigningKeyFile: write("other.key", curve("P-256", "sec1").privateKey),
    });
    for (const forged of [
      `${header}.${toBase64Url('{"sub":"admin"}')}.${signature}`,
      `${toBase64Url('{"alg":"none"}')}.${payload}.`,
      `${toBase64Url('{"alg":"HS256"}')}.${payload}.${signature}`,
      `${header}.${payload}.`,
      await other.keys?.sign('{"sub":"a"}'),
      "a.b",
    ])
      expect(await keys?.signatureProblem(forged ?? ""), forged).toBeDefined();
  });
});

test("a certificate verifies, and a file may have several keys", async () => {
  const authority = createTestAuthority("sa");
  const { cert, key } = authority.issue({ commonName: "signer" });
  const { keys } = serviceAccountOptions({
    serviceAccountKeyFiles: [write("both.pem", `${rsa.publicKey}${cert}`)],
    serviceAccountSigningKeyFile: write("cert.key", key),
  });
  expect(keys?.algorithms).toEqual(["ES256", "RS256"]);
  expect(await keys?.signatureProblem((await keys.sign("{}")) ?? "")).toBeUndefined();
});

test("a signing key that is not among the others signs, and its tokens are refused", async () => {
  const { keys } = serviceAccountOptions({
    serviceAccountKeyFiles: [write("only.pub", rsa.publicKey)],
    serviceAccountSigningKeyFile: write("lone.key", curve("P-256", "sec1").privateKey),
  });
  expect(await keys?.signatureProblem((await keys.sign("{}")) ?? "")).toBe("invalid signature, no keys found");
});

test("files without keys are refused in upstream's words", () => {
  const empty = write("empty.pem", "nothing");
  expect(() => serviceAccountOptions({ serviceAccountKeyFiles: [empty] })).toThrow(
    `error reading public key file ${empty}: data does not contain any valid RSA or ECDSA public keys`,
  );
  expect(() => serviceAccountOptions({ serviceAccountSigningKeyFile: empty })).toThrow(
    `error reading private key file ${empty}: data does not contain a valid RSA or ECDSA private key`,
  );
});
