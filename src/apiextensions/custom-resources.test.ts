import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

type Json = Readonly<Record<string, unknown>>;

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const foos = "/apis/g.io/v1/namespaces/default/foos";

const start = (backend: Backend): Promise<ApiServer> =>
  createApiServer({
    backend,
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: (err) => {
      throw err;
    },
  });

interface Body {
  readonly message?: string;
  readonly metadata: { readonly name?: string; readonly finalizers?: readonly string[] };
  readonly spec: Json;
  readonly items: readonly Body[];
}

async function send(
  server: ApiServer,
  method: string,
  path: string,
  body?: Json,
  contentType = "application/json",
): Promise<{ readonly code: number; readonly body: Body }> {
  const answer = await server.fetch(path, {
    method,
    headers: { "Content-Type": contentType },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    code: answer.status,
    body: text.startsWith("{") ? JSON.parse(text) : { message: text, metadata: {}, spec: {}, items: [] },
  };
}

const definition = (properties: Json): Json =>
  fooDefinition({ type: "object", properties: { spec: { type: "object", properties } } });

const foo = (name: string, spec: Json, more: Json = {}): Json => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { name, ...more },
  spec,
});

async function until<T>(look: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look();
    if (done(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function define(server: ApiServer, properties: Json): Promise<void> {
  expect((await send(server, "POST", definitions, definition(properties))).code).toBe(201);
  await until(
    () => send(server, "GET", foos),
    ({ code }) => code === 200,
  );
}

it("serves what a definition defines, pruned, defaulted and validated", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string", pattern: "^a" }, n: { type: "integer", default: 1 } });
  const made = await send(server, "POST", foos, foo("x", { a: "ab", unknown: 1 }));
  expect(made.body).toMatchObject({
    apiVersion: "g.io/v1",
    kind: "Foo",
    metadata: { generation: 1 },
    spec: { a: "ab", n: 1 },
  });
  expect(made.body.spec).not.toHaveProperty("unknown");
  expect((await send(server, "POST", foos, foo("y", { a: "b" }))).body.message).toBe(
    `Foo.g.io "y" is invalid: spec.a: Invalid value: "b": spec.a in body should match '^a'`,
  );
  await server.close();
});

it("takes nested values, whatever is done with them, up to a depth that all can follow", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { x: { type: "object", "x-kubernetes-preserve-unknown-fields": true } });
  const nested = (levels: number, value: number): Json => {
    let object: Json = { value };
    for (let i = 1; i < levels; i++) object = { a: object };
    return object;
  };
  const apply = (value: number) =>
    send(
      server,
      "PATCH",
      `${foos}/y?fieldManager=m`,
      foo("y", { x: nested(500, value) }),
      "application/apply-patch+yaml",
    );
  const merge = { spec: { x: nested(500, 3) } };
  const codes = [
    await send(server, "POST", foos, foo("x", { x: nested(500, 1) })),
    await send(server, "PATCH", `${foos}/x`, merge, "application/merge-patch+json"),
    await apply(1),
    await apply(2),
  ].map(({ code }) => code);
  expect(codes).toEqual([201, 200, 201, 200]);
  expect(await send(server, "POST", foos, foo("z", { x: nested(3000, 1) }))).toMatchObject({
    code: 400,
    body: { message: 'Foo in version "v1" cannot be handled as a Foo: exceeded max depth of 1000' },
  });
  await server.close();
});

it("changes a kind's handlers without losing requests, reads old objects by the new schema and ends watches", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string" }, old: { type: "string" } });
  await send(server, "POST", foos, foo("x", { a: "1", old: "o" }));
  const watch = await server.fetch(`${foos}?watch=1&resourceVersion=0`);
  const gets = Array.from({ length: 20 }, () => send(server, "GET", `${foos}/x`));
  const properties = { a: { type: "string" }, fresh: { type: "string", default: "f" } };
  const patch = send(
    server,
    "PATCH",
    `${definitions}/foos.g.io`,
    { spec: definition(properties)["spec"] },
    "application/merge-patch+json",
  );
  const later = Array.from({ length: 20 }, () => send(server, "GET", `${foos}/x`));
  expect((await patch).code).toBe(200);
  expect((await Promise.all([...gets, ...later])).map(({ code }) => code)).toEqual(
    Array.from({ length: 40 }, () => 200),
  );
  const seen = await until(
    () => send(server, "GET", `${foos}/x`),
    ({ body }) => body.spec["fresh"] !== undefined,
  );
  expect(seen.body.spec).toEqual({ a: "1", fresh: "f" });
  expect(await watch.text()).toContain('"type":"ADDED"');
  await server.close();
});

it("ends the watches of a kind whose definition changes, though nobody asks for the kind afterwards", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string" } });
  await send(server, "POST", foos, foo("x", { a: "1" }));
  const watch = await server.fetch(`${foos}?watch=1&resourceVersion=0`);
  const spec = definition({ a: { type: "string" }, b: { type: "string" } })["spec"];
  await send(server, "PATCH", `${definitions}/foos.g.io`, { spec }, "application/merge-patch+json");
  expect(await watch.text()).toContain('"type":"ADDED"');
  await server.close();
});

it("serves watches of a kind whose definition was changed and changed back before anybody asked for it", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string" } });
  await send(server, "POST", foos, foo("x", { a: "1" }));
  const change = (properties: Json): Promise<unknown> =>
    send(
      server,
      "PATCH",
      `${definitions}/foos.g.io`,
      { spec: definition(properties)["spec"] },
      "application/merge-patch+json",
    );
  const first = await server.fetch(`${foos}?watch=1&resourceVersion=0`);
  await change({ a: { type: "string" }, b: { type: "string" } });
  await first.text();
  await change({ a: { type: "string" } });
  const watch = await server.fetch(`${foos}?watch=1&resourceVersion=0`);
  await send(server, "POST", foos, foo("y", { a: "2" }));
  let seen = "";
  for await (const piece of watch.body ?? []) {
    seen += new TextDecoder().decode(piece);
    if (seen.includes('"name":"y"')) break;
  }
  expect(seen).toContain('"name":"y"');
  await server.close();
});

it("removes instances before their definition, and waits for those that are held", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string" } });
  await send(server, "POST", foos, foo("held", {}, { finalizers: ["g.io/hold"] }));
  await send(server, "POST", foos, foo("free", {}));
  expect((await send(server, "DELETE", `${definitions}/foos.g.io`)).body.metadata.finalizers).toEqual([
    "customresourcecleanup.apiextensions.k8s.io",
  ]);
  const left = await until(
    () => send(server, "GET", foos),
    ({ body }) => body.items.length === 1,
  );
  expect(left.body.items[0]?.metadata.name).toBe("held");
  expect((await send(server, "POST", foos, foo("new", {}))).body.message).toBe(
    'foos.g.io "new" is forbidden: create not allowed while custom resource definition is terminating',
  );
  await send(server, "PATCH", `${foos}/held`, { metadata: { finalizers: null } }, "application/merge-patch+json");
  expect(
    (
      await until(
        () => send(server, "GET", foos),
        ({ code }) => code === 404,
      )
    ).body.message,
  ).toBe("404 page not found\n");
  await define(server, { a: { type: "string" } });
  expect((await send(server, "GET", foos)).body.items).toEqual([]);
  await server.close();
});

it("serves stored definitions from the start", async () => {
  const medium = createMemoryMedium();
  const first = await start(createMemoryBackend(medium));
  await define(first, { a: { type: "string" } });
  await send(first, "POST", foos, foo("x", { a: "1" }));
  await first.close();
  const second = await start(createMemoryBackend(medium));
  expect((await send(second, "GET", `${foos}/x`)).body.spec).toEqual({ a: "1" });
  await second.close();
});

it("tells what a body of a version that is not defined holds too much, and only then refuses it", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { a: { type: "string" } });
  const post = (body: Json): Promise<Response> =>
    server.fetch(foos, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const other = await post({ ...foo("x", {}, { tale: 1, fable: 1 }), apiVersion: "g.io/v9" });
  expect(other.status).toBe(400);
  expect(other.headers.get("Warning")).toBe(
    '299 - "unknown field \\"metadata.fable\\"", 299 - "unknown field \\"metadata.tale\\"", 299 - "unknown field \\"spec\\""',
  );
  const wrong = async (more: Json): Promise<string | undefined> =>
    (await send(server, "POST", foos, { ...foo("x", {}), ...more })).body.message;
  expect(await wrong({ apiVersion: null })).toBe(
    'Foo in version "" cannot be handled as a Foo: .apiVersion accessor error: <nil> is of the type <nil>, expected string',
  );
  expect(await wrong({ apiVersion: undefined, metadata: { name: 5 } })).toBe(
    'Foo in version "" cannot be handled as a Foo: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
  );
  expect(await wrong({ kind: undefined, metadata: { name: 5 } })).toContain("Object 'Kind' is missing");
  await server.close();
});

it("takes options of a deletion in any version, and no other kind of body", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  const removal = async (body: Json): Promise<string | undefined> =>
    (await send(server, "DELETE", `${foos}/none`, body)).body.message;
  expect(await removal({ apiVersion: "tale/v1", kind: "DeleteOptions" })).toBe('foos.g.io "none" not found');
  expect(await removal({ ignoreStoreReadErrorWithClusterBreakingPotential: true, dryRun: ["All"] })).toBe(
    'foos.g.io "none" not found',
  );
  expect(await removal({ kind: "Tale" })).toBe(
    'no kind "Tale" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
  );
  expect(await removal({ apiVersion: "v1", kind: "Status" })).toBe(
    "converting (v1.Status) to (v1.DeleteOptions): unknown conversion",
  );
  await server.close();
});

it("marks a definition for deletion without finalizers for its dependents", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  await send(server, "POST", foos, foo("held", {}, { finalizers: ["g.io/hold"] }));
  const marked = await send(server, "DELETE", `${definitions}/foos.g.io?propagationPolicy=Foreground`);
  expect(marked.body.metadata.finalizers).toEqual(["customresourcecleanup.apiextensions.k8s.io"]);
  await server.close();
});

it("names resources where a precondition of a definition's deletion fails", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  const { message } = (await send(server, "DELETE", `${definitions}/foos.g.io?uid=u`)).body;
  expect(message).toMatch(
    /^Operation cannot be fulfilled on customresourcedefinitions\.apiextensions\.k8s\.io "foos\.g\.io": Precondition failed: UID in precondition: u, UID in object meta: /,
  );
  await server.close();
});

it("keeps integers of any size through an apply", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { n: { type: "integer" } });
  const body = '{"apiVersion":"g.io/v1","kind":"Foo","metadata":{"name":"x"},"spec":{"n":9007199254740993}}';
  const applied = await server.fetch(`${foos}/x?fieldManager=m`, {
    method: "PATCH",
    headers: { "Content-Type": "application/apply-patch+yaml" },
    body,
  });
  expect(await applied.text()).toContain('"spec":{"n":9007199254740993}');
  await server.close();
});

it("looks at a continue token also where one name is asked for", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  expect(await send(server, "GET", `${foos}?fieldSelector=metadata.name%3Dx&continue=a%3Db`)).toMatchObject({
    code: 400,
    body: { message: "invalid continue token: continue key is not valid: illegal base64 data at input byte 1" },
  });
  await server.close();
});

it("tells of every owner that is named again", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  const owner = { apiVersion: "v1", kind: "Secret", name: "o", uid: "u" };
  const answer = await server.fetch(foos, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(foo("x", {}, { ownerReferences: [owner, owner, owner] })),
  });
  expect(answer.headers.get("Warning")).toMatch(/duplicate UID\(s\) observed: u, u"$/);
  await server.close();
});

it("minds the type of a patch before it minds that it names nothing", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  expect(await send(server, "PATCH", foos, {})).toMatchObject({
    code: 415,
    body: {
      message: expect.stringContaining(
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
      ),
    },
  });
  expect(await send(server, "PATCH", foos, {}, "application/merge-patch+json")).toMatchObject({
    code: 400,
    body: { message: "name must be provided" },
  });
  await server.close();
});

it("answers a dry run with the version it was given, and names keys without the store's prefix", async () => {
  const server = await start(createMemoryBackend());
  await define(server, {});
  expect(
    (await send(server, "POST", `${foos}?dryRun=All`, foo("x", {}, { resourceVersion: "0" }))).body.metadata,
  ).toMatchObject({ resourceVersion: "0" });
  await send(server, "POST", foos, foo("x", {}));
  expect(
    (await send(server, "PUT", `${foos}/x?dryRun=All`, foo("x", {}, { uid: "u", resourceVersion: "1" }))).body.message,
  ).toContain("Key: /g.io/foos/default/x, ");
  await server.close();
});

it("warns of what a patch repeats, in the patch and in what comes of it", async () => {
  const server = await start(createMemoryBackend());
  await define(server, { p: { type: "object", "x-kubernetes-preserve-unknown-fields": true } });
  await send(server, "POST", foos, foo("x", {}));
  const answer = await server.fetch(`${foos}/x`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json-patch+json" },
    body: '[{"op":"add","path":"/spec/p","value":{"a":1,"a":2}}]',
  });
  expect(answer.headers.get("Warning")).toBe(
    '299 - "json patch duplicate field \\"[0].value.a\\"", 299 - "duplicate field \\"spec.p.a\\""',
  );
  await server.close();
});

it("shows no instances of a custom kind as nothing in a table", async () => {
  const server = await start(createMemoryBackend());
  const scaled = structuredClone(definition({ r: { type: "integer" } })) as { spec: { versions: object[] } };
  scaled.spec.versions = scaled.spec.versions.map((version) => ({
    ...version,
    subresources: { scale: { specReplicasPath: ".spec.r", statusReplicasPath: ".status.r" } },
  }));
  await send(server, "POST", definitions, scaled as unknown as Json);
  await until(
    () => send(server, "GET", foos),
    ({ code }) => code === 200,
  );
  await send(server, "POST", foos, foo("x", { r: 0 }));
  const table = await server.fetch(`${foos}/x/scale`, {
    headers: { Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  expect(await table.json()).toMatchObject({ rows: [{ cells: ["x", null, 0, expect.anything()] }] });
  await server.close();
});
