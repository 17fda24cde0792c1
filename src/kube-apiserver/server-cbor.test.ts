import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import { encodeCbor } from "../apiserver/codec/cbor/cbor-serializer.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const start = (on: boolean): Promise<ApiServer> =>
  createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates: { CBORServingAndStorage: on },
  });

const configuration = encodeCbor({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { k: "v" } });
const apply = (server: ApiServer, bytes = configuration): Promise<Response> =>
  server.fetch("/api/v1/namespaces/default/configmaps/a?fieldManager=m", {
    method: "PATCH",
    headers: { "Content-Type": "application/apply-patch+cbor" },
    body: new Uint8Array(bytes),
  });

it("takes configurations in CBOR where the feature gate says so", async () => {
  const [without, withGate] = [await start(false), await start(true)];
  expect((await apply(without)).status).toBe(415);
  const applied = await apply(withGate);
  expect([applied.status, ((await applied.json()) as { data: object }).data]).toEqual([201, { k: "v" }]);
  const broken = await apply(withGate, Uint8Array.of(0xff));
  expect([broken.status, ((await broken.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringMatching(/^error decoding YAML: /),
  ]);
  await Promise.all([without.close(), withGate.close()]);
});

it("lists groups and versions in CBOR never, their resources where it can", async () => {
  const server = await start(true);
  const typeOf = async (path: string) =>
    (await server.fetch(path, { headers: { Accept: "application/cbor,application/json" } })).headers.get(
      "Content-Type",
    );
  expect([await typeOf("/apis"), await typeOf("/apis/apps"), await typeOf("/apis/apps/v1")]).toEqual([
    "application/json",
    "application/json",
    "application/cbor",
  ]);
  await server.close();
});

it("reads custom resources in CBOR by their schema", async () => {
  const server = await start(true);
  const schema = { type: "object", properties: { spec: { type: "object", properties: { a: { type: "string" } } } } };
  const spec = {
    group: "g.io",
    scope: "Namespaced",
    names: { plural: "foos", kind: "Foo" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  };
  const post = (path: string, type: string, body: BodyInit): Promise<Response> =>
    server.fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
  await post(
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    "application/json",
    JSON.stringify({ metadata: { name: "foos.g.io" }, spec }),
  );
  const foos = "/apis/g.io/v1/namespaces/default/foos";
  while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  const make = (metadata: JsonObject): Promise<Response> =>
    post(
      foos,
      "application/cbor",
      new Uint8Array(encodeCbor({ apiVersion: "g.io/v1", kind: "Foo", metadata, spec: { a: "b", tale: 1 }, tale: 1 })),
    );
  const made = (await (await make({ name: "x" })).json()) as { readonly spec: object };
  expect([made.spec, "tale" in made]).toEqual([{ a: "b" }, false]);
  expect(((await (await make({ name: 5 })).json()) as { readonly message: string }).message).toBe(
    'Foo in version "v1" cannot be handled as a Foo: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
  );
  await server.close();
});

it.each([
  ["GET", "/api", 406, "application/json"],
  ["GET", "/version", 406, "application/json"],
  ["POST", "/apis", 405, "application/json"],
  ["GET", "/apis/apps/v9", 404, "application/json"],
  ["PUT", "/api/v1/namespaces/default/configmaps", 405, "application/json"],
  ["GET", "/api/v1/configmaps?timeout=x", 400, "application/json"],
  ["GET", "/api/v1/namespaces/default/configmaps/none", 404, "application/cbor"],
  ["GET", "/api/v1/configmaps?labelSelector=!!", 400, "application/cbor"],
  ["PUT", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/x", 400, "application/cbor"],
])("answers %s %s with %s in %s: only errors of resources are in CBOR", async (method, path, status, type) => {
  const server = await start(true);
  const answer = await server.fetch(path, { method, headers: { Accept: "application/cbor" } });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, type]);
  await server.close();
});
