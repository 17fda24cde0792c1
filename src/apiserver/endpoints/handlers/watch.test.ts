import { beforeAll, expect, it } from "vitest";
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
