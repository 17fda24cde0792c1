import { afterEach, beforeEach, expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import { definitionOf, versionOf } from "../testing/definition-of.ts";

type Json = Readonly<Record<string, unknown>>;

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const foos = (version: string): string => `/apis/g.io/${version}/namespaces/default/foos`;

let server: ApiServer;
/** What the server may report. */
let expected: RegExp | undefined;

beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(createMemoryMedium()),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: (err) => {
      if (expected?.test(String(err)) !== true) throw err;
    },
  });
  expected = undefined;
});
afterEach(() => server.close());

interface Body {
  readonly message?: string;
  readonly metadata: {
    readonly managedFields?: readonly {
      readonly manager: string;
      readonly apiVersion: string;
      readonly subresource?: string;
    }[];
  };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
  };
}

async function send(
  method: string,
  path: string,
  body?: Json,
  type = "application/json",
): Promise<{ readonly code: number; readonly body: Body }> {
  const answer = await server.fetch(path, {
    method,
    headers: { "Content-Type": type, "User-Agent": "test" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { code: answer.status, body: text.startsWith("{") ? JSON.parse(text) : { message: text, metadata: {} } };
}

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { color: { type: "string" }, replicas: { type: "integer" }, many: { type: "integer" } },
    },
  },
};
const version = (name: string, replicas: string, more: Json = {}) =>
  versionOf(name, schema, {
    subresources: { scale: { specReplicasPath: replicas, statusReplicasPath: ".status.replicas" } },
    ...more,
  });

const definition = (spec: Json, metadata: Json = {}): Json => {
  const made = definitionOf("Foo", "g.io", [version("v1", ".spec.replicas")], spec);
  return { ...made, metadata: { ...made.metadata, ...metadata } };
};

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const served = (name = "v1"): Promise<void> => until(async () => (await send("GET", foos(name))).code === 200);
const condition = async (type: string): Promise<string | undefined> =>
  (await send("GET", `${definitions}/foos.g.io`)).body.status?.conditions?.find((one) => one.type === type)?.reason;

it("serves nothing that discovery does not list", async () => {
  let seen = "";
  await send("GET", definitions); // loads the group, for which the loop below leaves no turn of the event loop
  const created = send("POST", definitions, definition({}));
  while (!seen.endsWith("200")) {
    const { code: instances } = await send("GET", foos("v1"));
    seen = `${(await send("GET", "/apis/g.io/v1")).code} after ${instances}`;
  }
  expect([seen, (await created).code]).toEqual(["200 after 200", 201]);
});

it("takes no new instances while its instances are deleted, and does while it waits for finalizers of others", async () => {
  await send("POST", definitions, definition({}, { finalizers: ["g.io/wait"] }));
  await served();
  const foo = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a", finalizers: ["g.io/wait"] } };
  await send("POST", foos("v1"), foo);
  await send("DELETE", `${definitions}/foos.g.io`);
  await until(async () => (await condition("Terminating")) === "InstanceDeletionInProgress");
  const apply = (name: string) =>
    send(
      "PATCH",
      `${foos("v1")}/${name}?fieldManager=m`,
      { ...foo, metadata: { name } },
      "application/apply-patch+yaml",
    );
  const { code, body } = await apply("b");
  expect([code, body.message]).toEqual([
    403,
    'foos.g.io "b" is forbidden: create not allowed while custom resource definition is terminating',
  ]);
  await send("PATCH", `${foos("v1")}/a`, { metadata: { finalizers: null } }, "application/merge-patch+json");
  await until(async () => (await condition("Terminating")) === "InstanceDeletionCompleted");
  expect((await apply("b")).code).toBe(201);
});

it("is not established while nobody can be trusted to convert", async () => {
  const webhook = {
    conversionReviewVersions: ["v1"],
    clientConfig: { service: { namespace: "default", name: "x" }, caBundle: "Cg==" },
  };
  expect((await send("POST", definitions, definition({ conversion: { strategy: "Webhook", webhook } }))).code).toBe(
    201,
  );
  await until(async () => (await condition("Established")) === "InvalidCABundle");
  const fixed = { spec: { conversion: { strategy: "None", webhook: null } } };
  expect((await send("PATCH", `${definitions}/foos.g.io`, fixed, "application/merge-patch+json")).code).toBe(200);
  await served();
});

it("says why its instances cannot be deleted, tries again, and is gone once they can", async () => {
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/convert" } };
  const conversion = { strategy: "Webhook", webhook };
  const versions = (stored: string): readonly Json[] =>
    ["v1", "v2"].map((name) => ({ ...version(name, ".spec.replicas"), storage: name === stored }));
  const patch = async (spec: Json): Promise<number> =>
    (await send("PATCH", `${definitions}/foos.g.io`, { spec }, "application/merge-patch+json")).code;
  await send("POST", definitions, definition({ conversion, versions: versions("v1") }));
  await served();
  const foo = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" } };
  await until(async () => (await send("POST", foos("v1"), foo)).code === 201);
  expect(await patch({ versions: versions("v2") })).toBe(200);
  expected = /could not list instances: .*conversion webhook for/;
  await send("DELETE", `${definitions}/foos.g.io`);
  await until(async () => (await condition("Terminating")) === "InstanceDeletionFailed");
  expect(await patch({ conversion: { strategy: "None", webhook: null } })).toBe(200);
  await until(async () => (await send("GET", `${definitions}/foos.g.io`)).code === 404);
});

it("keeps who owns what in other versions when the scale changes", async () => {
  await send(
    "POST",
    definitions,
    definition({ versions: [version("v1", ".spec.replicas"), version("v2", ".spec.many")] }),
  );
  await served("v2");
  await send("POST", `${foos("v2")}?fieldManager=maker`, {
    apiVersion: "g.io/v2",
    kind: "Foo",
    metadata: { name: "a" },
    spec: { color: "red", many: 3, replicas: 1 },
  });
  expect(
    (
      await send(
        "PATCH",
        `${foos("v1")}/a/scale?fieldManager=scaler`,
        { spec: { replicas: 5 } },
        "application/merge-patch+json",
      )
    ).code,
  ).toBe(200);
  const { body } = await send("GET", `${foos("v1")}/a`);
  expect(
    body.metadata.managedFields?.map(({ manager, apiVersion, subresource }) => [manager, apiVersion, subresource]),
  ).toEqual([
    ["scaler", "g.io/v1", "scale"],
    ["maker", "g.io/v2", undefined],
  ]);
});

it("tells in OpenAPI what selectors call its fields", async () => {
  await send(
    "POST",
    definitions,
    definition({ versions: [version("v1", ".spec.replicas", { selectableFields: [{ jsonPath: ".spec.color" }] })] }),
  );
  await served();
  const openApi = await server.fetch("/openapi/v3/apis/g.io/v1", { headers: { Accept: "application/json" } });
  expect(await openApi.text()).toContain('"x-kubernetes-selectable-fields":[{"fieldPath":"spec.color"}]');
});
