import { beforeAll, expect, it } from "vitest";
import type { ApiServer } from "./server.ts";
import { createMemoryServer } from "./testing/memory-server.ts";
import { fooDefinition } from "../apiextensions/testing/foo-definition.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const foos = "/apis/g.io/v1/namespaces/default/foos";

const definition = fooDefinition({ type: "object", "x-kubernetes-preserve-unknown-fields": true });

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
  await send("POST", definitions, JSON.stringify(definition));
  while ((await send("GET", foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  const foo = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "x" }, spec: {} };
  await send("POST", foos, JSON.stringify(foo));
  return () => server.close();
});

const send = (method: string, path: string, body?: string, type = "application/json"): Promise<Response> =>
  server.fetch(path, { method, headers: { "Content-Type": type }, ...(body !== undefined && { body }) });

const [merge, json] = ["application/merge-patch+json", "application/json-patch+json"];
const patches = [
  [merge, '{"spec":{"x":1e400}}'],
  [json, '[{"op":"add","path":"/spec/x","value":1e400}]'],
  [json, '[{"op":"add","path":"/spec/y","value":[{"z":-1e400}]}]'],
] as const;

it.each(patches)("%s refuses %s of a custom resource where the patched object is decoded", async (type, patch) => {
  const answer = await send("PATCH", `${foos}/x?fieldValidation=Ignore`, patch, type);
  expect(await answer.json()).toMatchObject({
    code: 422,
    message: expect.stringMatching(
      /^ "" is invalid: patch: Invalid value: "\{.*1e400.*: json: cannot unmarshal number -?1e400 into Go value of type float64$/,
    ),
  });
  expect(await (await send("GET", `${foos}/x`)).json()).toMatchObject({ metadata: { generation: 1 }, spec: {} });
});

it("drops such a number with a field that the kind does not have", async () => {
  const path = `${definitions}/foos.g.io?fieldValidation=Ignore`;
  for (const [type, patch] of patches.slice(0, 2)) expect((await send("PATCH", path, patch, type)).status).toBe(200);
  expect(await (await send("GET", path)).text()).not.toContain("1e400");
});

it.each(["Warn", "Strict"])("refuses such a number when fields are validated as %s", async (validation) => {
  for (const [type, patch] of patches)
    expect((await send("PATCH", `${foos}/x?fieldValidation=${validation}`, patch, type)).status).toBe(400);
});
