import { afterAll, beforeAll, expect, it } from "vitest";
import { definitionOf, versionOf } from "../../src/apiextensions/testing/definition-of.ts";
import { openThread } from "./open-thread.ts";
import type { WorkerServer } from "./worker-server.ts";

const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const flunders = definitionOf("Flunder", "wardle.example.com", [{ ...versionOf("v1alpha1", schema), storage: true }]);
const group = "/apis/wardle.example.com/v1alpha1";
const path = `${group}/namespaces/default/flunders`;
const name = "v1alpha1.wardle.example.com";
let server: WorkerServer;
beforeAll(() => {
  server = openThread({ database: crypto.randomUUID(), controllers: false, tokenAuthFile: undefined });
});
afterAll(() => server.close());

const jsonOf = async (answer: Response): Promise<unknown> => (await answer.json()) as unknown;

async function condition(): Promise<unknown> {
  const answer = await server.fetch(`/apis/apiregistration.k8s.io/v1/apiservices/${name}`);
  const { status } = (await answer.json()) as { status?: { conditions?: readonly object[] } };
  return status?.conditions?.[0];
}

const create = (body: object): Promise<Response> =>
  server.fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const flunder = (called: string) => ({
  apiVersion: "wardle.example.com/v1alpha1",
  kind: "Flunder",
  metadata: { name: called },
});

it("a further server answers for a group version, with the user whom this server names, until it is taken away", async () => {
  const extension = await server.openServer({ seed: [flunders] });
  const takeAway = await server.registerApiServer(name, extension.handle);
  expect(await server.apiServers()).toEqual([{ name, own: true }]);
  expect((await create(flunder("one"))).status).toBe(201);
  expect(await jsonOf(await extension.fetch(`${path}/one`))).toMatchObject(flunder("one"));
  const asAnn = await server.fetch(path, { headers: { "Impersonate-User": "ann" } });
  expect(asAnn.status).toBe(403);

  const watch = await server.fetch(`${path}?watch=1`);
  const reader = watch.body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toContain('"one"');
  await create(flunder("two"));
  expect(await next()).toContain('"two"');
  await reader?.cancel();

  await takeAway();
  await expect.poll(condition).toMatchObject({ status: "False", reason: "FailedDiscoveryCheck" });
  expect(await condition()).toMatchObject({
    message: expect.stringContaining(
      "a browser reaches no Service, and no page that is open has a function registered in its place",
    ),
  });
  expect((await server.fetch(path)).status).toBe(503);
  await server.registerApiServer(name, extension.handle);
  expect((await server.fetch(`${path}/two`)).status).toBe(200);
  extension.close();
});
