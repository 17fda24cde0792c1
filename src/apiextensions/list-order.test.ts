import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../kube-apiserver/server.ts";
import { createMemoryServer } from "../kube-apiserver/testing/memory-server.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const foos = "/apis/g.io/v1/namespaces/default/foos";
const schema = { type: "object", properties: { spec: { type: "object", properties: { a: { type: "string" } } } } };
const definition = fooDefinition(schema);

describe("lists of custom resources as bytes", () => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await createMemoryServer();
    await post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  afterAll(() => server.close());

  const post = async (path: string, body: object): Promise<void> => {
    const headers = { "Content-Type": "application/json" };
    await (await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).text();
  };
  const get = async (query: string, accept = "application/json"): Promise<string> =>
    (await (await server.fetch(foos + query, { headers: { Accept: accept } })).text())
      .replaceAll(/"items":\[\{.*\}\]/gs, '"items":[...]')
      .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"1"')
      .replaceAll(/"continue":"[^"]+"/g, '"continue":"token"');

  it("have sorted members, those with a Go type the order of the type", async () => {
    expect(await get("")).toBe(
      '{"apiVersion":"g.io/v1","items":[],"kind":"FooList","metadata":{"continue":"","resourceVersion":"1"}}\n',
    );
    for (const name of ["a", "b"]) await post(foos, { apiVersion: "g.io/v1", kind: "Foo", metadata: { name } });
    expect(await get("?limit=1")).toBe(
      '{"apiVersion":"g.io/v1","items":[...],"kind":"FooList","metadata":{"continue":"token","remainingItemCount":1,"resourceVersion":"1"}}\n',
    );
    expect(await get("", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1")).toBe(
      '{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[...]}\n',
    );
  });

  it("are the same when they are encoded in pieces", async () => {
    const a = "x".repeat(600_000);
    for (const name of ["c", "d"])
      await post(foos, { apiVersion: "g.io/v1", kind: "Foo", metadata: { name }, spec: { a } });
    const whole =
      '{"apiVersion":"g.io/v1","items":[...],"kind":"FooList","metadata":{"continue":"","resourceVersion":"1"}}';
    expect(await get("")).toBe(`${whole}\n`);
    const pretty = JSON.parse(await get("?pretty=true")) as { readonly items: readonly unknown[] };
    expect([Object.keys(pretty), pretty.items.length]).toEqual([["apiVersion", "items", "kind", "metadata"], 4]);
  });
});
