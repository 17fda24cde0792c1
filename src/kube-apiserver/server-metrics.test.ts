import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

describe("metrics", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await createApiServer({
      backend: createMemoryBackend(),
      clock: createSystemClock(),
      random: createSystemRandom(),
    });
  });
  afterAll(() => server.close());
  const metrics = async (): Promise<readonly string[]> => (await (await server.fetch("/metrics")).text()).split("\n");
  const place = (verb: string, scope: string): string =>
    `code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"`;

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
    await server.fetch("/api/v1/namespaces/default/configmaps", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"metadata":{"name":"a"}}',
    });
    await first;
    const open =
      'component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"';
    expect(await metrics()).toContain(`apiserver_longrunning_requests{${open}} 1`);
    expect((await metrics()).find((line) => line.startsWith("apiserver_watch_events_total"))).toBe(
      'apiserver_watch_events_total{group="",resource="configmaps",version="v1"} 1',
    );
    expect(await metrics()).toContain(
      'apiserver_watch_events_sizes_count{group="",resource="configmaps",version="v1"} 1',
    );
    ending.abort();
    await expect(reader?.read()).rejects.toThrow("abort");
    await expect.poll(metrics).toContain(`apiserver_longrunning_requests{${open}} 0`);
    expect(await metrics()).toContain(`apiserver_request_total{${place("WATCH", "namespace")}} 1`);
  });

  it("time watches until they have told what there was", async () => {
    const ending = new AbortController();
    const watch = await server.fetch(
      "/api/v1/namespaces?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan",
      { signal: ending.signal },
    );
    const reader = watch.body?.getReader();
    let text = "";
    while (!text.includes("initial-events-end")) text += new TextDecoder().decode((await reader?.read())?.value);
    const next = reader?.read().catch(() => undefined);
    await expect
      .poll(metrics)
      .toContain(
        'apiserver_watch_list_duration_seconds_count{group="",resource="namespaces",scope="cluster",version="v1"} 1',
      );
    ending.abort();
    await next;
  });

  it("time admission plugins, and say what they refused", async () => {
    await server.fetch("/api/v1/namespaces/nowhere/configmaps", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"metadata":{"name":"a"}}',
    });
    const lines = await metrics();
    expect(
      lines.some((line) =>
        /^apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="true",type="admit"\} [1-9]/.test(
          line,
        ),
      ),
    ).toBe(true);
  });

  it("tell what is stored, and which deprecated versions are asked for", async () => {
    await server.fetch("/api/v1/endpoints");
    await server.fetch("/api/v1/namespaces/default/endpoints/nowhere");
    const lines = await metrics();
    expect(lines).toContain('apiserver_storage_objects{resource="namespaces"} 4');
    expect(lines).toContain(
      'apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1',
    );
    expect(lines).toContain('kubernetes_feature_enabled{name="CBORServingAndStorage",stage="ALPHA"} 0');
  });

  it("time authentication, authorization and the steps of admission, and size what is sent", async () => {
    await server.fetch("/api/v1/namespaces/default/configmaps", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"metadata":{"name":"sized"}}',
    });
    const lines = await metrics();
    const count = (start: string): number =>
      Number(
        lines
          .find((line) => line.startsWith(start))
          ?.split(" ")
          .at(-1),
      );
    expect(count('authorization_duration_seconds_count{result="allowed"}')).toBeGreaterThan(0);
    expect(count('authentication_duration_seconds_count{result="success"}')).toBeGreaterThan(0);
    for (const step of ["admit", "validate"])
      expect(
        count(
          `apiserver_admission_step_admission_duration_seconds_count{operation="CREATE",rejected="false",type="${step}"}`,
        ),
      ).toBeGreaterThan(0);
    expect(
      count('apiserver_request_body_size_bytes_bucket{group="",resource="configmaps",verb="create",le="50000"}'),
    ).toBeGreaterThan(0);
  });

  it("count lists with what they looked at and found, and the changes that storage has seen", async () => {
    const pods = "/api/v1/namespaces/default/podtemplates";
    for (const team of ["a", "b"]) {
      await server.fetch(pods, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          metadata: { generateName: "t", labels: { team } },
          template: { spec: { containers: [{ name: "c", image: "i" }] } },
        }),
      });
    }
    await server.fetch(`${pods}?labelSelector=team=a`);
    await server.fetch(`${pods}?resourceVersion=0`);
    const lines = await metrics();
    expect(lines).toContain('apiserver_cache_list_total{group="",index="",resource="podtemplates"} 2');
    expect(lines).toContain('apiserver_cache_list_fetched_objects_total{group="",index="",resource="podtemplates"} 4');
    expect(lines).toContain('apiserver_cache_list_returned_objects_total{group="",resource="podtemplates"} 3');
    expect(lines).toContain(
      'apiserver_watch_cache_consistent_read_total{fallback="false",group="",resource="podtemplates",success="true"} 1',
    );
    expect(lines).toContain('apiserver_watch_cache_events_received_total{group="",resource="podtemplates"} 2');
  });

  it("tell health checks from requests for resources", async () => {
    await server.fetch("/readyz");
    expect(await metrics()).toContain(
      'apiserver_request_total{code="200",component="",dry_run="",group="",resource="",scope="",subresource="/readyz",verb="GET",version=""} 1',
    );
  });

  it("time the rules of custom resources", async () => {
    const schema = {
      type: "object",
      properties: {
        spec: {
          type: "object",
          "x-kubernetes-validations": [{ rule: "has(self.a)" }],
          properties: { a: { type: "integer" } },
        },
      },
    };
    const definition = {
      metadata: { name: "gears.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "gears", kind: "Gear" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
    const post = (path: string, body: object) =>
      server.fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    await post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    const gear = { apiVersion: "example.com/v1", kind: "Gear", metadata: { generateName: "g" }, spec: { a: 1 } };
    await expect.poll(async () => (await post("/apis/example.com/v1/namespaces/default/gears", gear)).status).toBe(201);
    const lines = await metrics();
    expect(lines).toContain("apiserver_cel_compilation_duration_seconds_count 1");
    expect(lines).toContain("apiserver_cel_evaluation_duration_seconds_count 1");
  });
});

it("hides the metrics that an earlier release deprecated, until they are asked for", async () => {
  const read = async (showHiddenMetrics: boolean): Promise<string> => {
    const server = await createApiServer({
      backend: createMemoryBackend(),
      clock: createSystemClock(),
      random: createSystemRandom(),
      showHiddenMetrics,
    });
    await server.fetch("/api/v1/namespaces");
    const text = await (await server.fetch("/metrics")).text();
    await server.close();
    return text;
  };
  const [plain, all] = [await read(false), await read(true)];
  expect(plain).not.toContain("apiserver_request_slo_duration_seconds");
  expect(plain).toContain("\nhidden_metrics_total 1\n");
  expect(plain).not.toContain('deprecated_version="1.');
  expect(all).toContain("# HELP apiserver_request_slo_duration_seconds [ALPHA] (Deprecated since 1.27.0) Response");
  expect(all).toContain('registered_metrics_total{deprecated_version="1.27.0",stability_level="ALPHA"} 1\n');
  expect(all).toContain("\nhidden_metrics_total 0\n");
});
