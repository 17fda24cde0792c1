import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer } from "./server.ts";
import { fooDefinition } from "../apiextensions/testing/foo-definition.ts";

const definition = fooDefinition(
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  { scope: "Cluster", subresources: { status: {} } },
);
const server = await createApiServer({
  backend: createMemoryBackend(),
  clock: createSystemClock(),
  random: createSystemRandom(),
  reportBug: () => undefined,
});

/** Sends a request with a body of JSON text and returns the status with the parsed answer. */
async function send(method: string, path: string, body?: string, type = "application/json", accept = type) {
  const headers = { "Content-Type": type, Accept: accept.includes("patch") ? "application/json" : accept };
  const answer = await server.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, body: await answer.json() };
}

const foo = (metadata: string): string => `{"apiVersion":"g.io/v1","kind":"Foo","metadata":{${metadata}}}`;

beforeAll(async () => {
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", JSON.stringify(definition));
  await vi.waitUntil(async () => (await server.fetch("/apis/g.io/v1/foos")).status === 200, { timeout: 60_000 });
  await send("POST", "/apis/g.io/v1/foos", foo('"name":"a"'));
});

afterAll(() => server.close());

describe("metadata of custom resources", () => {
  test("has the fields of its type only, also where an applied object may have others", async () => {
    const apply = (config: string) =>
      send("PATCH", "/apis/g.io/v1/foos/typed?fieldManager=m&dryRun=All", config, "application/apply-patch+yaml");
    expect((await apply('{"apiVersion":"g.io/v1","kind":"Foo","metadata":{"name":"typed"},"other":1}')).status).toBe(
      201,
    );
    expect(await apply(foo('"name":"typed","other":1'))).toMatchObject({
      status: 500,
      body: {
        message:
          "failed to create typed patch object (/typed; g.io/v1, Kind=Foo): .metadata.other: field not declared in schema",
      },
    });
  });

  test.each(["", ',"metadata":null', ',"metadata":{}'])(
    "an applied object without any (%s) has no name",
    async (rest) => {
      const config = `{"apiVersion":"g.io/v1","kind":"Foo"${rest}}`;
      const path = "/apis/g.io/v1/foos/nobody?fieldManager=m";
      const message = "the name of the object (nobody based on URL) was undeterminable: name must be provided";
      expect(await send("PATCH", path, config, "application/apply-patch+yaml")).toMatchObject({
        status: 400,
        body: { message },
      });
    },
  );

  test.each([
    ["another kind", { kind: "Other" }],
    ["a version that is not defined", { apiVersion: "g.io/v9" }],
  ])("a status of %s takes all managers away", async (_, sent) => {
    const path = "/apis/g.io/v1/foos/a/status";
    const patch = (body: object) =>
      send("PATCH", path, JSON.stringify(body), "application/merge-patch+json", "application/json");
    await send("DELETE", "/apis/g.io/v1/foos/a");
    await send("POST", "/apis/g.io/v1/foos", foo('"name":"a","labels":{"a":"b"}'));
    expect((await patch({ status: { a: 1 } })).body.metadata.managedFields).toHaveLength(2);
    const { status, body } = await patch({ ...sent, status: { a: 2 } });
    expect([status, body.kind, body.metadata.managedFields]).toEqual([200, "Foo", undefined]);
  });

  test("what is empty is dropped from an applied object", async () => {
    const config = foo('"name":"b","labels":{},"finalizers":[],"annotations":{"a":"b"},"selfLink":"/x"');
    const { status, body } = await send(
      "PATCH",
      "/apis/g.io/v1/foos/b?fieldManager=m",
      config,
      "application/apply-patch+yaml",
    );
    expect(status).toBe(201);
    expect(Object.keys(body.metadata).sort()).toEqual([
      "annotations",
      "creationTimestamp",
      "generation",
      "managedFields",
      "name",
      "resourceVersion",
      "uid",
    ]);
  });

  test("an applied creationTimestamp may be anything, since the server sets it", async () => {
    const config = foo('"name":"c","creationTimestamp":"x","labels":{}');
    const answer = await send("PATCH", "/apis/g.io/v1/foos/c?fieldManager=m", config, "application/apply-patch+yaml");
    expect(answer.status).toBe(201);
  });

  test("what cannot be decoded is dropped from an object applied in the version of storage", async () => {
    const config = foo('"name":"f","deletionGracePeriodSeconds":1e30');
    const answer = await send("PATCH", "/apis/g.io/v1/foos/f?fieldManager=m", config, "application/apply-patch+yaml");
    expect(answer).toMatchObject({ status: 201, body: { metadata: { name: "f" } } });
    expect(answer.body.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
  });

  test("a whole number with a fraction or an exponent is an integer", async () => {
    const answer = await send("POST", "/apis/g.io/v1/foos?dryRun=All", foo('"name":"d","generation":1e3'));
    expect(answer.status).toBe(201);
    const half = await send("POST", "/apis/g.io/v1/foos?dryRun=All", foo('"name":"d","generation":1.5'));
    expect(half.body.message).toContain(
      "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64",
    );
  });

  test("a resourceVersion beyond uint64 is ignored on create", async () => {
    const create = (version: string) =>
      send("POST", "/apis/g.io/v1/foos", foo(`"generateName":"e-","resourceVersion":"${version}"`));
    expect(await create("18446744073709551615")).toHaveProperty("status", 500);
    expect(await create("18446744073709551616")).toHaveProperty("status", 201);
  });
});

test.each(["/apis/g.io/v1/foos/a", "/apis/g.io/v1/foos/a/status"])(
  "a patch that removes the apiVersion from %s is an internal error",
  async (path) => {
    const text = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
    expect(await send("PATCH", path, '{"apiVersion":null}', "application/merge-patch+json")).toMatchObject({
      status: 500,
      body: {
        reason: "InternalError",
        message: `Internal error occurred: ${text}`,
        details: { causes: [{ message: text }] },
      },
    });
  },
);

test("the metadata of a custom resource as a list is an error of the server", async () => {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const answer = await send("GET", "/apis/g.io/v1/foos/a", undefined, "application/json", accept);
  expect(answer).toMatchObject({ status: 500, body: { message: "content is not a list", code: 500 } });
});
