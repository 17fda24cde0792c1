import { expect, it } from "vitest";
import { definitionOf, versionOf } from "../apiextensions/testing/definition-of.ts";
import { createTestServer } from "./test-server.ts";

const flunders = definitionOf("Flunder", "wardle.example.com", [
  { ...versionOf("v1alpha1", { type: "object", "x-kubernetes-preserve-unknown-fields": true }), storage: true },
]);
const flunder = {
  apiVersion: "wardle.example.com/v1alpha1",
  kind: "Flunder",
  metadata: { name: "f", namespace: "default" },
};

it("makes an API server of a second one, which decides by the user whom the first one names", async () => {
  await using extension = await createTestServer({ tokenAuthFile: "" });
  await extension.create(flunders);
  await using server = await createTestServer({ tokenAuthFile: "t,ann,u1" });
  await server.registerApiServer("v1alpha1.wardle.example.com", extension.handle);
  await server.create(flunder);
  expect(await extension.get(flunder)).toMatchObject(flunder);
  const headers = { Authorization: "Bearer t", "X-Remote-User": "root", "X-Remote-Group": "system:masters" };
  const path = "/apis/wardle.example.com/v1alpha1/namespaces/default/flunders/f";
  expect((await server.fetch(path, { headers })).status).toBe(403);
  await server.create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "reads" },
    rules: [{ apiGroups: ["wardle.example.com"], resources: ["flunders"], verbs: ["get"] }],
  });
  await server.create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "ann-reads" },
    subjects: [{ kind: "User", name: "ann", apiGroup: "rbac.authorization.k8s.io" }],
    roleRef: { kind: "ClusterRole", name: "reads", apiGroup: "rbac.authorization.k8s.io" },
  });
  const answer = await server.fetch(path, { headers });
  expect(await answer.json()).toMatchObject({
    code: 403,
    message:
      'flunders.wardle.example.com "f" is forbidden: User "ann" cannot get resource "flunders" in API group "wardle.example.com" in the namespace "default"',
  });
});

it("keeps a namespace that is deleted while an API server does not answer, and says so", async () => {
  await using server = await createTestServer();
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "doomed" } };
  await server.create(namespace);
  await server.registerApiServer("v1.x.test", () => Promise.resolve({ status: 200, headers: [], body: "{}" }));
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "v1-x-test", namespace: "kube-system" } };
  await server.delete(service);
  await server.waitFor(
    { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1.x.test" } },
    (object) => JSON.stringify(object).includes("ServiceNotFound"),
  );
  await server.delete(namespace);
  const kept = await server.waitFor(namespace, (object) =>
    JSON.stringify(object).includes('"reason":"DiscoveryFailed"'),
  );
  expect(JSON.stringify(kept)).toContain(
    "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: " +
      "x.test/v1: stale GroupVersion discovery: x.test/v1",
  );
  await server.delete({ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1.x.test" } });
  await server.waitForDeletion(namespace);
});

it("answers in a fork by the functions of the server that it goes on from", async () => {
  await using extension = await createTestServer({ tokenAuthFile: "" });
  await extension.create(flunders);
  await using server = await createTestServer();
  await server.registerApiServer("v1alpha1.wardle.example.com", extension.handle);
  await using copy = await server.fork();
  await copy.create(flunder);
  expect(await server.get(flunder)).toMatchObject(flunder);
});
