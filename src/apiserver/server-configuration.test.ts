import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer, type ApiServerOptions } from "./server.ts";
import { createMemoryBackend } from "./storage/backend/memory.ts";

const start = (options: Partial<ApiServerOptions> = {}): Promise<ApiServer> => createApiServer({ backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom(), ...options });

describe("a server with settings", () => {
  it("serves what the runtime configuration says, everywhere", async () => {
    const server = await start({ runtimeConfig: new Map([["apps/v1/deployments", "false"], ["resource.k8s.io/v1beta2", "true"]]) });
    const json = async (path: string) => (await server.fetch(path)).json();
    expect((await server.fetch("/apis/apps/v1/namespaces/default/deployments")).status).toBe(404);
    expect((await json("/apis/apps/v1")).resources.map(({ name }: { name: string }) => name)).not.toContain("deployments");
    expect((await json("/apis/resource.k8s.io")).versions.map(({ version }: { version: string }) => version)).toEqual(["v1", "v1beta2"]);
    expect(Object.keys((await json("/openapi/v3")).paths)).toContain("apis/resource.k8s.io/v1beta2");
    await server.close();
  });

  it("works with its own objects even where nobody is served them", async () => {
    const server = await start({ runtimeConfig: new Map([["api/all", "false"], ["apps/v1", "true"]]) });
    expect((await server.fetch("/api/v1/namespaces")).status).toBe(404);
    expect((await server.fetch("/apis/apps/v1/deployments")).status).toBe(200);
    await server.close();
  });

  it("acts as an earlier release", async () => {
    const server = await start({ emulatedRelease: 33 });
    expect(await (await server.fetch("/version")).json()).toMatchObject({ minor: "34", emulationMinor: "33", minCompatibilityMinor: "32" });
    expect((await server.fetch("/apis/resource.k8s.io/v1/deviceclasses")).status).toBe(404);
    await server.close();
  });

  it("refuses settings that cannot be", async () => {
    await expect(start({ featureGates: { Nonsense: true } })).rejects.toThrow("unrecognized feature gate: Nonsense");
    await expect(start({ runtimeConfig: new Map([["example.com/v1", "true"]]) })).rejects.toThrow("unknown api groups example.com");
  });
});

describe("metrics", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  const metrics = async (): Promise<readonly string[]> => (await (await server.fetch("/metrics")).text()).split("\n");
  const place = (verb: string, scope: string): string => `code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"`;

  it("count requests by place and code, and nothing that leads nowhere", async () => {
    await server.fetch("/api/v1/namespaces/default/configmaps");
    await server.fetch("/api/v1/configmaps");
    await server.fetch("/api/v1/nowhere");
    const lines = await metrics();
    expect(lines).toContain(`apiserver_request_total{${place("LIST", "namespace")}} 1`);
    expect(lines).toContain(`apiserver_request_total{${place("LIST", "cluster")}} 1`);
    expect(lines.filter((line) => line.includes("nowhere"))).toEqual([]);
  });

  it("tell watches apart, while they go on and when they end", async () => {
    const ending = new AbortController();
    const watch = await server.fetch("/api/v1/namespaces/default/configmaps?watch=1", { signal: ending.signal });
    const reader = watch.body?.getReader();
    const first = reader?.read();
    await server.fetch("/api/v1/namespaces/default/configmaps", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"metadata":{"name":"a"}}' });
    await first;
    const open = 'component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"';
    expect(await metrics()).toContain(`apiserver_longrunning_requests{${open}} 1`);
    expect((await metrics()).find((line) => line.startsWith("apiserver_watch_events_total"))).toBe('apiserver_watch_events_total{group="",resource="configmaps",version="v1"} 1');
    ending.abort();
    await expect(reader?.read()).rejects.toThrow("abort");
    await expect.poll(metrics).toContain(`apiserver_longrunning_requests{${open}} 0`);
    expect(await metrics()).toContain(`apiserver_request_total{${place("WATCH", "namespace")}} 1`);
  });

  it("time admission plugins, and say what they refused", async () => {
    await server.fetch("/api/v1/namespaces/nowhere/configmaps", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"metadata":{"name":"a"}}' });
    const lines = await metrics();
    expect(lines.some((line) => /^apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="true",type="admit"\} [1-9]/.test(line))).toBe(true);
  });

  it("tell what is stored, and which deprecated versions are asked for", async () => {
    await server.fetch("/api/v1/endpoints");
    const lines = await metrics();
    expect(lines).toContain('apiserver_storage_objects{resource="namespaces"} 4');
    expect(lines).toContain('apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1');
    expect(lines).toContain('kubernetes_feature_enabled{name="CBORServingAndStorage",stage="ALPHA"} 0');
  });
});
