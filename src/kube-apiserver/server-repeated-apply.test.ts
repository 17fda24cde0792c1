import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { fooDefinition } from "../apiextensions/testing/foo-definition.ts";

/** One request, after so many seconds. */
interface Step {
  readonly after?: number;
  readonly method?: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

const applying = "application/apply-patch+yaml";

async function start(): Promise<{ readonly server: ApiServer; readonly clock: FakeClock }> {
  const clock = new FakeClock();
  let made = 0;
  const random = { int: () => 0, uuid: () => `00000000-0000-4000-8000-${String(made++).padStart(12, "0")}` };
  return { server: await createApiServer({ backend: createMemoryBackend(), clock, random }), clock };
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/**
 * Sends one request over and over until it is answered well: kinds come and change a little later than their
 * definitions.
 */
const untilServed = async (server: ApiServer, path: string, has: string): Promise<void> => {
  for (;;) {
    const answer = await server.fetch(path);
    if (answer.ok && (await answer.text()).includes(has)) return;
    await later();
  }
};

/**
 * What the server says to each step; `vary` gives the text of an apply another form each time, so that no two are the
 * same.
 */
async function answers(steps: readonly Step[], vary: boolean): Promise<readonly object[]> {
  const { server, clock } = await start();
  const found: object[] = [];
  for (const [i, { after = 0, method = "PATCH", path, type = applying, body = "" }] of steps.entries()) {
    clock.advance(after * 1000);
    const text = vary && type === applying ? body + " ".repeat(i) : body;
    const answer = await server.fetch(path, {
      method,
      headers: { "Content-Type": type },
      ...(method !== "GET" && { body: text }),
    });
    found.push({ status: answer.status, warning: answer.headers.get("Warning"), body: await answer.json() });
  }
  await server.close();
  return found;
}

const maps = "/api/v1/namespaces/default/configmaps/a";
const map = (data: object, query = "fieldManager=one"): Step => ({
  after: 5,
  path: `${maps}?${query}`,
  body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data }),
});
const patchedMap = (data: object): Step => ({
  after: 5,
  path: `${maps}?fieldManager=other`,
  type: "application/merge-patch+json",
  body: JSON.stringify({ data }),
});
const namespace: Step = {
  method: "POST",
  path: "/api/v1/namespaces",
  type: "application/json",
  body: JSON.stringify({ metadata: { name: "default" } }),
};
const twice = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"0","x":"1"}}`;

const containers = (image: string) => [
  { name: "web", image, env: [{ name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
];
const deployment = (image: string, query = "fieldManager=one"): Step => ({
  after: 5,
  path: `/apis/apps/v1/namespaces/default/deployments/a?${query}`,
  body: JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "a" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: containers(image) } },
    },
  }),
});
const scaled = (replicas: number): Step => ({
  after: 5,
  path: "/apis/apps/v1/namespaces/default/deployments/a",
  type: "application/merge-patch+json",
  body: JSON.stringify({ spec: { replicas } }),
});

const repeat = <T>(step: T): readonly T[] => [step, step, step];

// oxfmt-ignore
it.each<readonly [string, readonly Step[]]>([
  ["of the same", [...repeat(map({ x: "1" })), ...repeat(map({ x: "1", y: "2" })), ...repeat(map({ x: "1" }))]],
  ["where defaults are taken away and come back", [...repeat(deployment("a:1")), ...repeat(deployment("a:2")), deployment("a:1")]],
  ["around changes that are undone", [...repeat(map({ x: "1" })), patchedMap({ y: "2" }), map({ x: "1" }), patchedMap({ y: null }), ...repeat(map({ x: "1" }))]],
  ["around scaling", [...repeat(deployment("a:1")), scaled(3), ...repeat(deployment("a:1")), scaled(1), ...repeat(deployment("a:1"))]],
  ["that conflict until they are forced", [map({ x: "1" }), patchedMap({ x: "2" }), ...repeat(map({ x: "1" })), ...repeat(map({ x: "1" }, "fieldManager=one&force=true")), ...repeat(map({ x: "1" }))]],
  ["of several managers", [...repeat(map({ x: "1" })), ...repeat(map({ x: "1" }, "fieldManager=two")), ...repeat(map({ x: "1" })), map({}, "fieldManager=two"), ...repeat(map({ x: "1" }))]],
  ["that are dry", [...repeat(map({ x: "1" })), ...repeat(map({ x: "1" }, "fieldManager=one&dryRun=All")), ...repeat(map({ x: "2" }, "fieldManager=one&dryRun=All")), map({ x: "1" })]],
  ["with members that are there twice", ["Strict", "Warn", "Ignore"].flatMap((mode) => [...repeat(map({ x: "1" })), ...repeat({ ...map({}, `fieldManager=one&fieldValidation=${mode}`), body: twice })])],
  ["that cannot be read", [...repeat(map({ x: "1" })), ...repeat({ ...map({}), body: "{" }), map({ x: "1" }, "fieldManager=one&fieldValidation=Maybe"), map({ x: "1" }, "")]],
  ["of what is deleted and made again", [...repeat(map({ x: "1" })), { method: "DELETE", path: maps, type: "application/json" }, ...repeat(map({ x: "1" }))]],
])("answers applies %s as if they were new", async (_, steps) => {
  const all = [namespace, ...steps, { method: "GET", path: maps }];
  expect(await answers(all, false)).toEqual(await answers(all, true));
});

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definition = (fallback?: number) =>
  JSON.stringify(
    fooDefinition(
      {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: { a: { type: "string" }, n: { type: "integer", default: fallback } },
          },
        },
      },
      { scope: "Cluster" },
    ),
  );

it("sees the new defaults of a definition that has changed", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const foos = "/apis/g.io/v1/foos";
  const merge = (path: string, body: string) =>
    server.fetch(path, { method: "PATCH", headers: { "Content-Type": "application/merge-patch+json" }, body });
  const foo = JSON.stringify({ apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "x" }, spec: { a: "b" } });
  const specs = async (): Promise<unknown> =>
    (
      await (
        await server.fetch(`${foos}/x?fieldManager=one`, {
          method: "PATCH",
          headers: { "Content-Type": applying },
          body: foo,
        })
      ).json()
    ).spec;
  await server.fetch(definitions, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: definition(1),
  });
  await untilServed(server, foos, "FooList");
  for (let i = 0; i < 3; i++) expect(await specs()).toEqual({ a: "b", n: 1 });
  await merge(`${definitions}/foos.g.io`, definition());
  while ((await (await merge(`${foos}/x`, '{"spec":{"n":null}}')).text()).includes('"n":1')) await later();
  for (let i = 0; i < 3; i++) expect(await specs()).toEqual({ a: "b" });
  await merge(`${definitions}/foos.g.io`, definition(2));
  await untilServed(server, `${foos}/x`, '"n":2');
  for (let i = 0; i < 3; i++) expect(await specs()).toEqual({ a: "b", n: 2 });
  await server.close();
});
