import { beforeEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer;

beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: (err) => {
      throw err;
    },
  });
  return () => server.close();
});

const send = (method: string, path: string, body: string, contentType = "application/json"): Promise<Response> =>
  server.fetch(path, { method, body, headers: { "Content-Type": contentType } });

// Work that grows with the square of the input would take minutes here, and run into the time limit of the test.
describe("large input takes time in proportion to its size", { timeout: 30_000 }, () => {
  it("when it repeats a key very often, and every repetition is a warning", async () => {
    const body = `metadata:\n  name: a\ndata:\n${"  k: v\n".repeat(50_000)}`;
    const response = await send("POST", configMaps, body, "application/yaml");
    expect(response.status).toBe(201);
    expect(response.headers.get("Warning")).toContain('line 5: key \\"k\\" already set in map');
  });

  it("when it names very many owners", async () => {
    const ownerReferences = Array.from({ length: 20_000 }, (_, i) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "o",
      uid: `u${i}`,
    }));
    const response = await send(
      "POST",
      configMaps,
      JSON.stringify({ metadata: { name: "a", ownerReferences: [...ownerReferences, ownerReferences[7]] } }),
    );
    expect(response.status).toBe(201);
    expect(response.headers.get("Warning")).toContain("duplicate UID(s) observed: u7");
  });

  it("when it has very many finalizers", async () => {
    const finalizers = Array.from({ length: 40_000 }, (_, i) => `example.com/f${i}`);
    const response = await send("POST", configMaps, JSON.stringify({ metadata: { name: "a", finalizers } }));
    expect(response.status).toBe(201);
  });
});

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

// JSON may be nested in 10,000 levels. None of this may end in a 500 for an overflow of the stack.
describe("deeply nested input", () => {
  it.each([
    ["POST", "application/json", `{"metadata":{"name":"a"},"x":${nested(9000)}}`, 201],
    ["POST", "application/json", `{"metadata":{"name":"a"},"x":1,"x":${nested(9000)}}`, 201],
    ["POST", "application/json", `{"metadata":{"name":"a"},"x":${nested(10_000)}}`, 400],
    ["POST", "application/yaml", `metadata: {name: a}\nx: ${nested(9000).replaceAll(":", ": ")}`, 201],
    ["PATCH", "application/merge-patch+json", `{"x":${nested(9000)}}`, 200],
    ["PATCH", "application/json-patch+json", `[{"op":"add","path":"/x","value":${nested(9000)}}]`, 200],
  ])("of unknown fields is left out: %s of %s", async (method, type, body, status) => {
    if (method === "PATCH") await send("POST", configMaps, '{"metadata":{"name":"p"}}');
    const response = await send(method, method === "PATCH" ? `${configMaps}/p` : configMaps, body, type);
    expect(response.status).toBe(status);
  });

  const properties = (levels: number): string =>
    `${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${"}}".repeat(levels)}`;
  const definition = (schema: string): string =>
    `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"hs.a.example.com"},` +
    `"spec":{"group":"a.example.com","scope":"Namespaced","names":{"plural":"hs","kind":"H"},"versions":[{"name":"v1",` +
    `"served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`;
  const applied = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{"a":${nested(1500)}}}`;
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  it.each([
    ["POST", definitions, "application/json", definition(properties(4500))],
    ["POST", definitions, "application/yaml", definition(properties(600))],
    ["PATCH", `${configMaps}/p?fieldManager=a`, "application/apply-patch+yaml", applied],
    ["PATCH", `${configMaps}/p`, "application/strategic-merge-patch+json", `{"data":{"a":${nested(9000)}}}`],
  ])("that is understood is bounded by its levels: %s %s of %s", async (method, target, type, body) => {
    if (method === "PATCH") await send("POST", configMaps, '{"metadata":{"name":"p"}}');
    const response = await send(method, target, body, type);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("exceeded max depth of 1000"),
    ]);
  });

  it("that nothing can follow is refused", async () => {
    const fields = nested(9000).replaceAll('"a"', '"f:a"');
    const managed = { manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
    const metadata = JSON.stringify({ name: "a", managedFields: [managed] }).replace("}]", `,"fieldsV1":${fields}}]`);
    const response = await send("POST", configMaps, `{"metadata":${metadata}}`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("exceeded max depth")]);
  });
});
