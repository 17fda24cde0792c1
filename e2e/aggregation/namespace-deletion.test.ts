import { expect, test } from "vitest";
import { createTestServer } from "../../src/testing.ts";

const services = "/apis/apiregistration.k8s.io/v1/apiservices";

test("a namespace stays and says so while a group cannot be discovered, and goes when that is mended", async () => {
  await using server = await createTestServer();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server.fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Readonly<Record<string, never>>;
  };
  await send("POST", services, {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.metrics.test" },
    spec: {
      group: "metrics.test",
      version: "v1beta1",
      service: { namespace: "default", name: "absent" },
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  });
  const stale = '"version":"v1beta1","freshness":"Stale"';
  const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  await expect.poll(async () => (await server.fetch("/apis", { headers: { Accept: accept } })).text()).toContain(stale);
  await send("POST", "/api/v1/namespaces", { metadata: { name: "left" } });
  await send("POST", "/api/v1/namespaces/left/configmaps", { metadata: { name: "content" } });
  await send("DELETE", "/api/v1/namespaces/left");
  await expect
    .poll(async () => send("GET", "/api/v1/namespaces/left"))
    .toMatchObject({
      status: {
        phase: "Terminating",
        conditions: expect.arrayContaining([
          expect.objectContaining({
            type: "NamespaceDeletionDiscoveryFailure",
            status: "True",
            reason: "DiscoveryFailed",
            message:
              "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: " +
              "metrics.test/v1beta1: stale GroupVersion discovery: metrics.test/v1beta1",
          }),
          expect.objectContaining({ type: "NamespaceContentRemaining", status: "False" }),
        ]),
      },
    });
  await send("DELETE", `${services}/v1beta1.metrics.test`);
  await expect.poll(async () => send("GET", "/api/v1/namespaces/left")).toMatchObject({ code: 404 });
});
