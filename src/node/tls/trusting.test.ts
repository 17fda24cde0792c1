import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { der, derIdentifier, derSequence } from "../../apimachinery/der-writer.ts";
import { createExtensionClient } from "../extension-client.ts";
import { createTestAuthority, type IssuedCertificate, type WantedCertificate } from "./testing/test-authority.ts";

const servers: Server[] = [];
const client = createExtensionClient(undefined);
afterAll(() => {
  client.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const serverName = "there.default.svc";
const hour = 60 * 60 * 1000;
const now = Date.now();
const root = createTestAuthority("root");
const serving = { commonName: serverName, usage: "server", dnsNames: [serverName] } as const;
const dns = (name: string): Uint8Array => der(0x82, new TextEncoder().encode(name));
const constraints = (tag: number, name: Uint8Array) => ({
  extensions: [{ id: "2.5.29.30", critical: true, value: derSequence(der(tag, derSequence(name))) }],
});
const critical = { extensions: [{ id: "1.3.6.1.4.1.99999.1", critical: true, value: derIdentifier("1.2.3") }] };

/** Asks a server that shows certificates, of whom the bundle is trusted; returns its status or why it is not asked. */
async function asked({ cert, key }: IssuedCertificate, caBundle: string): Promise<string> {
  const server = createServer({ cert, key }, (_, response) => void response.end());
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const signal = new AbortController().signal;
  const request = {
    method: "GET",
    target: "/",
    headers: [],
    body: null,
    signal,
    insecure: false,
    serverName,
    caBundle,
  };
  return client.call({ ...request, address: { host: "127.0.0.1", port } }).then(
    ({ status }) => String(status),
    (error: Error) => error.message.replace("tls: failed to verify certificate: x509: ", ""),
  );
}

/** Returns a serving certificate below an intermediate authority, which the server shows, too. */
function below(authority: WantedCertificate, leaf: WantedCertificate = {}) {
  const intermediate = root.authority("intermediate", authority);
  const { cert, key } = intermediate.issue({ ...serving, ...leaf });
  return { shown: { cert: cert + intermediate.ca, key }, intermediate: intermediate.ca };
}

const expired = { notBefore: now - 2 * hour, notAfter: now - hour };
const isExpired = "certificate has expired or is not yet valid";
const isForbidden = "a root or intermediate certificate is not authorized to sign for this name";

it.each<[string, string, WantedCertificate, WantedCertificate?]>([
  ["a valid chain", "200", {}],
  ["an expired intermediate", isExpired, expired],
  ["an intermediate that is not yet valid", isExpired, { notBefore: now + hour, notAfter: now + 2 * hour }],
  ["an expired serving certificate", isExpired, {}, expired],
  ["a certificate for clients", "certificate specifies an incompatible key usage", {}, { usage: "client" }],
  ["a certificate without a usage", "200", {}, { usage: "none" }],
  ["an intermediate within its domain", "200", constraints(0xa0, dns("default.svc"))],
  ["an intermediate outside of its domain", isForbidden, constraints(0xa0, dns("example.com"))],
  ["an intermediate that excludes the domain", isForbidden, constraints(0xa1, dns("default.svc"))],
  ["an intermediate for a directory", "unhandled critical extension", constraints(0xa0, der(0xa4, derSequence()))],
  ["an intermediate with an extension that nobody knows", "unhandled critical extension", critical],
  ["an intermediate that is no authority", "certificate signed by unknown authority", { isAuthority: false }],
  ["another name", `certificate is valid for other.svc, not ${serverName}`, {}, { dnsNames: ["other.svc"] }],
  [
    "a name in the subject alone",
    "certificate relies on legacy Common Name field, use SANs instead",
    {},
    { dnsNames: [] },
  ],
  [
    "no name of the Service",
    `certificate is not valid for any names, but wanted to match ${serverName}`,
    {},
    { commonName: "other", dnsNames: [] },
  ],
])("%s is verified as by Go: %s", async (_, wanted, authority, leaf) => {
  const { shown } = below(authority, leaf);
  expect(await asked(shown, root.ca)).toBe(wanted);
});

it("a bundle of an intermediate, or of the serving certificate, is enough while it is valid", async () => {
  const { shown, intermediate } = below({});
  expect(await asked(shown, intermediate)).toBe("200");
  expect(await asked(shown, shown.cert)).toBe("200");
  const old = below(expired);
  expect(await asked(old.shown, old.intermediate)).toBe(isExpired);
  expect(await asked(old.shown, createTestAuthority("root").ca)).not.toBe("200");
});
