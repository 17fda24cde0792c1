import { X509Certificate } from "node:crypto";
import "reflect-metadata"; // a peer dependency of the library
import * as x509 from "@peculiar/x509";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";
import { clusterCaSecret } from "../framework/cluster-ca/cluster-ca.ts";
import { requestsResource, type SigningRequest } from "./certificate-request.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const names = ["certificatesigningrequest-signing-controller", "certificatesigningrequest-approving-controller"];

let world: World;
beforeEach(async () => {
  world = await startWorld([...names, "certificatesigningrequest-cleaner-controller"]);
});
afterEach(() => world.close());

async function pemRequest(name: string, extensions: x509.Extension[] = []): Promise<string> {
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const options = { name, keys, signingAlgorithm: algorithm, extensions };
  return btoa((await x509.Pkcs10CertificateRequestGenerator.create(options)).toString("pem"));
}
async function ask(signerName: string, request: string, usages: readonly string[]): Promise<void> {
  await world.create(requestsResource, { metadata: { name: "r" }, spec: { request, signerName, usages } });
}
const read = () => world.client.get<SigningRequest>(requestsResource, "r");
async function approve(): Promise<void> {
  const conditions = [{ type: "Approved", status: "True", reason: "Test", message: "" }];
  await world.client.update(requestsResource, { ...(await read()), status: { conditions } }, "approval");
}

it("signs an approved client certificate by the cluster's CA, for the time that is asked for", async () => {
  const alternatives = new x509.SubjectAlternativeNameExtension([{ type: "dns", value: "a.example.com" }]);
  const spec = { expirationSeconds: 3600 };
  const request = await pemRequest("CN=alice,O=team", [alternatives]);
  const usages = ["client auth", "digital signature"];
  const signerName = "kubernetes.io/kube-apiserver-client";
  await world.create(requestsResource, { metadata: { name: "r" }, spec: { request, signerName, usages, ...spec } });
  expect((await read()).status?.certificate).toBeUndefined();
  await approve();
  await expect.poll(async () => (await read()).status?.certificate).toBeDefined();
  const certificate = new X509Certificate(atob((await read()).status?.certificate ?? ""));
  const secrets = { group: "", version: "v1", resource: "secrets", namespace: "kube-system" };
  const { data } = (await world.client.get(secrets, clusterCaSecret)) as { data?: Readonly<Record<string, string>> };
  const authority = new X509Certificate(atob(data?.["tls.crt"] ?? ""));
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.checkIssued(authority)).toBe(true);
  expect(certificate.subject.split("\n").sort()).toEqual(["CN=alice", "O=team"]);
  expect([certificate.subjectAltName, certificate.keyUsage, certificate.ca]).toEqual([
    "DNS:a.example.com",
    ["1.3.6.1.5.5.7.3.2"],
    false,
  ]);
  const lifeMs = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
  expect(lifeMs).toBe(3_600_000 + 300_000);
});

it("refuses what the signer does not sign", async () => {
  await ask("kubernetes.io/kube-apiserver-client", await pemRequest("CN=a"), ["client auth", "server auth"]);
  await approve();
  await expect
    .poll(async () => (await read()).status?.conditions?.at(-1))
    .toMatchObject({
      type: "Failed",
      reason: "SignerValidationFailure",
      message: "invalid usage for client certificate: server auth",
    });
});

it("approves and signs a kubelet's certificate by itself, and cleans it up after an hour", async () => {
  const usages = ["digital signature", "client auth"];
  await ask("kubernetes.io/kube-apiserver-client-kubelet", await pemRequest("CN=system:node:n,O=system:nodes"), usages);
  await expect.poll(async () => (await read()).status?.certificate).toBeDefined();
  expect((await read()).status?.conditions).toMatchObject([{ type: "Approved", reason: "AutoApproved" }]);
  await expect
    .poll(() => {
      world.clock.advance(600_000);
      return world.names(requestsResource);
    })
    .toEqual([]);
});
