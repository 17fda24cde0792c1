import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterAll(() => server.close());

async function send(method: string, target: string, body?: object) {
  const answer = await server.fetch(target, {
    method,
    ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  return answer.json();
}

const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";

it.each([
  ["is created", "POST", roles, "a"],
  ["would be created", "POST", `${roles}?dryRun=All`, "b"],
])(
  "a list that is always printed and empty is null once its object %s, as after protobuf",
  async (_, method, target, name) => {
    expect(await send(method, target, { metadata: { name }, rules: [] })).toMatchObject({ rules: null });
  },
);

it("an update with an empty list changes nothing where it is null", async () => {
  const created = await send("POST", roles, { metadata: { name: "c" }, rules: [] });
  expect(await send("GET", `${roles}/c`)).toEqual(created);
  const { managedFields: _, ...metadata } = created.metadata;
  expect(await send("PUT", `${roles}/c`, { metadata, rules: [] })).toMatchObject({
    rules: null,
    metadata: { resourceVersion: created.metadata.resourceVersion },
  });
});

it("lists inside of lists are null as well", async () => {
  const slice = { metadata: { name: "s" }, addressType: "IPv4", endpoints: [], ports: [] };
  const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
  expect(await send("POST", slices, slice)).toMatchObject({ endpoints: null, ports: null });
  const schema = { type: "object", properties: { conditions: { type: "array", items: { type: "string" } } } };
  const names = { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "things.a.example.com" },
    spec: { group: "a.example.com", scope: "Cluster", names, versions },
  });
  const thing = { apiVersion: "a.example.com/v1", kind: "Thing", metadata: { name: "t" }, conditions: [] };
  await expect
    .poll(() => send("POST", "/apis/a.example.com/v1/things?dryRun=All", thing))
    .toMatchObject({ conditions: [] }); // custom resources are JSON
});
