import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { apiServerOptions } from "./flags/api-server-options.ts";
import { flagTable } from "./flags/flag-table.ts";
import { parseFlags } from "./flags/parse-flags.ts";
import { serve, type Served } from "./serve.ts";
import { askHttps, type Answered, type Asked } from "./testing/ask-https.ts";
import { freePort } from "./testing/free-port.ts";
import { createTestAuthority } from "./tls/testing/test-authority.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-secure-"));
afterAll(() => rmSync(folder, { recursive: true }));
const opened: Served[] = [];
afterEach(async () => {
  for (const served of opened.splice(0)) await served.close();
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Starts the server as its program does, with these flags. */
async function start(...flags: string[]): Promise<Served> {
  const all = [`--secure-port=${await freePort()}`, `--cert-dir=${join(folder, "certs")}`, ...flags];
  const served = await serve(apiServerOptions(parseFlags(all, flagTable)));
  opened.push(served);
  return served;
}

type Asking = Omit<Asked, "path">;

const ask = ({ url }: Served, path: string, asking: Asking = {}): Promise<Answered> =>
  askHttps(url, readFileSync(join(folder, "certs", "apiserver.crt")), { ...asking, path });

const review = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const whoAmI = async (served: Served, asking: Asking) => {
  const { code, body } = await ask(served, review, { ...asking, body: {} });
  return code === 201 ? body.status.userInfo : code;
};

const users = createTestAuthority("users");
const usersFile = write("users.crt", users.ca);
const admin = users.issue({ commonName: "admin", organizations: ["system:masters"] });
const alice = users.issue({ commonName: "alice", organizations: ["dev"] });
const stranger = createTestAuthority("users").issue({ commonName: "admin", organizations: ["system:masters"] });

describe("a server under the flags of kube-apiserver", () => {
  test("tells users by their certificates, and lets nobody in without", async () => {
    const served = await start(`--client-ca-file=${usersFile}`);
    expect((await ask(served, "/readyz")).body).toBe("ok");
    expect(await whoAmI(served, { client: alice })).toMatchObject({
      username: "alice",
      groups: ["dev", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
    });
    expect((await ask(served, "/api/v1/secrets", { client: admin })).code).toBe(200);
    expect((await ask(served, "/api/v1/secrets", { client: alice })).code).toBe(403);
    expect((await ask(served, "/api/v1/secrets")).body.message).toContain('User "system:anonymous" cannot list');
    expect((await ask(served, "/api/v1/secrets", { client: stranger })).code).toBe(401);
  });

  test("publishes the authorities for extension servers", async () => {
    const served = await start(`--client-ca-file=${usersFile}`);
    const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    expect((await ask(served, path, { client: admin })).body.data).toEqual({ "client-ca-file": users.ca });
  });

  test("asks a token where the certificate is of somebody else", async () => {
    const tokens = write("tokens.csv", "secret,bob,1\n");
    const served = await start(`--client-ca-file=${usersFile}`, `--token-auth-file=${tokens}`);
    expect(await whoAmI(served, { client: stranger, token: "secret" })).toMatchObject({ username: "bob" });
    expect(await whoAmI(served, { client: stranger, token: "wrong" })).toBe(401);
    expect(await whoAmI(served, { client: alice, token: "secret" })).toMatchObject({ username: "alice" });
    expect(await whoAmI(served, { token: "wrong" })).toBe(401);
  });

  test("refuses requests without credentials if they may not be anonymous", async () => {
    const served = await start(`--client-ca-file=${usersFile}`, "--anonymous-auth=false");
    expect((await ask(served, "/readyz")).code).toBe(401);
    expect((await ask(served, "/readyz", { client: alice })).code).toBe(200);
  });

  test("lets nobody be anonymous where everything is allowed", async () => {
    const served = await start(`--client-ca-file=${usersFile}`, "--authorization-mode=AlwaysAllow");
    expect((await ask(served, "/readyz")).code).toBe(401);
    expect((await ask(served, "/api/v1/secrets", { client: alice })).code).toBe(200);
    const byItsName = { client: alice, headers: { Host: "kubernetes.default.svc" } };
    expect((await ask(served, "/api/v1/secrets", byItsName)).code).toBe(200);
  });

  test("lets those be anonymous whom an AuthenticationConfiguration names, whatever is allowed", async () => {
    const configuration = {
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "AuthenticationConfiguration",
      anonymous: { enabled: true, conditions: [{ path: "/readyz" }] },
    };
    const file = write("anonymous.json", JSON.stringify(configuration));
    const served = await start("--authorization-mode=AlwaysAllow", `--authentication-config=${file}`);
    expect((await ask(served, "/readyz")).code).toBe(200);
    expect((await ask(served, "/api/v1/secrets")).code).toBe(401);
  });

  test("believes headers of front proxies alone", async () => {
    const proxies = createTestAuthority("proxies");
    const served = await start(
      `--client-ca-file=${usersFile}`,
      `--requestheader-client-ca-file=${write("proxies.crt", proxies.ca)}`,
      "--requestheader-allowed-names=proxy",
    );
    const headers = { "X-Remote-User": "carol", "X-Remote-Group": "system:masters" };
    const proxy = proxies.issue({ commonName: "proxy" });
    expect(await whoAmI(served, { client: proxy, headers })).toMatchObject({ username: "carol" });
    expect(await whoAmI(served, { client: proxy })).toBe(401);
    expect(await whoAmI(served, { client: alice, headers })).toMatchObject({ username: "alice" });
    expect(await whoAmI(served, { client: proxies.issue({ commonName: "other" }), headers })).toBe(401);
    expect((await ask(served, "/api/v1/secrets", { headers })).code).toBe(403);
  });

  test("shows another certificate for a host as soon as its files change", async () => {
    const authority = createTestAuthority("serving");
    const put = (organization: string): void => {
      const { cert, key } = authority.issue({
        organizations: [organization],
        usage: "server",
        dnsNames: ["one.example"],
      });
      write("one.crt", cert);
      write("one.key", key);
    };
    put("before");
    const { url } = await start(`--tls-sni-cert-key=${join(folder, "one.crt")},${join(folder, "one.key")}`);
    const shown = (servername: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false, servername }, () => {
          resolve(socket.getPeerCertificate().subject.O);
          socket.end();
        });
        socket.once("error", reject);
      });
    expect([await shown("one.example"), await shown("other.example")]).toEqual(["before", undefined]);
    put("after");
    await expect.poll(() => shown("one.example"), { timeout: 20_000 }).toBe("after");
    expect(await shown("other.example")).toBeUndefined();
  });

  test("takes other authorities as soon as their file changes", async () => {
    const file = write("changing.crt", users.ca);
    const served = await start(`--client-ca-file=${file}`);
    const later = createTestAuthority("later");
    const dora = later.issue({ commonName: "dora" });
    expect(await whoAmI(served, { client: dora })).toBe(401);
    writeFileSync(file, users.ca + later.ca);
    await vi.waitFor(async () => expect(await whoAmI(served, { client: dora })).toMatchObject({ username: "dora" }), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await whoAmI(served, { client: alice })).toMatchObject({ username: "alice" });
  });
});

describe("service account tokens", () => {
  const signer = createTestAuthority("sa").issue({ commonName: "signer" });
  const [certificate, key] = [write("sa.crt", signer.cert), write("sa.key", signer.key)];
  const issuer = "https://issuer.example.com";
  const flags = [
    `--client-ca-file=${usersFile}`,
    `--service-account-issuer=${issuer}`,
    `--service-account-key-file=${certificate}`,
    `--service-account-signing-key-file=${key}`,
  ];
  const tokenOf = async (served: Served, spec: object = {}) =>
    (await ask(served, "/api/v1/namespaces/default/serviceaccounts/robot/token", { client: admin, body: { spec } }))
      .body.status.token as string;
  const makeRobot = (served: Served) =>
    ask(served, "/api/v1/namespaces/default/serviceaccounts", { client: admin, body: { metadata: { name: "robot" } } });

  test("are signed and verified by the given keys, for the issuer and its audiences", async () => {
    const served = await start(...flags);
    await makeRobot(served);
    const token = await tokenOf(served);
    expect(JSON.parse(atob(token.split(".")[1] ?? ""))).toMatchObject({ iss: issuer, aud: [issuer] });
    expect(await whoAmI(served, { token })).toMatchObject({ username: "system:serviceaccount:default:robot" });
    expect(await whoAmI(served, { token: await tokenOf(served, { audiences: ["elsewhere"] }) })).toBe(401);
    const configuration = await ask(served, "/.well-known/openid-configuration", { client: admin });
    expect(configuration.body).toMatchObject({ issuer, id_token_signing_alg_values_supported: ["ES256"] });
  });

  test("of another server, issuer or key are refused", async () => {
    const served = await start(...flags);
    const other = await start(`--client-ca-file=${usersFile}`, `--service-account-issuer=${issuer}`);
    for (const each of [served, other]) await makeRobot(each);
    const forged = await tokenOf(other);
    expect(await whoAmI(other, { token: forged })).toMatchObject({ username: "system:serviceaccount:default:robot" });
    expect(await whoAmI(served, { token: forged })).toBe(401);
  });
});
