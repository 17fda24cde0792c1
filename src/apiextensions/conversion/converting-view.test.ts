import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import type { Converter } from "../../client/converter.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { definitionOf, versionOf } from "../testing/definition-of.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const lampsIn = (version: string): string => `/apis/lights.example.com/${version}/namespaces/default/lamps`;

const version = (name: string, spec: object, selectable: string) =>
  versionOf(
    name,
    {
      type: "object",
      properties: {
        spec: { type: "object", properties: spec },
        status: { type: "object", properties: { on: { type: "boolean" } } },
      },
    },
    { selectableFields: [{ jsonPath: selectable }], subresources: { status: {} } },
  );

const definition = definitionOf(
  "Lamp",
  "lights.example.com",
  [
    version("v1", { milliwatts: { type: "integer" } }, ".spec.milliwatts"),
    version("v2", { power: { type: "string", pattern: "^[0-9.]+W$" } }, ".spec.power"),
  ],
  {
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] },
    },
  },
);

interface Lamp {
  readonly apiVersion: string;
  readonly spec: { readonly milliwatts?: number; readonly power?: string };
}

const asVersion = (lamp: Lamp, apiVersion: string): Lamp => {
  const { milliwatts, power } = lamp.spec;
  if (apiVersion.endsWith("/v2"))
    return { ...lamp, apiVersion, spec: milliwatts === undefined ? {} : { power: `${milliwatts / 1000}W` } };
  if (power === "0W") throw new Error("a lamp needs power");
  return { ...lamp, apiVersion, spec: power === undefined ? {} : { milliwatts: Number(power.slice(0, -1)) * 1000 } };
};
/** Number of objects in each converter call. */
const asked: number[] = [];
const converter: Converter = async ({ objects, desiredAPIVersion }) => {
  asked.push(objects.length);
  await Promise.resolve();
  return objects.map((object) => asVersion(object as unknown as Lamp, desiredAPIVersion));
};

const converters = new Map<string, Converter>();
let server: ApiServer;

async function send(
  method: string,
  path: string,
  body?: object,
  contentType = "application/json",
): Promise<{ readonly code: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await server.fetch(path, {
    method,
    headers: { "Content-Type": contentType },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { code: answer.status, body: text.startsWith("{") ? JSON.parse(text) : { text } };
}

const lamp = (apiVersion: string, name: string, spec: object): object => ({
  apiVersion: `lights.example.com/${apiVersion}`,
  kind: "Lamp",
  metadata: { name },
  spec,
});

beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    converters,
  });
  await send("POST", definitions, definition);
  await vi.waitUntil(async () => (await send("GET", lampsIn("v1"))).code === 200, { timeout: 60_000 });
});

afterAll(() => server.close());

test("without a function, what has to be converted fails as with a webhook that does not answer", async () => {
  expect(await send("POST", lampsIn("v2"), lamp("v2", "early", { power: "5W" }))).toMatchObject({
    code: 500,
    body: { message: expect.stringContaining("conversion webhook for lights.example.com/v2, Kind=Lamp failed: Post") },
  });
});

test("a webhook behind a Service that does not exist fails in upstream's words", async () => {
  const webhook = {
    clientConfig: { service: { namespace: "default", name: "hook", path: "/convert" } },
    conversionReviewVersions: ["v1"],
  };
  const names = { plural: "lanterns", kind: "Lantern" };
  await send("POST", definitions, {
    ...definition,
    metadata: { name: "lanterns.lights.example.com" },
    spec: { ...definition.spec, names, conversion: { strategy: "Webhook", webhook } },
  });
  const lantern = { apiVersion: "lights.example.com/v2", kind: "Lantern", metadata: { name: "a" } };
  const told =
    'conversion webhook for lights.example.com/v2, Kind=Lantern failed: Post "https://hook.default.svc:443/convert?timeout=30s": service "hook" not found';
  await expect
    .poll(() => send("POST", "/apis/lights.example.com/v2/namespaces/default/lanterns", lantern))
    .toMatchObject({ code: 500, body: { message: told } });
});

test("with one, each version is written and read in its own form", async () => {
  converters.set("lamps.lights.example.com", converter);
  expect(await send("POST", lampsIn("v2"), lamp("v2", "desk", { power: "7.5W" }))).toMatchObject({
    code: 201,
    body: { apiVersion: "lights.example.com/v2", spec: { power: "7.5W" } },
  });
  expect((await send("GET", `${lampsIn("v1")}/desk`)).body).toMatchObject({
    apiVersion: "lights.example.com/v1",
    spec: { milliwatts: 7500 },
  });
  await send("PATCH", `${lampsIn("v1")}/desk`, { spec: { milliwatts: 9000 } }, "application/merge-patch+json");
  expect((await send("GET", lampsIn("v2"))).body).toMatchObject({
    kind: "LampList",
    items: [{ apiVersion: "lights.example.com/v2", spec: { power: "9W" } }],
  });
});

test("patches, the status and server-side apply go through it as well", async () => {
  await send("POST", lampsIn("v1"), lamp("v1", "hall", { milliwatts: 1000 }));
  expect(
    (await send("PATCH", `${lampsIn("v2")}/hall`, { spec: { power: "2W" } }, "application/merge-patch+json")).body,
  ).toMatchObject({ spec: { power: "2W" }, metadata: { generation: 2 } });
  expect(
    (await send("PATCH", `${lampsIn("v2")}/hall/status`, { status: { on: true } }, "application/merge-patch+json"))
      .body,
  ).toMatchObject({ spec: { power: "2W" }, status: { on: true } });
  expect(
    (
      await send(
        "PATCH",
        `${lampsIn("v2")}/hall?fieldManager=me&force=true`,
        lamp("v2", "hall", { power: "3W" }),
        "application/apply-patch+yaml",
      )
    ).body,
  ).toMatchObject({ spec: { power: "3W" } });
  expect((await send("GET", `${lampsIn("v1")}/hall`)).body).toMatchObject({
    spec: { milliwatts: 3000 },
    status: { on: true },
  });
});

test("what it throws is what the client is told", async () => {
  expect(await send("POST", lampsIn("v2"), lamp("v2", "dark", { power: "0W" }))).toMatchObject({
    code: 500,
    body: { message: "conversion webhook for lights.example.com/v2, Kind=Lamp failed: a lamp needs power" },
  });
});

test("a list is asked for once, and its objects are remembered until somebody else converts", async () => {
  await send("POST", lampsIn("v1"), lamp("v1", "porch", { milliwatts: 4000 }));
  converters.set("lamps.lights.example.com", (request) => converter(request));
  asked.length = 0;
  const listed = (await send("GET", lampsIn("v2"))).body;
  expect(asked).toEqual([(listed["items"] as unknown[]).length]);
  await send("GET", lampsIn("v2"));
  expect(asked).toHaveLength(1);
  await send("GET", `${lampsIn("v2")}/porch`);
  expect(asked).toHaveLength(2);
});

test("selectors look at the version that is asked for, however many are wanted at once", async () => {
  const page = (await send("GET", `${lampsIn("v2")}?fieldSelector=spec.power%3D4W&limit=1`)).body;
  expect(page).toMatchObject({ items: [{ metadata: { name: "porch" } }] });
  expect((await send("GET", `${lampsIn("v2")}?fieldSelector=spec.power%3D4000`)).body).toMatchObject({ items: [] });
});

test("a watch with a selector tells of what comes to be selected and what is selected no longer", async () => {
  const response = await server.fetch(`${lampsIn("v2")}?watch=true&fieldSelector=spec.power%3D5W`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const events = async (count: number): Promise<readonly string[]> => {
    while (text.split("\n").length <= count) text += (await reader?.read())?.value ?? "";
    return text
      .trim()
      .split("\n")
      .map((line) =>
        (({ type, object }) => `${type} ${object.apiVersion.slice(-2)} ${object.spec.power}`)(JSON.parse(line)),
      );
  };
  const patch = (milliwatts: number) =>
    send("PATCH", `${lampsIn("v1")}/porch`, { spec: { milliwatts } }, "application/merge-patch+json");
  for (const milliwatts of [5000, 5001, 5000]) await patch(milliwatts);
  await send("PATCH", `${lampsIn("v1")}/porch`, { metadata: { labels: { a: "b" } } }, "application/merge-patch+json");
  await send("DELETE", `${lampsIn("v1")}/porch`);
  expect(await events(5)).toEqual(["ADDED v2 5W", "DELETED v2 5W", "ADDED v2 5W", "MODIFIED v2 5W", "DELETED v2 5W"]);
  await reader?.cancel();
});

test("managers own fields in the versions they wrote, though each comparison waits for the function", async () => {
  await send(
    "PATCH",
    `${lampsIn("v1")}/shared?fieldManager=first`,
    lamp("v1", "shared", { milliwatts: 1000 }),
    "application/apply-patch+yaml",
  );
  const refused = await send(
    "PATCH",
    `${lampsIn("v2")}/shared?fieldManager=second`,
    lamp("v2", "shared", { power: "2W" }),
    "application/apply-patch+yaml",
  );
  expect(refused).toMatchObject({
    code: 409,
    body: { message: 'Apply failed with 1 conflict: conflict with "first": .spec.milliwatts' },
  });
  const forced = await send(
    "PATCH",
    `${lampsIn("v2")}/shared?fieldManager=second&force=true`,
    lamp("v2", "shared", { power: "2W" }),
    "application/apply-patch+yaml",
  );
  expect(forced).toMatchObject({
    code: 200,
    body: {
      spec: { power: "2W" },
      metadata: { managedFields: [{ manager: "second", apiVersion: "lights.example.com/v2" }] },
    },
  });
});

test("metrics count what was asked and how it went", async () => {
  const text = String((await send("GET", "/metrics")).body["text"]);
  expect(text).toMatch(/^apiserver_conversion_webhook_request_total\{failure_type="",result="success"\} \d+$/m);
  expect(text).toMatch(
    /^apiserver_crd_conversion_webhook_duration_seconds_count\{crd_name="lamps\.lights\.example\.com",from_version="v2",succeeded="false",to_version="v1"\} \d+$/m,
  );
});

test("a dry run asks as well, both ways, and stores nothing", async () => {
  asked.length = 0;
  expect(await send("POST", `${lampsIn("v2")}?dryRun=All`, lamp("v2", "tried", { power: "6W" }))).toMatchObject({
    code: 201,
    body: { spec: { power: "6W" } },
  });
  expect(asked).toEqual([1, 1]);
  expect(await send("POST", `${lampsIn("v2")}?dryRun=All`, lamp("v2", "tried", { power: "0W" }))).toMatchObject({
    code: 500,
    body: { message: expect.stringContaining("a lamp needs power") },
  });
  expect((await send("GET", `${lampsIn("v1")}/tried`)).code).toBe(404);
});

test("where it fails, nothing is deleted and a watch ends with its words", async () => {
  converters.set("lamps.lights.example.com", () => {
    throw new Error("out of order");
  });
  const told = { message: "conversion webhook for lights.example.com/v1, Kind=Lamp failed: out of order" };
  for (const [method, path] of [
    ["GET", `${lampsIn("v2")}/shared`],
    ["GET", lampsIn("v2")],
    ["DELETE", `${lampsIn("v2")}/shared`],
    ["DELETE", lampsIn("v2")],
  ] as const) {
    expect(await send(method, path)).toMatchObject({ code: 500, body: told });
  }
  const watch = await server.fetch(`${lampsIn("v2")}?watch=true`);
  expect(JSON.parse(await watch.text())).toMatchObject({ type: "ERROR", object: told });
  expect((await send("GET", `${lampsIn("v1")}/shared`)).code).toBe(200);
});
