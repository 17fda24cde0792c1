import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pemRequest } from "../../node/tls/testing/pem-request.ts";
import { startWorld, type World } from "../testing/start-world.ts";
import { clusterCaSecret } from "../framework/cluster-ca.ts";
import { requestsResource, type SigningRequest } from "./signing-request.ts";

const names = ["certificatesigningrequest-signing-controller", "certificatesigningrequest-approving-controller"];

let world: World;
beforeEach(async () => {
  world = await startWorld([...names, "certificatesigningrequest-cleaner-controller"]);
});
afterEach(() => world.close());

const [cn, o] = ["2.5.4.3", "2.5.4.10"] as const;
async function ask(signerName: string, request: string, usages: readonly string[]): Promise<void> {
  await world.create(requestsResource, { metadata: { name: "r" }, spec: { request, signerName, usages } });
}
const read = () => world.client.get<SigningRequest>(requestsResource, "r");
async function approve(): Promise<void> {
  const conditions = [{ type: "Approved", status: "True", reason: "Test", message: "" }];
  await world.client.update(requestsResource, { ...(await read()), status: { conditions } }, "approval");
}

it("signs an approved client certificate by the cluster's CA, for the time that is asked for", async () => {
  const spec = { expirationSeconds: 3600 };
  const request = pemRequest(
    [
      [cn, "alice"],
      [o, "team"],
    ],
    "a.example.com",
  );
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
  await ask("kubernetes.io/kube-apiserver-client", pemRequest([[cn, "a"]]), ["client auth", "server auth"]);
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
  await ask(
    "kubernetes.io/kube-apiserver-client-kubelet",
    pemRequest([
      [cn, "system:node:n"],
      [o, "system:nodes"],
    ]),
    usages,
  );
  await expect.poll(async () => (await read()).status?.certificate).toBeDefined();
  expect((await read()).status?.conditions).toMatchObject([{ type: "Approved", reason: "AutoApproved" }]);
  await expect
    .poll(() => {
      world.clock.advance(600_000);
      return world.names(requestsResource);
    })
    .toEqual([]);
});
