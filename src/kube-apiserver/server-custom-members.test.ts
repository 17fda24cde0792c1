import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer } from "./server.ts";
import { fooDefinition } from "../apiextensions/testing/foo-definition.ts";

const server = await createApiServer({
  backend: createMemoryBackend(),
  clock: createSystemClock(),
  random: createSystemRandom(),
  reportBug: () => undefined,
});

const definition = fooDefinition(
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  { scope: "Cluster", subresources: { status: {} } },
);
const own = { Active: 1, active: 2, apiVersions: 3, data: { b: { kind: "x" }, a: ["}"] }, kindest: 4, spec: {} };
const sorted = ["Active", "active", "apiVersion", "apiVersions", "data", "kind", "kindest", "metadata", "spec"];
const path = "/apis/g.io/v1/foos";

async function send(method: string, target: string, body?: object, accept = "application/json"): Promise<string> {
  const headers = { "Content-Type": "application/json", Accept: accept };
  const answer = await server.fetch(target, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.ok).toBe(true);
  return answer.text();
}

/** The names of an object's members as they stand in a text. */
const namesIn = (text: string): readonly string[] => Object.keys(JSON.parse(text) as object);

beforeAll(async () => {
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  await vi.waitUntil(async () => (await server.fetch(path)).status === 200, { timeout: 60_000 });
});

afterAll(() => server.close());

test("Members of a custom resource are sorted, TypeMeta among them", async () => {
  const object = { kind: "Foo", apiVersion: "g.io/v1", metadata: { name: "a" }, ...own };
  expect(namesIn(await send("POST", path, object))).toEqual(sorted);
  const text = await send("GET", `${path}/a`);
  expect(namesIn(text)).toEqual(sorted);
  expect(JSON.parse(text)).toMatchObject(object);
  const list = JSON.parse(await send("GET", path)) as { items: readonly object[] };
  expect(list.items.map(Object.keys)).toEqual([sorted]);
  const table = JSON.parse(
    await send("GET", `${path}?includeObject=Object`, undefined, "application/json;as=Table;v=v1;g=meta.k8s.io"),
  ) as { rows: readonly { object: object }[] };
  expect(table.rows.map((row) => Object.keys(row.object))).toEqual([sorted]);
  const partial = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  expect(namesIn(await send("GET", `${path}/a`, undefined, partial))).toEqual(["kind", "apiVersion", "metadata"]);
});

test("Watch events and deletions have them so, too", async () => {
  const object = { kind: "Foo", apiVersion: "g.io/v1", metadata: { name: "b" }, ...own };
  const { metadata } = JSON.parse(await send("GET", path)) as { metadata: { resourceVersion: string } };
  await send("POST", path, object);
  await send("DELETE", `${path}/b`);
  const events = await send(
    "GET",
    `${path}?watch=true&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=1&fieldSelector=metadata.name%3Db`,
  );
  const objects = events
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { object: object }).object);
  expect(objects.map(Object.keys)).toEqual([sorted, sorted]);
});
