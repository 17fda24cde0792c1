import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "./server.ts";
import { createMemoryServer } from "./testing/memory-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
});
afterAll(() => server.close());

async function send(method: string, target: string, body: object, type = "application/json") {
  const answer = await server.fetch(target, {
    method,
    headers: { "Content-Type": type },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}
const merge = (target: string, body: object) => send("PATCH", target, body, "application/merge-patch+json");

describe("kinds whose strategy compares by reflect.DeepEqual count an empty list as a change from none", () => {
  const webhooks = "/apis/admissionregistration.k8s.io/v1";
  const webhook = {
    name: "a.example.com",
    clientConfig: { url: "https://a.example.com" },
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
  };
  it.each([
    ["/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", { spec: { podSelector: {}, ingress: [] } }],
    [
      "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
      { spec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: {} } }] }] } },
    ],
    [`${webhooks}/mutatingwebhookconfigurations`, { webhooks: [{ ...webhook, rules: [] }] }],
    [`${webhooks}/validatingwebhookconfigurations`, { webhooks: [{ ...webhook, matchConditions: [] }] }],
  ])("%s", async (target, parts) => {
    const { metadata: created } = await send("POST", target, { metadata: { generateName: "g-" }, ...parts });
    expect(created.generation).toBe(1);
    const path = `${target}/${created.name}`;
    const { metadata: labelled } = await merge(path, { metadata: { labels: { a: "b" } } });
    expect(labelled.generation).toBe(1);
    const { managedFields: _, ...metadata } = labelled;
    const { metadata: replaced } = await send("PUT", path, { metadata, ...parts });
    expect(replaced.generation).toBe(2);
    const put = { ...metadata, resourceVersion: replaced.resourceVersion };
    const { metadata: again } = await send("PUT", path, { metadata: put, ...parts });
    expect(again.generation).toBe(3);
    expect((await merge(path, { metadata: { labels: { a: "c" } } })).metadata.generation).toBe(3);
  });
});

it("a ResourceSlice counts fields of disabled features, which its strategy drops afterwards", async () => {
  const slices = "/apis/resource.k8s.io/v1/resourceslices";
  const spec = { driver: "d.example.com", nodeName: "n", pool: { name: "p", generation: 1, resourceSliceCount: 1 } };
  const device = { name: "a" };
  await send("POST", slices, { metadata: { name: "s" }, spec: { ...spec, devices: [device] } });
  const tainted = { ...device, taints: [{ key: "k", effect: "NoSchedule" }] };
  const patched = await merge(`${slices}/s`, { spec: { devices: [tainted] } });
  expect(patched.spec.devices).toEqual([device]);
  expect(patched.metadata.generation).toBe(2);
});

it("a RuntimeClass is created by an update, which needs the revision of one that is there", async () => {
  const classes = "/apis/node.k8s.io/v1/runtimeclasses";
  expect(await send("PUT", `${classes}/r`, { metadata: { name: "r" }, handler: "h" })).toMatchObject({ status: 201 });
  expect(await send("PUT", `${classes}/r`, { metadata: { name: "r" }, handler: "h" })).toMatchObject({ code: 422 });
});

describe("the first update of what is stored without its defaults is written, also if it changes nothing", () => {
  const container = { name: "c", image: "i" };
  const job = { spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } } };
  const claim = { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } };
  it.each([
    ["/apis/batch/v1/namespaces/default/jobs", {}, job, true],
    ["/apis/batch/v1/namespaces/default/jobs", { labels: { own: "x" } }, job, false],
    ["/api/v1/namespaces/default/persistentvolumeclaims", {}, claim, true],
  ])("%s %j", async (target, metadata, parts, isWritten) => {
    const { metadata: created } = await send("POST", target, {
      metadata: { ...metadata, generateName: "f-" },
      ...parts,
    });
    const path = `${target}/${created.name}`;
    const { metadata: first } = await merge(path, {});
    expect(first.resourceVersion !== created.resourceVersion).toBe(isWritten);
    expect((await merge(path, {})).metadata.resourceVersion).toBe(first.resourceVersion);
  });
});
