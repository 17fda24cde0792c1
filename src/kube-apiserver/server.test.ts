import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

let server: ApiServer;
beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterEach(() => server.close());

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await server.fetch(`http://x${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const configMaps = "/api/v1/namespaces/default/configmaps";

describe("a server on an empty backend", () => {
  test("has the namespaces that every cluster has", async () => {
    const { body } = await call("GET", "/api/v1/namespaces");
    expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      "default",
      "kube-node-lease",
      "kube-public",
      "kube-system",
    ]);
    expect(body.items[0].status).toEqual({ phase: "Active" });
  });

  test("lists in every form that it says it answers in", async () => {
    const yaml = await call("GET", "/api/v1/namespaces?limit=1", undefined, { Accept: "application/yaml" });
    expect(yaml.headers.get("Content-Type")).toBe("application/yaml");
    expect(yaml.body).toMatch(/^apiVersion: v1\nitems:\n- metadata:\n/);
    const json = await server.fetch("http://x/api/v1/namespaces?limit=1");
    expect(await json.text()).toMatch(/\]\}\n$/);
  });

  test("gives replicas that are set through the scale to who set them", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } };
    await call("POST", `${deployments}?fieldManager=person`, {
      metadata: { name: "web" },
      spec: { replicas: 1, selector: { matchLabels: { app: "web" } }, template },
    });
    await call(
      "PATCH",
      `${deployments}/web/scale?fieldManager=autoscaler`,
      { spec: { replicas: 3 } },
      { "Content-Type": "application/merge-patch+json" },
    );
    const { body } = await call("GET", `${deployments}/web`);
    const entries: readonly Record<string, unknown>[] = body.metadata.managedFields;
    expect(entries.find(({ manager }) => manager === "autoscaler")).toMatchObject({
      apiVersion: "apps/v1",
      operation: "Update",
      subresource: "scale",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
    });
  });

  test("creates, reads, changes, lists and deletes an object", async () => {
    const created = await call("POST", configMaps, { metadata: { name: "a" }, data: { k: "v" } });
    expect(created.status).toBe(201);
    expect(created.body.kind).toBe("ConfigMap");
    const patched = await call(
      "PATCH",
      `${configMaps}/a`,
      { data: { k: "w" } },
      { "Content-Type": "application/merge-patch+json" },
    );
    expect(patched.body.data).toEqual({ k: "w" });
    expect(Number(patched.body.metadata.resourceVersion)).toBeGreaterThan(
      Number(created.body.metadata.resourceVersion),
    );
    const put = await call("PUT", `${configMaps}/a`, { ...patched.body, data: { k: "x" } });
    expect(put.status).toBe(200);
    const listed = await call("GET", configMaps);
    expect(listed.body.items).toHaveLength(1);
    const deleted = await call("DELETE", `${configMaps}/a`);
    expect(deleted.body).toMatchObject({ status: "Success", details: { name: "a", kind: "configmaps" } });
    expect((await call("GET", `${configMaps}/a`)).status).toBe(404);
  });

  test("streams changes to a watch", async () => {
    const abort = new AbortController();
    const response = await server.fetch(`http://x${configMaps}?watch=1`, { signal: abort.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await call("POST", configMaps, { metadata: { name: "a" } });
    expect(JSON.parse((await reader?.read())?.value ?? "")).toMatchObject({
      type: "ADDED",
      object: { kind: "ConfigMap", metadata: { name: "a" } },
    });
    abort.abort();
  });

  test("answers what it does not know with a Status", async () => {
    expect(await call("GET", "/api/v1/nowhere")).toMatchObject({
      status: 404,
      body: { kind: "Status", reason: "NotFound" },
    });
    expect(await call("GET", "/nowhere")).toMatchObject({ status: 404, body: "404 page not found\n" });
    expect(await call("POST", configMaps, "no object")).toMatchObject({ status: 400 });
  });
});
