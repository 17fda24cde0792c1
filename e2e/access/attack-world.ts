import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestAuthority, type TestAuthority } from "../../src/node/tls/testing/test-authority.ts";

/** Where the files and keys of a server under attack are, and the issuer of ID tokens that it trusts. */
export interface AttackWorld {
  readonly users: TestAuthority;
  readonly proxies: TestAuthority;
  /** The key that signs service account tokens. */
  readonly accounts: KeyPair;
  readonly issuer: Issuer;
  /** The flags of the server, apart from those of its port and storage. */
  readonly flags: readonly string[];
  file(name: string): string;
  close(): void;
}

/** A key pair with the public key in PEM. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** An issuer of ID tokens that serves its keys. */
export interface Issuer {
  readonly url: string;
  readonly rsa: KeyPair;
  readonly ec: KeyPair;
  /** The keys that it publishes, by their ids. */
  readonly published: Map<string, KeyObject>;
}

export const accountIssuer = "https://accounts.example";

export const newRsa = (): KeyPair => generateKeyPairSync("rsa", { modulusLength: 2048 });

const pem = (key: KeyObject, type: "spki" | "pkcs8"): string => key.export({ type, format: "pem" }).toString();

/** Makes the files and the issuer. */
export async function openAttackWorld(): Promise<AttackWorld> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-attacks-"));
  const file = (name: string): string => join(folder, name);
  const write = (name: string, text: string): string => {
    writeFileSync(file(name), text, { mode: 0o600 });
    return file(name);
  };
  const [users, proxies, authority] = ["users", "proxies", "issuer"].map((name) => createTestAuthority(name));
  if (users === undefined || proxies === undefined || authority === undefined) throw new Error("there is no authority");
  const accounts = newRsa();
  const { issuer, stop } = await openIssuer(authority);
  const flags = [
    `--client-ca-file=${write("users.crt", users.ca)}`,
    `--requestheader-client-ca-file=${write("proxies.crt", proxies.ca)}`,
    "--requestheader-allowed-names=front",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-uid-headers=X-Remote-Uid",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    `--token-auth-file=${write("tokens.csv", "static-token,static,1,dev\n")}`,
    `--service-account-issuer=${accountIssuer}`,
    `--service-account-key-file=${write("sa.pub", pem(accounts.publicKey, "spki"))}`,
    `--service-account-signing-key-file=${write("sa.key", pem(accounts.privateKey, "pkcs8"))}`,
    `--authentication-config=${write("authentication.json", JSON.stringify(configurationOf(issuer.url, authority.ca)))}`,
    "--authorization-mode=Node,RBAC",
    "--enable-admission-plugins=NodeRestriction",
    `--cert-dir=${file("certs")}`,
  ];
  const close = (): void => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { users, proxies, accounts, issuer, flags, file, close };
}

const configurationOf = (url: string, certificateAuthority: string): object => ({
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AuthenticationConfiguration",
  jwt: [
    {
      issuer: { url, audiences: ["kube"], certificateAuthority },
      claimValidationRules: [
        { claim: "hd", requiredValue: "example.com" },
        { expression: "claims.?azp.orValue('kube') == 'kube'", message: "azp must be kube" },
      ],
      claimMappings: {
        username: { claim: "sub", prefix: "oidc:" },
        groups: { expression: "claims.?groups.orValue([])" },
      },
      userValidationRules: [
        { expression: "!user.groups.exists(g, g.startsWith('system:'))", message: "reserved groups" },
      ],
    },
  ],
});

async function openIssuer(authority: TestAuthority): Promise<{ readonly issuer: Issuer; readonly stop: () => void }> {
  const serving = authority.issue({ usage: "server", dnsNames: ["localhost"] });
  const rsa = newRsa();
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const published = new Map([
    ["rsa", rsa.publicKey],
    ["ec", ec.publicKey],
  ]);
  const server = createHttpsServer({ cert: serving.cert, key: serving.key }, ({ url: path }, response) => {
    const keys = [...published].map(([kid, key]) => ({ ...key.export({ format: "jwk" }), kid, use: "sig" }));
    const answer = path === "/keys" ? { keys } : { issuer: address(), jwks_uri: `${address()}/keys` };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answer));
  });
  const address = (): string => `https://localhost:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { issuer: { url: address(), rsa, ec, published }, stop };
}

/** How a token is signed. */
export interface Signing {
  readonly alg?: string;
  readonly kid?: string;
  /** What else its header says. */
  readonly header?: object;
  /** A key, or the secret of an HMAC; undefined for no signature. */
  readonly key: KeyObject | string | undefined;
}

const encoded = (value: object | string): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Returns a JSON web token of any claims, which may be a text of its own, signed as one likes. */
export function forgeToken(claims: object | string, { alg = "RS256", kid, key, header = {} }: Signing): string {
  const signed = `${encoded({ alg, ...(kid !== undefined && { kid }), ...header })}.${encoded(claims)}`;
  return `${signed}.${signatureOf(signed, alg, key)}`;
}

function signatureOf(text: string, alg: string, key: Signing["key"]): string {
  if (key === undefined) return "";
  if (typeof key === "string") return createHmac("sha256", key).update(text).digest("base64url");
  const options = alg.startsWith("ES") ? ({ key, dsaEncoding: "ieee-p1363" } as const) : key;
  return sign("sha256", Buffer.from(text), options).toString("base64url");
}

/** Returns the claims of a token. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Returns the header of a token. */
export const headerOf = (token: string): { readonly alg: string; readonly kid: string } =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());

/** Returns a public key as it stands in a file. */
export const publicPem = ({ publicKey }: KeyPair): string => pem(publicKey, "spki");
