import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../kube-apiserver/server.ts";
import { createMemoryServer } from "../kube-apiserver/testing/memory-server.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const foos = "/apis/g.io/v1/namespaces/default/foos";
const phase = { type: "string", default: "New" };
const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        a: { type: "string" },
        d: { type: "array", "x-kubernetes-list-type": "set", items: { type: "integer" } },
      },
    },
    status: { type: "object", default: {}, properties: { phase } },
  },
};
const definition = fooDefinition(schema, { subresources: { status: {} } });

describe("what a dry run answers has the defaults of what is read from storage", () => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await createMemoryServer();
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "application/json", definition);
    while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, type: string, body: object): Promise<unknown> => {
    const answer = await server.fetch(path, {
      method,
      headers: { "Content-Type": type },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { readonly status?: unknown }).status;
  };
  const foo = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, spec: { a: "b" } };

  it.each([
    ["POST", foos, "application/json"],
    ["PATCH", `${foos}/a`, "application/apply-patch+yaml"],
  ])("%s", async (method, path, type) => {
    const status = await send(method, `${path}?dryRun=All&fieldManager=m`, type, { ...foo, status: { phase: "Old" } });
    expect(status).toEqual({ phase: "New" });
  });

  it("in the order of texts, also of managed fields in a table", async () => {
    const answer = await server.fetch(`${foos}?dryRun=All`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
      body: JSON.stringify({ ...foo, spec: { d: [3, 10] } }),
    });
    expect(await answer.text()).toContain('"f:d":{".":{},"v:10":{},"v:3":{}}');
  });
});
