import { X509Certificate } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { der, derIdentifier, derSequence } from "../../apimachinery/der-writer.ts";
import { pemOf } from "../../apimachinery/pem.ts";
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
    (error: Error) =>
      error.message
        .replace("tls: failed to verify certificate: x509: ", "")
        .replace(/current time \S+Z is (before|after) \S+Z/, "current time NOW is $1 THEN"),
  );
}

/** Returns a serving certificate below an intermediate authority, which the server shows, too. */
function below(authority: WantedCertificate, leaf: WantedCertificate = {}) {
  const intermediate = root.authority("intermediate", authority);
  const { cert, key } = intermediate.issue({ ...serving, ...leaf });
  return { shown: { cert: cert + intermediate.ca, key }, intermediate: intermediate.ca };
}

const expired = { notBefore: now - 2 * hour, notAfter: now - hour };
const early = { notBefore: now + hour, notAfter: now + 2 * hour };
const isExpired = "certificate has expired or is not yet valid: current time NOW is after THEN";
const isEarly = "certificate has expired or is not yet valid: current time NOW is before THEN";
const isForbidden = "a root or intermediate certificate is not authorized to sign for this name: DNS name";
const isUnhandled = "unhandled critical extension";
const because = (error: string, name: string): string =>
  `certificate signed by unknown authority (possibly because of "${error}" while trying to verify candidate authority certificate "${name}")`;
const cannotSign = "x509: invalid signature: parent certificate cannot sign this kind of certificate";
const ten = (mask: number): Uint8Array => der(0x87, [10, 0, 0, 0, mask, 0, 0, 0]);
const atTen = { id: "2.5.29.17", value: derSequence(dns(serverName), der(0x87, [10, 0, 0, 1])) };

it.each<[string, string, WantedCertificate, WantedCertificate?]>([
  ["a valid chain", "200", {}],
  ["an expired intermediate", isExpired, expired],
  ["an intermediate that is not yet valid", isEarly, early],
  ["an expired serving certificate", isExpired, {}, expired],
  ["a serving certificate that is not yet valid", isEarly, {}, early],
  ["an expired serving certificate below an expired intermediate", isExpired, expired, expired],
  ["an expired serving certificate for another name", isExpired, {}, { ...expired, dnsNames: ["other.svc"] }],
  ["a certificate for clients", "certificate specifies an incompatible key usage", {}, { usage: "client" }],
  ["a certificate without a usage", "200", {}, { usage: "none" }],
  ["an intermediate within its domain", "200", constraints(0xa0, dns("default.svc"))],
  [
    "an intermediate outside of its domain",
    `${isForbidden} "${serverName}" is not permitted by any constraint`,
    constraints(0xa0, dns("example.com")),
  ],
  [
    "an intermediate that excludes the domain",
    `${isForbidden} "${serverName}" is excluded by constraint "default.svc"`,
    constraints(0xa1, dns("default.svc")),
  ],
  [
    "an intermediate that excludes an address",
    'a root or intermediate certificate is not authorized to sign for this name: IP address "10.0.0.1" is excluded by constraint "10.0.0.0/8"',
    constraints(0xa1, ten(255)),
    { dnsNames: [], extensions: [atTen] },
  ],
  ["an intermediate for a directory", isUnhandled, constraints(0xa0, der(0xa4, derSequence()))],
  ["an intermediate with an extension that nobody knows", isUnhandled, critical],
  ["a certificate with an extension that nobody knows", isUnhandled, {}, critical],
  ["an intermediate that is no authority", because(cannotSign, "intermediate"), { isAuthority: false, keyUsage: 0x84 }],
  // Node does not hand over an issuer whose key signs no certificates, so that Go's hint is missing
  ["an intermediate whose key signs no certificates", "certificate signed by unknown authority", { keyUsage: 0x80 }],
  ["another name", `certificate is valid for other.svc, not ${serverName}`, {}, { dnsNames: ["other.svc"] }],
  [
    "another name below an expired authority",
    `certificate is valid for other.svc, not ${serverName}`,
    expired,
    { dnsNames: ["other.svc"] },
  ],
  [
    "a hundred other names",
    `certificate is valid for 100 names, but none matched ${serverName}`,
    {},
    { dnsNames: Array.from({ length: 100 }, (_, i) => `s${i}.svc`) },
  ],
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
});

/** Returns a certificate with a negative serial number, which nobody issues and everybody may show. */
function withNegativeSerial(cert: string): string {
  const { raw } = new X509Certificate(cert);
  const at = raw.indexOf(Uint8Array.of(0x02, 2, 0x7f, 1)) + 2;
  return pemOf("CERTIFICATE", raw.fill(0xff, at, at + 1));
}

it("an authority without a name is told by its serial number", async () => {
  const { cert, key } = createTestAuthority("").issue(serving);
  const { ca } = createTestAuthority("", { serial: Uint8Array.of(0x7f, 1) });
  const failure = "x509: ECDSA verification failure";
  expect(await asked({ cert: cert + ca, key }, root.ca)).toBe(because(failure, "serial:32513"));
  expect(await asked({ cert: cert + withNegativeSerial(ca), key }, root.ca)).toBe(because(failure, "serial:-255"));
});

it("an authority of the same name with another key, and authorities that are too many, are named", async () => {
  const { shown } = below({});
  const other = createTestAuthority("root").ca;
  expect(await asked(shown, other)).toBe(because("x509: ECDSA verification failure", "root"));
  expect(await asked(shown, createTestAuthority("another").ca)).toBe("certificate signed by unknown authority");
  const belowTwo = (pathLength: number) => {
    const upper = root.authority("upper", { pathLength });
    const lower = upper.authority("lower");
    const { cert, key } = lower.issue(serving);
    return { cert: cert + lower.ca + upper.ca, key };
  };
  expect(await asked(belowTwo(0), root.ca)).toBe("too many intermediates for path length constraint");
  expect(await asked(belowTwo(128), other)).toBe(because("x509: ECDSA verification failure", "root"));
});
