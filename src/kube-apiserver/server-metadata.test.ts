import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { decodeCbor } from "../apiserver/codec/cbor/cbor-serializer.ts";
import { decodeProtobufDocument } from "../apiserver/codec/protobuf/protobuf-serializer.ts";
import { withMetaTypes } from "../apiserver/endpoints/output/meta-types.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const asked = (mediaType: string, kind: string): string => `${mediaType};as=${kind};g=meta.k8s.io;v=v1`;
/** As client-go's metadata client asks. */
const accepted = (kind: string): string =>
  `${asked(protobuf, kind)},${asked("application/json", kind)},application/json`;

let server: ApiServer;
let types: TypeRegistry;

const send = (method: string, path: string, accept: string, body?: object): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: { "Content-Type": "application/json", Accept: accept },
    ...(body && { body: JSON.stringify(body) }),
  });

const decode = (bytes: Uint8Array): object => decodeProtobufDocument(bytes, types, { strict: false }).object;

async function decoded(answer: Response): Promise<unknown> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return [answer.status, answer.headers.get("Content-Type"), decode(bytes)];
}

const definition = {
  metadata: { name: "foos.g.io" },
  spec: {
    group: "g.io",
    scope: "Namespaced",
    names: { plural: "foos", kind: "Foo" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const resources = [
  { kind: "ConfigMap", apiVersion: "v1", path: "/api/v1/namespaces/default/configmaps" },
  { kind: "Foo", apiVersion: "g.io/v1", path: "/apis/g.io/v1/namespaces/default/foos" },
];

beforeAll(async () => {
  types = withMetaTypes(await loadBuiltinTypes());
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates: { CBORServingAndStorage: true },
  });
  await send("POST", definitions, "application/json", definition);
  const isServed = async (): Promise<boolean> =>
    (await send("GET", "/apis/g.io/v1/foos", "application/json")).status === 200;
  await vi.waitUntil(isServed, { timeout: 60_000 });
  for (const { kind, apiVersion, path } of resources)
    for (const name of ["a", "b"])
      await send("POST", path, "application/json", { kind, apiVersion, metadata: { name, labels: { k: "v" } } });
});

afterAll(() => server.close());

const one = (name: string) => ({
  kind: "PartialObjectMetadata",
  apiVersion: "meta.k8s.io/v1",
  metadata: expect.objectContaining({ name, namespace: "default", labels: { k: "v" } }),
});

it.each(resources)("answers the metadata of $kind in protobuf", async ({ path }) => {
  expect(await decoded(await send("GET", `${path}/a`, accepted("PartialObjectMetadata")))).toEqual([
    200,
    protobuf,
    one("a"),
  ]);
  const labelled = `${path}?labelSelector=k%3Dv`;
  const { metadata: first } = one("a");
  const { metadata: second } = one("b");
  expect(await decoded(await send("GET", labelled, accepted("PartialObjectMetadataList")))).toEqual([
    200,
    protobuf,
    {
      kind: "PartialObjectMetadataList",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
      items: [{ metadata: first }, { metadata: second }],
    },
  ]);
});

it.each(resources)("answers the deletion of $kind in protobuf", async ({ kind, apiVersion, path }) => {
  const deleting = accepted("PartialObjectMetadata");
  const finalizers = ["example.com/held"];
  await send("POST", path, "application/json", { kind, apiVersion, metadata: { name: "held", finalizers } });
  const held = await decoded(await send("DELETE", `${path}/held`, deleting));
  expect(held).toEqual([200, protobuf, { ...one("held"), metadata: expect.objectContaining({ finalizers }) }]);
  await send("POST", path, "application/json", { kind, apiVersion, metadata: { name: "gone" } });
  const gone = await decoded(await send("DELETE", `${path}/gone`, deleting));
  expect(gone).toEqual([
    200,
    protobuf,
    expect.objectContaining({ kind: "Status", apiVersion: "v1", status: "Success" }),
  ]);
});

/** The objects of a watch's events, of which each is preceded by its length. */
function framesOf(bytes: Uint8Array): readonly object[] {
  const objects: object[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
    const event = bytes.subarray(at + 4, at + 4 + length);
    const from = event.findIndex((_, i) => [0x6b, 0x38, 0x73, 0].every((byte, k) => event[i + k] === byte));
    objects.push(decode(event.subarray(from)));
    at += 4 + length;
  }
  return objects;
}

it.each(resources)("watches the metadata of $kind in protobuf", async ({ path }) => {
  const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const selected = "timeoutSeconds=10&fieldSelector=metadata.name%3Da";
  const answer = await send("GET", `${path}?${query}&${selected}`, accepted("PartialObjectMetadata"));
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, `${protobuf};stream=watch`]);
  const reader = answer.body?.getReader();
  const objects: object[] = [];
  while (objects.length < 2) objects.push(...framesOf((await reader?.read())?.value ?? new Uint8Array()));
  await reader?.cancel();
  expect(objects).toEqual([
    one("a"),
    {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: expect.objectContaining({ annotations: { "k8s.io/initial-events-end": "true" } }),
    },
  ]);
});

it.each(resources)("answers the metadata of $kind in CBOR", async ({ path }) => {
  const answer = await send("GET", `${path}/a`, asked("application/cbor", "PartialObjectMetadata"));
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/cbor"]);
  expect(decodeCbor(new Uint8Array(await answer.arrayBuffer()))).toEqual(one("a"));
});

it.each(resources)("gives no tables of $kind in protobuf and goes on to the next clause", async ({ path }) => {
  const table = asked(protobuf, "Table");
  const answer = await send("GET", path, `${table},${asked("application/json", "Table")}`);
  expect([answer.headers.get("Content-Type"), ((await answer.json()) as { kind: string }).kind]).toEqual([
    "application/json",
    "Table",
  ]);
  expect((await send("GET", path, table)).status).toBe(406);
});

it("reviews cannot be shown as a table", async () => {
  const review = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const table = asked("application/json", "Table");
  expect((await send("POST", path, table, review)).status).toBe(406);
  expect(await (await send("POST", path, `${table},application/json`, review)).json()).toMatchObject({
    kind: "SelfSubjectAccessReview",
  });
});
