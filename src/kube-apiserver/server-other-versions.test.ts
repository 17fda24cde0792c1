import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "./server.ts";
import { createMemoryServer } from "./testing/memory-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
});
afterAll(() => server.close());

async function send(method: string, target: string, body: object, type = "application/json") {
  const headers = { "Content-Type": type, "User-Agent": "tester" };
  const answer = await server.fetch(target, { method, headers, body: JSON.stringify(body) });
  const { metadata } = await answer.json();
  return Object.fromEntries(
    metadata.managedFields.map((entry: { readonly subresource?: string; readonly fieldsV1: object }) => [
      entry.subresource ?? "",
      entry.fieldsV1,
    ]),
  );
}

describe("an object of another version than the stored one owns what its conversion makes of it", () => {
  const autoscalers = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  const spec = { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" } };
  const specFields = {
    "f:maxReplicas": {},
    "f:minReplicas": {},
    "f:scaleTargetRef": {},
    "f:targetCPUUtilizationPercentage": {},
  };
  const annotation = (name: string) => ({
    "f:annotations": { ".": {}, [`f:autoscaling.alpha.kubernetes.io/${name}`]: {} },
  });

  it("which are the default that depends on annotations, and annotations for members of its status", async () => {
    expect(await send("POST", autoscalers, { metadata: { name: "a" }, spec })).toEqual({
      "": { "f:spec": specFields },
    });
    const status = { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 3 };
    expect(await send("PATCH", `${autoscalers}/a/status`, { status }, "application/merge-patch+json")).toEqual({
      "": { "f:spec": specFields },
      status: {
        "f:metadata": annotation("current-metrics"),
        "f:status": { "f:currentCPUUtilizationPercentage": {}, "f:currentReplicas": {}, "f:desiredReplicas": {} },
      },
    });
  });
});

it("an empty list of drivers is owned, as another list that is always printed", async () => {
  const nodes = "/apis/storage.k8s.io/v1/csinodes";
  const owned = await send("POST", nodes, { metadata: { name: "a" }, spec: { drivers: [] } });
  expect(owned).toEqual({ "": { "f:spec": { "f:drivers": {} } } });
});
