import { beforeAll, describe, expect, it } from "vitest";
import { isStream } from "../../../component-base/exchange.ts";
import { createMemoryServer } from "../../../kube-apiserver/testing/memory-server.ts";
import type { ApiServer } from "../../../kube-apiserver/server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
  return () => server.close();
});

const watch = (query: string, accept: string): Promise<Response> =>
  server.fetch(`http://x/api/v1/namespaces?watch=1&${query}`, { headers: { Accept: accept } });

it.each([
  ["resourceVersion=x&timeoutSeconds=1", 500],
  ["timeoutSeconds=1", 406],
])("refuses ?%s in a format without streams with %d", async (query, status) => {
  expect((await watch(query, "application/yaml")).status).toBe(status);
});

it("ends at the first object where objects are asked for as lists", async () => {
  const answer = await watch("timeoutSeconds=300", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

it("sends errors where objects are asked for as lists", async () => {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const query = "resourceVersion=99999999&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=300";
  const answer = await watch(query, accept);
  expect(JSON.parse(await answer.text())).toMatchObject({ type: "ERROR", object: { code: 504 } });
});

describe("several events at once", () => {
  const configMaps = "/api/v1/namespaces/default/configmaps";
  const open = async (accept: string, resourceVersion: string) => {
    const { body } = await server.handle({
      method: "GET",
      target: `${configMaps}?watch=1&resourceVersion=${resourceVersion}`,
      headers: new Headers({ Accept: accept }),
      body: null,
      signal: new AbortController().signal,
    });
    if (!isStream(body)) throw new Error("a watch was answered with a whole body");
    return body[Symbol.asyncIterator]();
  };
  const create = async (name: string): Promise<string> => {
    const body = JSON.stringify({ metadata: { name } });
    const answer = await server.fetch(`http://x${configMaps}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return ((await answer.json()) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  };

  it.each([
    ["json", "application/json"],
    ["protobuf", "application/vnd.kubernetes.protobuf;stream=watch"],
  ])("are one chunk of %s, which watchers share", async (format, accept) => {
    const version = await create(`${format}-0`);
    const readers = [await open(accept, version), await open(accept, version)];
    const reads = readers.map((reader) => reader.next());
    await create(`${format}-1`);
    await Promise.all(reads);
    for (const name of [`${format}-2`, `${format}-3`]) await create(name);
    const [one, other] = await Promise.all(readers.map((reader) => reader.next()));
    expect(other?.value).toBe(one?.value);
    const text = typeof one?.value === "string" ? one.value : new TextDecoder().decode(one?.value);
    expect([1, 2, 3].filter((at) => text.includes(`${format}-${at}`))).toEqual([2, 3]);
    for (const reader of readers) await reader.return?.();
  });
});
