import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "../../apiserver/server.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import type { Converter } from "./converter.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const lampsIn = (version: string): string => `/apis/lights.example.com/${version}/namespaces/default/lamps`;

const version = (name: string, storage: boolean, spec: object): object => ({ name, served: true, storage, subresources: { status: {} }, schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: spec }, status: { type: "object", properties: { on: { type: "boolean" } } } } } } });

const definition = {
  apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name: "lamps.lights.example.com" },
  spec: {
    group: "lights.example.com", scope: "Namespaced", names: { plural: "lamps", kind: "Lamp" },
    versions: [version("v1", true, { milliwatts: { type: "integer" } }), version("v2", false, { power: { type: "string", pattern: "^[0-9.]+W$" } })],
    conversion: { strategy: "Webhook", webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] } },
  },
};

interface Lamp {
  readonly apiVersion: string;
  readonly spec: { readonly milliwatts?: number; readonly power?: string };
}

const asVersion = (lamp: Lamp, apiVersion: string): Lamp => {
  const { milliwatts, power } = lamp.spec;
  if (apiVersion.endsWith("/v2")) return { ...lamp, apiVersion, spec: milliwatts === undefined ? {} : { power: `${milliwatts / 1000}W` } };
  if (power === "0W") throw new Error("a lamp needs power");
  return { ...lamp, apiVersion, spec: power === undefined ? {} : { milliwatts: Number(power.slice(0, -1)) * 1000 } };
};
const converter: Converter = ({ objects, desiredAPIVersion }) => objects.map((object) => asVersion(object as unknown as Lamp, desiredAPIVersion));

const converters = new Map<string, Converter>();
let server: ApiServer;

async function send(method: string, path: string, body?: object, contentType = "application/json"): Promise<{ readonly code: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await server.fetch(path, { method, headers: { "Content-Type": contentType }, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { code: answer.status, body: text.startsWith("{") ? JSON.parse(text) : { text } };
}

const lamp = (apiVersion: string, name: string, spec: object): object => ({ apiVersion: `lights.example.com/${apiVersion}`, kind: "Lamp", metadata: { name }, spec });

beforeAll(async () => {
  server = await createApiServer({ backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom(), converters });
  await send("POST", definitions, definition);
  await vi.waitUntil(async () => (await send("GET", lampsIn("v1"))).code === 200);
});

afterAll(() => server.close());

test("without a function, what has to be converted fails as with a webhook that does not answer", async () => {
  expect((await send("POST", lampsIn("v2"), lamp("v2", "early", { power: "5W" })))).toMatchObject({ code: 500, body: { message: expect.stringContaining("conversion webhook for lights.example.com/v2, Kind=Lamp failed: Post") } });
});

test("with one, each version is written and read in its own form", async () => {
  converters.set("lamps.lights.example.com", converter);
  expect(await send("POST", lampsIn("v2"), lamp("v2", "desk", { power: "7.5W" }))).toMatchObject({ code: 201, body: { apiVersion: "lights.example.com/v2", spec: { power: "7.5W" } } });
  expect((await send("GET", `${lampsIn("v1")}/desk`)).body).toMatchObject({ apiVersion: "lights.example.com/v1", spec: { milliwatts: 7500 } });
  await send("PATCH", `${lampsIn("v1")}/desk`, { spec: { milliwatts: 9000 } }, "application/merge-patch+json");
  expect((await send("GET", lampsIn("v2"))).body).toMatchObject({ kind: "LampList", items: [{ apiVersion: "lights.example.com/v2", spec: { power: "9W" } }] });
});

test("patches, the status and server-side apply go through it as well", async () => {
  await send("POST", lampsIn("v1"), lamp("v1", "hall", { milliwatts: 1000 }));
  expect((await send("PATCH", `${lampsIn("v2")}/hall`, { spec: { power: "2W" } }, "application/merge-patch+json")).body).toMatchObject({ spec: { power: "2W" }, metadata: { generation: 2 } });
  expect((await send("PATCH", `${lampsIn("v2")}/hall/status`, { status: { on: true } }, "application/merge-patch+json")).body).toMatchObject({ spec: { power: "2W" }, status: { on: true } });
  expect((await send("PATCH", `${lampsIn("v2")}/hall?fieldManager=me&force=true`, lamp("v2", "hall", { power: "3W" }), "application/apply-patch+yaml")).body).toMatchObject({ spec: { power: "3W" } });
  expect((await send("GET", `${lampsIn("v1")}/hall`)).body).toMatchObject({ spec: { milliwatts: 3000 }, status: { on: true } });
});

test("what it throws is what the client is told", async () => {
  expect(await send("POST", lampsIn("v2"), lamp("v2", "dark", { power: "0W" }))).toMatchObject({ code: 500, body: { message: "conversion webhook for lights.example.com/v2, Kind=Lamp failed: a lamp needs power" } });
});
