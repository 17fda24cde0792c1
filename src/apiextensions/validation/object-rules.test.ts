import { expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import { fooDefinition } from "../testing/foo-definition.ts";

type Json = Readonly<Record<string, unknown>>;

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const foos = "/apis/g.io/v1/namespaces/default/foos";

const definition = (spec: Json): Json =>
  fooDefinition(
    {
      type: "object",
      properties: {
        spec,
        status: {
          type: "object",
          properties: { n: { type: "integer", "x-kubernetes-validations": [{ rule: "self >= oldSelf" }] } },
        },
      },
    },
    { subresources: { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.n" } } },
  );

const limited = (rule: string): Json => ({
  type: "object",
  "x-kubernetes-validations": [{ rule }],
  properties: {
    name: { type: "string", pattern: "^[a-z]+$" },
    replicas: { type: "integer" },
    other: { type: "string" },
  },
});
const foo = (spec: Json, more: Json = {}): Json => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { name: "a" },
  spec,
  ...more,
});

interface Sent {
  readonly code: number;
  readonly message: string | undefined;
  readonly warning: string | null;
}

async function send(
  server: ApiServer,
  method: string,
  path: string,
  body?: Json,
  type = "application/json",
): Promise<Sent> {
  const answer = await server.fetch(path, {
    method,
    headers: { "Content-Type": type },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    code: answer.status,
    message: text.startsWith("{") ? JSON.parse(text).message : text,
    warning: answer.headers.get("Warning"),
  };
}

async function serve(spec: Json): Promise<ApiServer> {
  const server = await createApiServer({
    backend: createMemoryBackend(createMemoryMedium()),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: (err) => {
      throw err;
    },
  });
  expect((await send(server, "POST", definitions, definition(spec))).code).toBe(201);
  await served(server);
  return server;
}

async function served(server: ApiServer): Promise<void> {
  while ((await send(server, "GET", foos)).code !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
}

const broken = 'Foo.g.io "a" is invalid: spec: Invalid value: "object": failed rule: self.replicas < 3';

it("refuses what breaks a rule, whichever way it comes", async () => {
  const server = await serve(limited("self.replicas < 3"));
  expect(await send(server, "POST", foos, foo({ replicas: 5 }))).toMatchObject({ code: 422, message: broken });
  expect((await send(server, "POST", foos, foo({ replicas: 1 }))).code).toBe(201);
  expect(
    await send(server, "PATCH", `${foos}/a`, { spec: { replicas: 4 } }, "application/merge-patch+json"),
  ).toMatchObject({ code: 422, message: broken });
  expect(
    await send(
      server,
      "PATCH",
      `${foos}/a?fieldManager=m&force=true`,
      foo({ replicas: 4 }),
      "application/apply-patch+yaml",
    ),
  ).toMatchObject({ code: 422, message: broken });
  expect(
    await send(server, "PATCH", `${foos}/a/scale`, { spec: { replicas: 4 } }, "application/merge-patch+json"),
  ).toMatchObject({ code: 422, message: broken });
  await server.close();
});

it("holds objects of another kind to their rules, but not to the schema", async () => {
  const server = await serve(limited("self.replicas < 3"));
  const sent = foo({ replicas: 5, name: "A" }, { kind: "Bar" });
  expect(await send(server, "POST", foos, sent)).toMatchObject({
    code: 422,
    message:
      'Bar.g.io "a" is invalid: [kind: Invalid value: "Bar": must be Foo, spec: Invalid value: "object": failed rule: self.replicas < 3]',
  });
  expect((await send(server, "POST", foos, { ...sent, spec: [] })).code).toBe(422);
  await send(server, "POST", foos, foo({ replicas: 1 }));
  expect(
    await send(
      server,
      "PATCH",
      `${foos}/a`,
      { apiVersion: "v1", spec: { replicas: 4, name: "A" } },
      "application/merge-patch+json",
    ),
  ).toMatchObject({
    code: 422,
    message:
      'Foo "a" is invalid: [apiVersion: Invalid value: "v1": must be g.io/v1, spec: Invalid value: "object": failed rule: self.replicas < 3]',
  });
  await server.close();
});

it("names a wrong status after the kind that was sent", async () => {
  const server = await serve(limited("true"));
  await send(server, "POST", foos, foo({}));
  const patch = { kind: "Bar", status: { n: "x" } };
  const { message } = await send(server, "PATCH", `${foos}/a/status`, patch, "application/merge-patch+json");
  expect(message).toMatch(/^Bar.g.io "a" is invalid: /);
  await server.close();
});

it("holds a status against the one before", async () => {
  const server = await serve(limited("true"));
  await send(server, "POST", foos, foo({}));
  const status = (n: number): Promise<Sent> =>
    send(server, "PATCH", `${foos}/a/status`, { status: { n } }, "application/merge-patch+json");
  expect((await status(3)).code).toBe(200);
  expect(await status(2)).toMatchObject({
    code: 422,
    message: 'Foo.g.io "a" is invalid: status.n: Invalid value: "integer": failed rule: self >= oldSelf',
  });
  await server.close();
});

it("does not run rules on what is not of the right form", async () => {
  const server = await serve(limited("self.replicas < 3"));
  const { message } = await send(server, "POST", foos, foo({ replicas: "many" }));
  expect(message).toContain(
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  );
  const nameless = await send(server, "POST", foos, { ...foo({ replicas: 9 }), metadata: {} });
  expect(nameless.message).toContain(
    "metadata.name: Required value: name or generateName is required, <nil>: Invalid value: null: some validation rules were not checked",
  );
  await server.close();
});

it("warns of what was broken before and did not change", async () => {
  const server = await serve(limited("true"));
  await send(server, "POST", foos, foo({ replicas: 9 }));
  expect(
    (
      await send(
        server,
        "PATCH",
        `${definitions}/foos.g.io`,
        { spec: { versions: (definition(limited("self.replicas < 3"))["spec"] as Json)["versions"] } },
        "application/merge-patch+json",
      )
    ).code,
  ).toBe(200);
  await served(server);
  const label = await send(
    server,
    "PATCH",
    `${foos}/a`,
    { metadata: { labels: { a: "b" } } },
    "application/merge-patch+json",
  );
  expect(label.code).toBe(200);
  expect(label.warning).toContain("failed rule: self.replicas < 3");
  expect(
    (await send(server, "PATCH", `${foos}/a`, { spec: { other: "x" } }, "application/merge-patch+json")).code,
  ).toBe(422);
  await server.close();
});

it("tells whoever listens what the rules cost", async () => {
  const server = await serve(limited("self.replicas < 3"));
  const stop = await server.inspect.subscribe(() => undefined);
  await send(server, "POST", foos, foo({ replicas: 1 }));
  const [trace] = await server.inspect.traces(0);
  stop();
  expect(trace?.stages.find(({ name }) => name === "rules")).toMatchObject({
    decision: "1 evaluation at a cost of 3 of 10000000",
    rules: [{ path: "spec", rule: "self.replicas < 3", cost: 3, outcome: "held" }],
  });
  await server.close();
});
