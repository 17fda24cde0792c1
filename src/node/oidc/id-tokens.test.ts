import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { toBase64Url } from "../../apiserver/auth/serviceaccount/base64-url.ts";
import type { TokenService } from "../../apiserver/auth/serviceaccount/token-service.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createTestAuthority } from "../tls/testing/test-authority.ts";
import { createOidcKeys } from "./oidc-keys.ts";
import { loadIssuers } from "../../kube-apiserver/access/authentication-configuration.ts";
import type { JwtAuthenticator } from "../../kube-apiserver/access/authentication-types.ts";
import { createIdTokenVerifier } from "./id-tokens.ts";
import { openJwtAuthentication, type JwtAuthentication } from "./jwt-authentication.ts";

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherRsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const authority = createTestAuthority("issuer-ca");
const serving = authority.issue({ usage: "server", dnsNames: ["localhost"] });
const published = { keys: [jwk(rsa.publicKey, "rsa"), jwk(ec.publicKey, "ec")], issuer: "", requests: 0 };
let issuer = "";

function jwk(key: KeyObject, kid: string): object {
  return { ...key.export({ format: "jwk" }), kid, use: "sig" };
}

const provider = createServer({ cert: serving.cert, key: serving.key }, ({ url }, response) => {
  published.requests++;
  const document = { issuer: published.issuer || issuer, jwks_uri: `${issuer}/keys` };
  response.end(JSON.stringify(url === "/keys" ? { keys: published.keys } : document));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "localhost", resolve));
  issuer = `https://localhost:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const jwtOf = (more: Partial<JwtAuthenticator> = {}): JwtAuthenticator => ({
  issuer: { url: issuer, audiences: ["kube"] },
  claimMappings: {
    username: { claim: "sub", prefix: `${issuer}#` },
    groups: { claim: "groups", prefix: "oidc:" },
  },
  ...more,
});

interface Signing {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: KeyObject;
}

function tokenOf(claims: object = {}, { alg = "RS256", kid = "rsa", key = rsa.privateKey }: Signing = {}): string {
  const all = { iss: issuer, aud: "kube", sub: "alice", exp: seconds + 600, ...claims };
  const signed = `${toBase64Url(JSON.stringify({ alg, kid }))}.${toBase64Url(JSON.stringify(all))}`;
  const options = alg.startsWith("ES") ? ({ key, dsaEncoding: "ieee-p1363" } as const) : key;
  return `${signed}.${toBase64Url(new Uint8Array(sign("sha256", Buffer.from(signed), options)))}`;
}

function verifier(more: Partial<JwtAuthenticator> = {}, signingAlgs = ["RS256"]) {
  const [loaded] = loadIssuers({ jwt: [jwtOf(more)] }, []);
  if (loaded === undefined) throw new Error("there is no issuer");
  const keys = createOidcKeys({ issuerUrl: issuer, ca: authority.ca }, () => now);
  return createIdTokenVerifier({ ...loaded, keys, signingAlgs, now: () => now });
}

describe("an ID token", () => {
  test("names the user and the groups", async () => {
    expect(await verifier()(tokenOf({ groups: ["dev", "ops"], jti: "t1" }))).toEqual({
      name: `${issuer}#alice`,
      uid: "",
      groups: ["oidc:dev", "oidc:ops"],
      extra: { "authentication.kubernetes.io/credential-id": ["JTI=t1"] },
    });
    expect(await verifier()(tokenOf({ groups: "one", aud: ["a", "kube"] }))).toMatchObject({ groups: ["oidc:one"] });
  });

  test("may be signed by an elliptic curve, where that is allowed", async () => {
    const token = tokenOf({}, { alg: "ES256", kid: "ec", key: ec.privateKey });
    expect(await verifier({}, ["ES256"])(token)).toMatchObject({ name: `${issuer}#alice` });
    expect(await verifier()(token)).toBe(
      'oidc: verify token: oidc: id token signed with unsupported algorithm, expected ["RS256"] got "ES256"',
    );
  });

  test("of another issuer, or of another form, is for others to judge", () => {
    const verify = verifier();
    for (const token of [
      "",
      "opaque",
      "a.b",
      "a.b.c.d",
      tokenOf({ iss: "https://elsewhere" }),
      tokenOf({ iss: undefined }),
    ])
      expect(verify(token), token).toBeUndefined();
  });

  test.each([
    ["of another audience", { aud: "other" }, 'oidc: expected audience "kube" got ["other"]'],
    ["without an audience", { aud: undefined }, 'oidc: expected audience "kube" got []'],
    ["that has expired", { exp: seconds - 1 }, "oidc: token is expired (Token Expiry: 2025-12-31 23:59:59 +0000 UTC)"],
    ["that never expires", { exp: undefined }, "oidc: token is expired (Token Expiry: 0001-01-01 00:00:00 +0000 UTC)"],
    ["that is not yet valid", { nbf: seconds + 61 }, "before the nbf"],
    ["without a user", { sub: undefined }, 'oidc: parse username claims "sub": claim not present'],
    [
      "with a user that is no text",
      { sub: 1 },
      "oidc: failed to unmarshal claims: json: cannot unmarshal number into Go struct field idToken.sub of type string",
    ],
    [
      "with groups that are no texts",
      { groups: [1] },
      'oidc: parse groups claim "groups": json: cannot unmarshal array into Go value of type string',
    ],
  ])("%s is refused", async (_, claims, problem) => {
    expect(await verifier()(tokenOf(claims))).toContain(problem);
  });

  test("that is forged is refused", async () => {
    const verify = verifier();
    const good = tokenOf();
    const [header = "", payload = "", signature = ""] = good.split(".");
    const admin = toBase64Url(JSON.stringify({ iss: issuer, aud: "kube", sub: "admin", exp: seconds + 600 }));
    for (const forged of [
      `${header}.${admin}.${signature}`,
      `${toBase64Url('{"alg":"none"}')}.${admin}.`,
      `${toBase64Url('{"alg":"HS256","kid":"rsa"}')}.${admin}.${signature}`,
      `${header}.${payload}.`,
      tokenOf({}, { key: otherRsa.privateKey }),
      tokenOf({}, { kid: "unknown" }),
      tokenOf({}, { kid: "ec" }),
    ])
      expect(await verify(forged), forged).toEqual(expect.stringMatching(/sign/));
    expect(await verify(good)).toMatchObject({ name: `${issuer}#alice` });
  });

  test("must have the claims that are required, and an address that is verified", async () => {
    const required = verifier({ claimValidationRules: [{ claim: "hd", requiredValue: "example.com" }] });
    expect(await required(tokenOf({ hd: "example.com" }))).toMatchObject({ name: `${issuer}#alice` });
    expect(await required(tokenOf())).toBe("oidc: required claim hd not present in ID token");
    expect(await required(tokenOf({ hd: "evil" }))).toContain("value does not match. Got = evil, want = example.com");
    const byMail = verifier({ claimMappings: { username: { claim: "email", prefix: "" } } });
    expect(await byMail(tokenOf({ email: "a@b.c" }))).toMatchObject({ name: "a@b.c" });
    expect(await byMail(tokenOf({ email: "a@b.c", email_verified: false }))).toBe("oidc: email not verified");
  });
});

test("keys are read once, and again for one that is new, at most once a second", async () => {
  const clock = { now };
  const keys = createOidcKeys({ issuerUrl: issuer, ca: authority.ca }, () => clock.now);
  published.requests = 0;
  await keys.find("rsa");
  await keys.find("ec");
  expect(published.requests).toBe(2);
  expect(await keys.find("later")).toEqual([]);
  expect(published.requests).toBe(2);
  published.keys.push(jwk(otherRsa.publicKey, "later"));
  clock.now += 1_000;
  expect(await keys.find("later")).toHaveLength(1);
  published.keys.pop();
});

test("an issuer with another certificate or name is not believed", async () => {
  await expect(
    createOidcKeys({ issuerUrl: issuer, ca: createTestAuthority("issuer-ca").ca }, () => now).find(""),
  ).rejects.toThrow(/certificate/);
  published.issuer = "https://other";
  await expect(createOidcKeys({ issuerUrl: issuer, ca: authority.ca }, () => now).find("")).rejects.toThrow(
    "issuer did not match",
  );
  published.issuer = "";
});

test("a server knows the users of ID tokens, in requests and in reviews", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-oidc-"));
  const caFile = join(folder, "ca.crt");
  writeFileSync(caFile, authority.ca);
  const { extend, anonymous } = openJwtAuthentication({
    file: undefined,
    oidc: { jwt: jwtOf(), caFile, signingAlgs: ["RS256"] },
    anonymousAuth: undefined,
    serviceAccountIssuers: [],
    now: Date.now,
    report: () => undefined,
  });
  expect(anonymous).toBe(true);
  const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    tokens: new Map([["admin", admin]]),
    subtle: crypto.subtle,
    serviceAccounts: { extend },
  });
  const post = async (path: string, token: string, body: object) => {
    const { status, body: text } = await server.handle({
      method: "POST",
      target: path,
      headers: new Headers({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" }),
      body: new TextEncoder().encode(JSON.stringify(body)),
      signal: new AbortController().signal,
    });
    return { status, body: JSON.parse(String(text)) };
  };
  try {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const self = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const { body } = await post(self, tokenOf({ exp }), {});
    expect(body.status.userInfo).toMatchObject({ username: `${issuer}#alice`, groups: ["system:authenticated"] });
    expect((await post(self, tokenOf({ exp: exp - 1200 }), {})).status).toBe(401);
    const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
    const review = await post(reviews, "admin", { spec: { token: tokenOf({ exp }) } });
    expect(review.body.status).toMatchObject({ authenticated: true, user: { username: `${issuer}#alice` } });
    const elsewhere = await post(reviews, "admin", { spec: { token: tokenOf({ exp }), audiences: ["elsewhere"] } });
    expect(elsewhere.body.status.authenticated).not.toBe(true);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

describe("a file of issuers", () => {
  const configuration = (more: object, username = "claims.sub"): string =>
    JSON.stringify({
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "AuthenticationConfiguration",
      jwt: [
        {
          issuer: {
            url: issuer,
            audiences: ["kube", "other"],
            audienceMatchPolicy: "MatchAny",
            certificateAuthority: authority.ca,
          },
          claimMappings: { username: { expression: username } },
          ...more,
        },
      ],
    });
  const service = {
    issuer: "",
    audiences: ["api"],
    algorithms: [],
    verify: () => undefined,
  } as unknown as TokenService;

  async function withFile(
    text: string,
    judge: (file: string, opened: JwtAuthentication, said: string[]) => Promise<void>,
  ) {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-jwt-"));
    const file = join(folder, "authentication.yaml");
    writeFileSync(file, text);
    const said: string[] = [];
    const settings = { file, oidc: undefined, anonymousAuth: undefined, serviceAccountIssuers: [], intervalMs: 5 };
    try {
      const opened = openJwtAuthentication({ ...settings, now: () => now, report: (line) => void said.push(line) });
      await judge(file, opened, said).finally(() => opened.close());
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("names users by expressions, for any of several audiences and all algorithms", async () => {
    await withFile(configuration({}, "claims.sub + '!'"), async (_, { extend }) => {
      const { verify } = extend(service);
      const ask = async (token: string) => verify(token, ["api"]);
      expect(await ask(tokenOf({ aud: "other" }))).toMatchObject({ user: { name: "alice!" }, audiences: ["api"] });
      expect(await ask(tokenOf({}, { alg: "ES256", kid: "ec", key: ec.privateKey }))).toMatchObject({
        user: { name: "alice!" },
      });
      expect(await ask(tokenOf({ aud: "x" }))).toEqual({
        user: undefined,
        error: 'oidc: verify token: oidc: expected audience in ["kube" "other"] got ["x"]',
      });
      expect(await ask(tokenOf({ iss: "https://elsewhere" }))).toBeUndefined();
    });
  });

  test("is read again when it changes; one that is not valid leaves the former in use", async () => {
    await withFile(configuration({}), async (file, { extend }, said) => {
      const { verify } = extend(service);
      const nameOf = async () => (await verify(tokenOf(), ["api"]))?.user?.name;
      expect(await nameOf()).toBe("alice");
      writeFileSync(file, "kind: Nothing\n");
      await expect.poll(() => said.length, { timeout: 60_000 }).toBe(1);
      expect(said[0]).toContain("Object 'apiVersion' is missing in 'kind: Nothing\n'");
      expect(await nameOf()).toBe("alice");
      writeFileSync(file, configuration({}, "'new:' + claims.sub"));
      await expect.poll(nameOf, { timeout: 60_000 }).toBe("new:alice");
    });
  });

  test("says which requests are anonymous, if the flag does not", () => {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-jwt-"));
    const file = join(folder, "authentication.yaml");
    const anonymous = { enabled: true, conditions: [{ path: "/healthz" }] };
    writeFileSync(
      file,
      JSON.stringify({ apiVersion: "apiserver.config.k8s.io/v1beta1", kind: "AuthenticationConfiguration", anonymous }),
    );
    const settings = { file, oidc: undefined, serviceAccountIssuers: [], now: () => now, report: () => undefined };
    const opened = openJwtAuthentication({ ...settings, anonymousAuth: undefined });
    opened.close();
    expect(opened.anonymous).toEqual(new Set(["/healthz"]));
    expect(() => openJwtAuthentication({ ...settings, anonymousAuth: true })).toThrow(
      "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
    );
    expect(() => openJwtAuthentication({ ...settings, file: "/nowhere/a", anonymousAuth: undefined })).toThrow(
      'failed to load authentication configuration from file "/nowhere/a": open /nowhere/a: no such file or directory',
    );
    rmSync(folder, { recursive: true });
  });
});
