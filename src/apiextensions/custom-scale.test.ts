import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiServer } from "../kube-apiserver/server.ts";
import { createMemoryServer } from "../kube-apiserver/testing/memory-server.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const foos = "/apis/g.io/v1/namespaces/default/foos";
const definition = fooDefinition(
  { type: "object", properties: { spec: { type: "object", properties: { replicas: { type: "integer" } } } } },
  { subresources: { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } } },
);
const apply = "application/apply-patch+yaml";
const merge = "application/merge-patch+json";
const scale = (replicas: number): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "a" },
  spec: { replicas },
});
const foo = (spec: object): object => ({ apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, spec });

let server: ApiServer;

beforeEach(async () => {
  server = await createMemoryServer();
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
});
afterEach(() => server.close());

async function send(
  method: string,
  path: string,
  body: object,
  contentType = "application/json",
): Promise<readonly [status: number, message: string]> {
  const response = await server.fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": contentType },
  });
  return [response.status, (await response.json()).message];
}

const notConvertible = "to proper version: request to convert CR to an invalid group/version: autoscaling/v1";

describe("applying the scale of a custom resource", () => {
  it("conflicts with the manager of the replicas, and fails once they would change", async () => {
    await send("POST", `${foos}?fieldManager=owner`, foo({ replicas: 1 }));
    expect(await send("PATCH", `${foos}/a/scale?fieldManager=m`, scale(2), apply)).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "owner" using autoscaling/v1: .spec.replicas',
    ]);
    expect(await send("PATCH", `${foos}/a/scale?fieldManager=m&force=true`, scale(2), apply)).toEqual([
      500,
      `failed to convert new object (/a; autoscaling/v1, Kind=Scale) ${notConvertible}`,
    ]);
  });

  it("fails where nobody manages the replicas", async () => {
    await send("POST", foos, foo({}));
    expect(await send("PATCH", `${foos}/a/scale?fieldManager=m`, scale(2), apply)).toEqual([
      500,
      `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) ${notConvertible}`,
    ]);
  });
});

it("has no replicas that a JSON patch could test or remove while there are none", async () => {
  const json = "application/json-patch+json";
  await send("POST", foos, foo({ replicas: 0 }));
  const missing = [422, "the server rejected our request due to an error in our request"];
  expect(await send("PATCH", `${foos}/a/scale`, [{ op: "remove", path: "/spec/replicas" }], json)).toEqual(missing);
  expect(await send("PATCH", `${foos}/a/scale`, [{ op: "test", path: "/spec/replicas", value: 0 }], json)).toEqual(
    missing,
  );
  expect(await send("PATCH", `${foos}/a/scale`, [{ op: "test", path: "/spec", value: {} }], json)).toEqual([
    200,
    undefined,
  ]);
});

it("has no protobuf form, though its kind is built in", async () => {
  await send("POST", foos, foo({ replicas: 1 }));
  const accept = "application/vnd.kubernetes.protobuf";
  const answer = await server.fetch(`${foos}/a/scale`, { headers: { Accept: accept } });
  expect(answer.status).toBe(406);
  const fallback = await server.fetch(`${foos}/a/scale`, { headers: { Accept: `${accept}, application/json` } });
  expect([fallback.status, fallback.headers.get("Content-Type")]).toEqual([200, "application/json"]);
});

it("refuses a scale of another namespace or kind", async () => {
  await send("POST", foos, foo({ replicas: 1 }));
  expect(await send("PATCH", `${foos}/a/scale`, { metadata: { namespace: "b" } }, merge)).toEqual([
    400,
    "the namespace of the provided object does not match the namespace sent on the request",
  ]);
  const deployment = { ...scale(1), apiVersion: "apps/v1", kind: "Deployment" };
  expect(await send("PUT", `${foos}/a/scale`, deployment)).toEqual([
    400,
    'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:110"',
  ]);
});

it("refuses an applied object whose name is null", async () => {
  const nameless = { ...foo({ replicas: 1 }), metadata: { name: null } };
  expect(await send("PATCH", `${foos}/a?fieldManager=m`, nameless, apply)).toEqual([
    400,
    "the name of the object (a based on URL) was undeterminable: name must be provided",
  ]);
});
