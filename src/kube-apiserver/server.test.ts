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

describe("a request that is answered without waiting", () => {
  /** Sends a request and returns its status and how often its signal was read. */
  async function send(method: string, target: string, body: unknown, type = "application/json") {
    let reads = 0;
    const { status } = await server.handle({
      method,
      target,
      headers: new Headers({ "Content-Type": type }),
      body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
      get signal() {
        reads += 1;
        return new AbortController().signal;
      },
    });
    return { status, reads };
  }

  const named = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
  const changed = { ...named, data: { key: "value" } };
  // Reading the signal of a request over HTTP makes it, which costs as much as a tenth of a create.
  test.each([
    ["create", "POST", configMaps, { ...named, metadata: { name: "b" } }, undefined, 201],
    ["get", "GET", `${configMaps}/a`, undefined, undefined, 200],
    ["list", "GET", configMaps, undefined, undefined, 200],
    ["list by selector", "GET", `${configMaps}?labelSelector=x%3Dy`, undefined, undefined, 200],
    ["update", "PUT", `${configMaps}/a`, changed, undefined, 200],
    ["merge patch", "PATCH", `${configMaps}/a`, changed, "application/merge-patch+json", 200],
    [
      "JSON patch",
      "PATCH",
      `${configMaps}/a`,
      [{ op: "test", path: "/kind", value: "ConfigMap" }],
      "application/json-patch+json",
      200,
    ],
    ["apply", "PATCH", `${configMaps}/a?fieldManager=x&force=true`, changed, "application/apply-patch+yaml", 200],
    ["delete", "DELETE", `${configMaps}/a`, undefined, undefined, 200],
  ])("does not read its signal: %s", async (_, method, target, body, type, wanted) => {
    await call("POST", configMaps, named);
    expect(await send(method, target, body, type)).toEqual({ status: wanted, reads: 0 });
  });
});
