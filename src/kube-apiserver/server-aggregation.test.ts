import { describe, expect, it } from "vitest";
import { definitionOf, versionOf } from "../apiextensions/testing/definition-of.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { Handle } from "../component-base/exchange.ts";
import {
  apiService,
  behind,
  external,
  names,
  reason,
  service,
  services,
  start,
  until,
} from "./testing/aggregated-server.ts";
import type { Json } from "./testing/aggregated-server.ts";

describe("registration", () => {
  it("has an APIService for each built-in group version but its own", async () => {
    const started = await start();
    const { json } = await started.send("GET", services);
    expect(json["items"].map((item: Json) => item["metadata"].name)).toEqual(
      (
        "v1. v1.admissionregistration.k8s.io v1.apiextensions.k8s.io v1.apps v1.authentication.k8s.io " +
        "v1.authorization.k8s.io v1.autoscaling v1.batch v1.certificates.k8s.io v1.coordination.k8s.io " +
        "v1.discovery.k8s.io v1.events.k8s.io v1.flowcontrol.apiserver.k8s.io v1.networking.k8s.io v1.node.k8s.io " +
        "v1.policy v1.rbac.authorization.k8s.io v1.resource.k8s.io v1.scheduling.k8s.io v1.storage.k8s.io v2.autoscaling"
      ).split(" "),
    );
    expect(json["items"][0]).toMatchObject({
      metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
      spec: { version: "v1", groupPriorityMinimum: 18000, versionPriority: 1 },
      status: {
        conditions: [
          { type: "Available", status: "True", reason: "Local", message: "Local APIServices are always available" },
        ],
      },
    });
    expect(json["items"].at(-1)["spec"]).toEqual({
      group: "autoscaling",
      version: "v2",
      groupPriorityMinimum: 17500,
      versionPriority: 30,
    });
  });

  it("does not restore one of a built-in group before the next start", async () => {
    const medium = createMemoryBackend();
    const started = await start({ backend: medium });
    await started.send("DELETE", `${services}/v1.apps`);
    await started.server.aggregation.idle();
    expect(await names(started)).not.toContain("v1.apps");
    expect((await started.send("GET", "/apis")).text).not.toContain('"apps/v1"');
    expect((await started.send("GET", "/apis/apps/v1/deployments")).status).toBe(200);
  });

  it("registers and unregisters what definitions serve", async () => {
    const started = await start();
    const { send } = started;
    await send(
      "POST",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      definitionOf("Widget", "a.example.com", [
        { ...versionOf("v2"), storage: true },
        { ...versionOf("v1"), storage: false },
      ]),
    );
    await until(async () => (await names(started)).includes("v1.a.example.com"));
    expect((await send("GET", `${services}/v2.a.example.com`)).json).toMatchObject({
      metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
      spec: { group: "a.example.com", version: "v2", groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [{ status: "True", reason: "Local" }] },
    });
    await send("DELETE", `${services}/v2.a.example.com`);
    await until(async () => (await names(started)).includes("v2.a.example.com"));
    await send("PUT", `${services}/v2.a.example.com`, {
      ...(await send("GET", `${services}/v2.a.example.com`)).json,
      spec: apiService("v2.a.example.com").spec,
    });
    await until(async () => (await send("GET", `${services}/v2.a.example.com`)).json["spec"].versionPriority === 100);
    await send("DELETE", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.a.example.com");
    await until(async () => {
      started.clock.advance(1000);
      return !(await names(started)).some((name) => name.endsWith("a.example.com"));
    });
  });

  it("leaves an APIService alone that says nothing of being managed", async () => {
    const started = await start();
    await started.send("POST", services, apiService("v1.b.example.com"));
    await started.server.aggregation.idle();
    expect(await names(started)).toContain("v1.b.example.com");
    await started.send("POST", services, {
      ...apiService("v1.c.example.com"),
      metadata: { name: "v1.c.example.com", labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
    });
    await until(async () => !(await names(started)).includes("v1.c.example.com"));
  });
});

describe("availability", () => {
  it("tells what is missing, in upstream's words", async () => {
    const started = await start();
    const { send } = started;
    await send("POST", services, apiService("v1.x.test", behind("there")));
    expect(await reason(started, "v1.x.test", "ServiceNotFound")).toMatchObject({
      status: "False",
      message: 'service/there in "default" is not present',
    });
    await send("POST", "/api/v1/namespaces/default/services", service("there", { ports: [{ name: "web", port: 80 }] }));
    expect(await reason(started, "v1.x.test", "ServicePortError")).toMatchObject({
      message: 'service/there in "default" is not listening on port 443',
    });
    const { json } = await send("GET", "/api/v1/namespaces/default/services/there");
    json["spec"].ports = [{ name: "https", port: 443 }];
    await send("PUT", "/api/v1/namespaces/default/services/there", json);
    expect(await reason(started, "v1.x.test", "EndpointsNotFound")).toMatchObject({
      message: 'cannot find endpointslices for service/there in "default"',
    });
    const slice = {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "there-1", namespace: "default", labels: { "kubernetes.io/service-name": "there" } },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: false } }],
      ports: [{ name: "https", port: 8443 }],
    };
    const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    await send("POST", slices, slice);
    expect(await reason(started, "v1.x.test", "MissingEndpoints")).toMatchObject({
      message: 'endpointslices for service/there in "default" have no addresses with port name "https"',
    });
    await send("PUT", `${slices}/there-1`, { ...slice, endpoints: [{ addresses: ["10.1.2.3"] }] });
    expect(await reason(started, "v1.x.test", "FailedDiscoveryCheck")).toMatchObject({
      message:
        "failing or missing response from https://10.1.2.3:8443/apis/x.test/v1: " +
        'Get "https://10.1.2.3:8443/apis/x.test/v1": dial tcp 10.1.2.3:8443: connect: connection refused',
    });
    expect((await send("GET", "/apis/x.test/v1/things")).text).toBe("service unavailable\n");
    expect((await send("GET", "/metrics")).text).toContain('aggregator_unavailable_apiservice{name="v1.x.test"} 1');
  });

  it("looks again every 30 seconds", async () => {
    let status = 500;
    const asked: string[] = [];
    const extension: Handle = (exchange) => {
      asked.push(exchange.target);
      return Promise.resolve({ status, headers: [], body: "{}" });
    };
    const started = await start({ apiServers: new Map([["v1.x.test", extension]]) });
    const { send, clock } = started;
    await send("POST", "/api/v1/namespaces/default/services", external("there"));
    await send("POST", services, apiService("v1.x.test", behind("there")));
    expect(await reason(started, "v1.x.test", "FailedDiscoveryCheck")).toMatchObject({
      message:
        "failing or missing response from https://there.test:443/apis/x.test/v1: " +
        "bad status from https://there.test:443/apis/x.test/v1: 500",
    });
    status = 200;
    clock.advance(30_000);
    expect(await reason(started, "v1.x.test", "Passed")).toMatchObject({
      status: "True",
      message: "all checks passed",
    });
    status = 503;
    clock.advance(30_000);
    await reason(started, "v1.x.test", "FailedDiscoveryCheck");
    expect((await send("GET", "/metrics")).text).toContain(
      'aggregator_unavailable_apiservice_total{name="v1.x.test",reason="FailedDiscoveryCheck"} 1',
    );
    expect(asked).toContain("/apis/x.test/v1");
  });

  it("gives up a server that stalls in its answer to discovery, and answers meanwhile", async () => {
    const given: AbortSignal[] = [];
    async function* stalling(signal: AbortSignal): AsyncGenerator<string> {
      given.push(signal);
      yield "{";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    }
    const type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const extension: Handle = ({ target, signal }) =>
      Promise.resolve({
        status: 200,
        headers: [["Content-Type", type]],
        body: target === "/apis" ? stalling(signal) : "{}",
      });
    const started = await start({ apiServers: new Map([["v1.x.test", extension]]) });
    await started.send("POST", "/api/v1/namespaces/default/services", external("there"));
    await started.send("POST", services, apiService("v1.x.test", behind("there")));
    await until(() => given.length > 0);
    started.clock.advance(5000);
    await until(() => given[0]?.aborted === true);
    const asked = await started.send("GET", "/apis/x.test");
    expect(asked.status).toBe(200);
  });
});
