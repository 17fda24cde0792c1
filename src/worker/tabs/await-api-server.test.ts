import { expect, it } from "vitest";
import { createTestServer } from "../../envtest/test-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { awaitApiServer } from "./await-api-server.ts";

const name = "v1.broken.example.com";

it("creates a Service and an APIService, and tells in words why the APIService does not become available", async () => {
  await using server = await createTestServer();
  const clock = new ManualClock();
  const failed = awaitApiServer(name, server.handle, clock).catch((error: unknown) => String(error));
  const reference = { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name } };
  const isRefused = (object: object): boolean => JSON.stringify(object).includes("FailedDiscoveryCheck");
  await server.waitFor(reference, isRefused, { timeoutMs: 60_000 });
  await clock.sleep(10_000);
  expect(await failed).toMatch(
    /^Error: the APIService v1\.broken\.example\.com is not available: FailedDiscoveryCheck: failing or missing response/,
  );
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { namespace: "kube-system", name: "v1-broken-example-com" },
  };
  expect(await server.get(service)).toMatchObject({ spec: { type: "ExternalName" } });
});

it("leaves objects that are there as they are", async () => {
  await using server = await createTestServer();
  await server.registerApiServer(name, () => Promise.resolve({ status: 200, headers: [], body: "{}" }));
  const before = await server.get({ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name } });
  await awaitApiServer(name, server.handle, new ManualClock());
  expect(await server.get(before)).toEqual(before);
});
