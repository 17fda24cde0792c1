import { afterEach, describe, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { Converter } from "../client/converter.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { Trace } from "../component-base/trace.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { definitionOf, versionOf } from "../apiextensions/testing/definition-of.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const json = "application/json";
const access = ["authentication", "authorization"];
const registration = ["mutating admission", "preparation", "validation", "validating admission", "storage", "encoding"];

const running: ApiServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** A server that is listened to, whose clock moves only while it commits (50 ms) and while it converts (7 ms). */
async function tracedServer() {
  const clock = new FakeClock();
  const backend = createMemoryBackend();
  const { append } = backend;
  const converter: Converter = ({ objects, desiredAPIVersion }) => {
    clock.advance(7);
    return objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
  };
  const server = await createApiServer({
    backend: {
      ...backend,
      append: (...args) => {
        clock.advance(50);
        return append.apply(backend, args);
      },
    },
    clock,
    random: createSystemRandom(),
    converters: new Map([["lamps.example.com", converter]]),
  });
  running.push(server);
  await server.inspect.subscribe(() => undefined);
  const send = async (method: string, path: string, body?: unknown, type = json): Promise<Trace> => {
    const response = await server.fetch(path, {
      method,
      headers: { "Content-Type": type },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    const trace = (await server.inspect.traces(0)).at(-1);
    if (trace === undefined) throw new Error("nothing was traced");
    return trace;
  };
  return { server, send };
}

/** Lets everything happen that needs no time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const names = ({ stages }: Trace): readonly string[] => stages.map(({ name }) => name);
/** Stages that took time. */
const slow = ({ stages }: Trace) =>
  stages.filter(({ durationUs }) => durationUs > 0).map(({ name, durationUs }) => [name, durationUs / 1000]);
const configMap = (data: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });

describe("the stages of a request", () => {
  it("follow a create", async () => {
    const { send } = await tracedServer();
    const trace = await send("POST", configMaps, configMap({}));
    expect(names(trace)).toEqual([...access, "reading", "decoding", "defaulting", "managed fields", ...registration]);
    expect(slow(trace)).toEqual([["storage", 50]]);
  });

  it("follow an update, whose live object is read before admission", async () => {
    const { send } = await tracedServer();
    await send("POST", configMaps, configMap({}));
    const trace = await send("PUT", `${configMaps}/a`, configMap({ a: "1" }));
    expect(names(trace)).toEqual([
      ...access,
      "reading",
      "decoding",
      "defaulting",
      "storage",
      "managed fields",
      ...registration,
    ]);
    expect(slow(trace)).toEqual([["storage", 50]]);
  });

  it.each([
    ["application/merge-patch+json", { data: { a: "1" } }],
    ["application/strategic-merge-patch+json", { data: { a: "1" } }],
    ["application/json-patch+json", [{ op: "add", path: "/data", value: { a: "1" } }]],
  ])("follow a patch of type %s", async (type, patch) => {
    const { send } = await tracedServer();
    await send("POST", configMaps, configMap({}));
    const trace = await send("PATCH", `${configMaps}/a`, patch, type);
    expect(names(trace)).toEqual([
      ...access,
      "reading",
      "storage",
      "patch",
      "decoding",
      "defaulting",
      "managed fields",
      ...registration,
    ]);
    expect(slow(trace)).toEqual([["storage", 50]]);
  });

  it("follow an apply, of a new object and of one that is there", async () => {
    const { send } = await tracedServer();
    const apply = (data: object) =>
      send("PATCH", `${configMaps}/a?fieldManager=m`, configMap(data), "application/apply-patch+yaml");
    const stages = [...access, "reading", "storage", "apply", ...registration];
    for (const trace of [await apply({}), await apply({ a: "1" })]) {
      expect(names(trace)).toEqual(stages);
      expect(slow(trace)).toEqual([["storage", 50]]);
    }
  });

  it("follow a delete, which both kinds of admission look at while storage holds the object", async () => {
    const { send } = await tracedServer();
    await send("POST", configMaps, configMap({}));
    const trace = await send("DELETE", `${configMaps}/a`);
    expect(names(trace)).toEqual([
      ...access,
      "reading",
      "decoding",
      "storage",
      "mutating admission",
      "storage",
      "validating admission",
      "storage",
      "encoding",
    ]);
    expect(slow(trace)).toEqual([["storage", 50]]);
  });

  it("follow a read and a list", async () => {
    const { send } = await tracedServer();
    expect(names(await send("GET", "/api/v1/namespaces/default"))).toEqual([...access, "storage", "encoding"]);
    expect(names(await send("GET", configMaps))).toEqual([...access, "storage", "encoding"]);
  });

  it("name the conversion between a served and a stored version", async () => {
    const { send } = await tracedServer();
    const scaler = (maxReplicas: number) => ({
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "a" },
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" }, maxReplicas },
    });
    const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    const written = ["reading", "decoding", "defaulting"];
    expect(names(await send("POST", path, scaler(2)))).toEqual([
      ...access,
      ...written,
      "managed fields",
      "conversion",
      ...registration,
    ]);
    expect(names(await send("PUT", `${path}/a`, scaler(3)))).toEqual([
      ...access,
      ...written,
      "storage",
      "conversion",
      "managed fields",
      "conversion",
      ...registration,
    ]);
  });

  it("give the time of a converter to the conversion, and that of rules to the rules", async () => {
    const { server, send } = await tracedServer();
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", lamps);
    while ((await server.fetch("/apis/example.com/v2")).status !== 200) await settle();
    // what the server writes by itself takes the clock's time too
    for (const version of ["v1", "v2"]) await registered(server, `${version}.example.com`);
    await send("POST", "/apis/example.com/v1/lamps", lamp("v1"));
    const read = await send("GET", "/apis/example.com/v2/lamps/a");
    expect(names(read)).toEqual([...access, "storage", "conversion", "storage", "encoding"]);
    expect(slow(read)).toEqual([["conversion", 7]]);
    const changed = await send("PATCH", "/apis/example.com/v1/lamps/a", { spec: { watts: 4 } }, mergePatch);
    const checks = ["preparation", "validation", "rules", "validation", "validating admission"];
    expect(names(changed).slice(-8)).toEqual(["mutating admission", ...checks, "storage", "encoding"]);
    expect(slow(changed)).toEqual([["storage", 50]]);
  });
});

/** Resolves once the server has made the APIService of a definition's version, with its condition. */
async function registered({ fetch }: Pick<ApiServer, "fetch">, name: string): Promise<void> {
  const path = `/apis/apiregistration.k8s.io/v1/apiservices/${name}`;
  while (!(await (await fetch(path)).text()).includes('"Local"')) await settle();
}

const mergePatch = "application/merge-patch+json";
const lamp = (version: string) => ({
  apiVersion: `example.com/${version}`,
  kind: "Lamp",
  metadata: { name: "a" },
  spec: { watts: 3 },
});
const lampSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { watts: { type: "integer" } },
      "x-kubernetes-validations": [{ rule: "self.watts < 100" }],
    },
  },
};
const lamps = definitionOf("Lamp", "example.com", [versionOf("v1", lampSchema), versionOf("v2", lampSchema)], {
  scope: "Cluster",
  conversion: {
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://converter.example.com" } },
  },
});
