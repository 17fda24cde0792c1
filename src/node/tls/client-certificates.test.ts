import { createHash, X509Certificate } from "node:crypto";
import { request } from "node:https";
import { afterEach, describe, expect, test } from "vitest";
import { derOctets, derSequence } from "../../apimachinery/der-writer.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import { openHttpHost, type HostTls, type HttpHost } from "../http-host.ts";
import { generateCertificate } from "./certificate.ts";
import { identifyClients, type ClientAuthorities } from "./client-certificates.ts";
import { createTestAuthority, type IssuedCertificate } from "./testing/test-authority.ts";

const hour = 60 * 60 * 1000;
const serving = generateCertificate(Date.now());
const opened: HttpHost[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});

type Seen = Pick<Exchange, "certificateUser" | "viaFrontProxy">;

const tellClient: Handle = async ({ certificateUser, viaFrontProxy }) => ({
  status: 200,
  headers: [],
  body: JSON.stringify({ certificateUser, viaFrontProxy }),
});

function tlsOf(authorities: Partial<ClientAuthorities>, now = () => Date.now()): HostTls {
  const all = { users: undefined, proxies: undefined, proxyNames: [], ...authorities };
  const clientCa = [all.users, all.proxies].filter((text) => text !== undefined).join("");
  return { cert: serving.cert, key: serving.key, clientCa, identify: identifyClients(all, now) };
}

async function open(authorities: Partial<ClientAuthorities>, now?: () => number): Promise<HttpHost> {
  const host = await openHttpHost({ handle: tellClient, port: 0, tls: tlsOf(authorities, now), graceMs: 100 });
  opened.push(host);
  return host;
}

/** What a server sees of a client with a certificate, and those above it that it shows. */
function seenOf({ url }: HttpHost, client?: IssuedCertificate, above = ""): Promise<Seen> {
  const shown = client === undefined ? {} : { cert: client.cert + above, key: client.key };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/`, { ca: serving.ca, agent: false, ...shown }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => resolve(JSON.parse(text)));
    });
    sent.on("error", reject);
    sent.end();
  });
}

const root = createTestAuthority("root");
const alice = root.issue({ commonName: "alice", organizations: ["dev", "ops"] });

describe("the user of a client certificate", () => {
  test("is its common name, its organizations and its hash", async () => {
    const host = await open({ users: root.ca });
    const hash = createHash("sha256").update(new X509Certificate(alice.cert).raw).digest("hex");
    expect(await seenOf(host, alice)).toEqual({
      viaFrontProxy: false,
      certificateUser: {
        name: "alice",
        uid: "",
        groups: ["dev", "ops"],
        extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${hash}`] },
      },
    });
    expect(await seenOf(host)).toEqual({ viaFrontProxy: false });
  });

  test("has the uid that the certificate names, once", async () => {
    const host = await open({ users: root.ca });
    const uid = ["1.3.6.1.4.1.57683.2", "u-1"] as const;
    const named = root.issue({ commonName: "bob", attributes: [uid] });
    expect(await seenOf(host, named)).toMatchObject({ certificateUser: { name: "bob", uid: "u-1" } });
    const twice = root.issue({ commonName: "bob", attributes: [uid, uid] });
    expect(await seenOf(host, twice)).toMatchObject({ certificateUser: "invalid" });
  });

  test("is nobody without a common name", async () => {
    expect(await seenOf(await open({ users: root.ca }), root.issue({ organizations: ["system:masters"] }))).toEqual({
      viaFrontProxy: false,
    });
  });

  test.each(["client", "any", "none"] as const)("is known with the usage %s", async (usage) => {
    const client = root.issue({ commonName: "alice", usage });
    expect(await seenOf(await open({ users: root.ca }), client)).toMatchObject({ certificateUser: { name: "alice" } });
  });

  const elsewhere = createTestAuthority("root");
  const now = Date.now();
  test.each([
    ["of another authority with the same name", elsewhere.issue({ commonName: "alice" })],
    ["that has expired", root.issue({ commonName: "alice", notBefore: now - 2 * hour, notAfter: now - hour })],
    ["that is not yet valid", root.issue({ commonName: "alice", notBefore: now + hour, notAfter: now + 2 * hour })],
    ["for servers", root.issue({ commonName: "alice", usage: "server" })],
    [
      "with a critical extension that nobody knows",
      root.issue({
        commonName: "alice",
        extensions: [{ id: "1.2.3.4", critical: true, value: derOctets(Uint8Array.of(1)) }],
      }),
    ],
  ])("is refused for a certificate %s", async (_, client) => {
    expect(await seenOf(await open({ users: root.ca }), client)).toMatchObject({ certificateUser: "invalid" });
  });

  test("is refused once its certificate expires, also on a connection that was made before", async () => {
    const time = { now: Date.now() };
    const host = await open({ users: root.ca }, () => time.now);
    expect(await seenOf(host, alice)).toMatchObject({ certificateUser: { name: "alice" } });
    time.now += 2 * hour;
    expect(await seenOf(host, alice)).toMatchObject({ certificateUser: "invalid" });
  });

  test("is verified through authorities that the client shows, or by one that is no root", async () => {
    const middle = root.authority("middle");
    const client = middle.issue({ commonName: "carol" });
    const known = { certificateUser: { name: "carol" } };
    expect(await seenOf(await open({ users: root.ca }), client, middle.ca)).toMatchObject(known);
    expect(await seenOf(await open({ users: root.ca }), client)).toMatchObject({ certificateUser: "invalid" });
    expect(await seenOf(await open({ users: middle.ca }), client)).toMatchObject(known);
    expect(await seenOf(await open({ users: middle.ca }), alice)).toMatchObject({ certificateUser: "invalid" });
  });

  test("is refused for a certificate that another client has issued", async () => {
    const client = root.authority("alice", { isAuthority: false });
    const eve = client.issue({ commonName: "eve" });
    expect(await seenOf(await open({ users: root.ca }), eve, client.ca)).toMatchObject({ certificateUser: "invalid" });
    expect(await seenOf(await open({ users: client.ca }), eve)).toMatchObject({ certificateUser: "invalid" });
  });

  test("is refused if an authority on the way is for servers, or limits names", async () => {
    const forServers = root.authority("middle", {
      extensions: [{ id: "2.5.29.37", value: serverUsage }],
    });
    const client = forServers.issue({ commonName: "alice" });
    expect(await seenOf(await open({ users: root.ca }), client, forServers.ca)).toMatchObject({
      certificateUser: "invalid",
    });
    const limited = root.authority("limited", {
      extensions: [{ id: "2.5.29.30", critical: true, value: derSequence() }],
    });
    expect(await seenOf(await open({ users: limited.ca }), limited.issue({ commonName: "alice" }))).toMatchObject({
      certificateUser: "invalid",
    });
  });
});

/** id-kp-serverAuth alone. */
const serverUsage = Uint8Array.of(0x30, 0x0a, 0x06, 0x08, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01);

describe("a front proxy", () => {
  const proxies = createTestAuthority("front-proxy-ca");
  const proxy = proxies.issue({ commonName: "front-proxy-client" });

  test("is trusted by its own authority and name, and is no user by it", async () => {
    const host = await open({ users: root.ca, proxies: proxies.ca, proxyNames: ["front-proxy-client"] });
    expect(await seenOf(host, proxy)).toEqual({ viaFrontProxy: true, certificateUser: "invalid" });
    expect(await seenOf(host, proxies.issue({ commonName: "other" }))).toMatchObject({ viaFrontProxy: false });
    expect(await seenOf(host, alice)).toMatchObject({ viaFrontProxy: false, certificateUser: { name: "alice" } });
    const named = root.issue({ commonName: "front-proxy-client" });
    expect(await seenOf(host, named)).toMatchObject({ viaFrontProxy: false });
  });

  test("may have any name if none is said", async () => {
    const host = await open({ proxies: proxies.ca });
    expect(await seenOf(host, proxies.issue({ commonName: "any" }))).toEqual({ viaFrontProxy: true });
  });
});

test("other authorities apply to later connections once they are changed", async () => {
  const host = await open({ users: root.ca });
  const later = createTestAuthority("later");
  host.changeTls(tlsOf({ users: later.ca }));
  expect(await seenOf(host, alice)).toMatchObject({ certificateUser: "invalid" });
  const dora = later.issue({ commonName: "dora" });
  expect(await seenOf(host, dora)).toMatchObject({ certificateUser: { name: "dora" } });
});
