import { describe, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { countReconciler, leaseReconciler, type EndpointReconciler } from "./endpoint-reconciler.ts";
import { keepEndpoints } from "./keep-endpoints.ts";

const endpoints = { group: "", version: "v1", resource: "endpoints", namespace: "default" };
const slices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", namespace: "default" };

function setUp() {
  const api = new FakeApi([
    served("", "v1", "endpoints", "Endpoints"),
    served("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"),
  ]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  const there = new Set<string>();
  const leases = {
    list: async () => [...there],
    update: async (ip: string) => void there.add(ip),
    remove: async (ip: string) => void there.delete(ip),
  };
  const stored = async () => {
    const { subsets, metadata } = await client.get(endpoints, "kubernetes");
    const { endpoints: listed, ports, addressType } = await client.get(slices, "kubernetes");
    const [subset] = (subsets ?? []) as { addresses: { ip: string }[]; ports: unknown }[];
    const addresses = subset?.addresses.map(({ ip }) => ip) ?? [];
    expect((listed as { addresses: string[] }[]).map((endpoint) => endpoint.addresses[0])).toEqual(addresses);
    expect(metadata.labels).toEqual({ "endpointslice.kubernetes.io/skip-mirror": "true" });
    expect(ports ?? []).toEqual(subset?.ports ?? []);
    return { addresses, ports, addressType };
  };
  const server = (ip: string): EndpointReconciler => leaseReconciler(client, { ip, port: 6443 }, leases);
  return { api, client, there, server, stored };
}

describe("the endpoints of the Service kubernetes", () => {
  it("are the servers that have leases", async () => {
    const { there, server, stored } = setUp();
    const [one, two] = [server("10.1.0.2"), server("10.1.0.1")];
    await one.reconcile();
    expect(await stored()).toEqual({
      addresses: ["10.1.0.2"],
      ports: [{ name: "https", port: 6443, protocol: "TCP" }],
      addressType: "IPv4",
    });
    await two.reconcile();
    expect((await stored()).addresses).toEqual(["10.1.0.1", "10.1.0.2"]);
    there.delete("10.1.0.1"); // its lease has ended
    await one.reconcile();
    expect((await stored()).addresses).toEqual(["10.1.0.2"]);
    await one.remove();
    expect((await stored()).addresses).toEqual([]);
  });

  it("are written only when they are others, and anew when somebody has changed them", async () => {
    const { client, server, stored } = setUp();
    const one = server("10.1.0.1");
    await one.reconcile();
    const before = await client.get(endpoints, "kubernetes");
    await one.reconcile();
    expect((await client.get(endpoints, "kubernetes")).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    await client.update(endpoints, { ...before, subsets: [{ addresses: [{ ip: "10.9.9.9" }], ports: [{ port: 1 }] }] });
    await client.delete(slices, "kubernetes");
    await one.reconcile();
    expect((await stored()).addresses).toEqual(["10.1.0.1"]);
  });

  it("are not erased when no lease is found, and have a slice of their own family", async () => {
    const { client, there, server, stored } = setUp();
    const one = server("10.1.0.1");
    await one.reconcile();
    const forgetful = leaseReconciler(
      client,
      { ip: "10.1.0.2", port: 6443 },
      { list: async () => [], update: async () => undefined, remove: async () => undefined },
    );
    await expect(forgetful.reconcile()).rejects.toThrow("refusing to erase all endpoints");
    expect((await stored()).addresses).toEqual(["10.1.0.1"]);
    there.clear();
    await server("fd00::1").reconcile();
    expect(await stored()).toMatchObject({ addresses: ["fd00::1"], addressType: "IPv6" });
  });

  it("are those of all servers that write at the same time", async () => {
    const { client, server, stored } = setUp();
    const ips = ["10.1.0.1", "10.1.0.2", "10.1.0.3"];
    await Promise.all(ips.map((ip) => server(ip).reconcile()));
    expect((await stored()).addresses).toEqual(ips);
    await Promise.all(ips.map((ip) => countReconciler(client, { ip, port: 6444 }, 3).reconcile()));
    expect((await stored()).addresses).toEqual(ips);
  });

  it("are those that each server adds, up to a number from its own on", async () => {
    const { client, stored } = setUp();
    const server = (ip: string): EndpointReconciler => countReconciler(client, { ip, port: 6443 }, 2);
    await server("10.1.0.1").reconcile();
    await server("10.1.0.3").reconcile();
    expect((await stored()).addresses).toEqual(["10.1.0.1", "10.1.0.3"]);
    await server("10.1.0.2").reconcile();
    expect((await stored()).addresses).toEqual(["10.1.0.2", "10.1.0.3"]);
    await server("10.1.0.3").remove();
    expect((await stored()).addresses).toEqual(["10.1.0.2"]);
  });
});

describe("keeping a server among them", () => {
  it("goes on after failures, and takes the server out once", async () => {
    const clock = new FakeClock();
    const calls: string[] = [];
    const reports: string[] = [];
    let fails = true;
    const reconciler: EndpointReconciler = {
      async reconcile() {
        calls.push("reconcile");
        if (fails) throw new Error("etcd is away");
      },
      remove: async () => void calls.push("remove"),
    };
    const leave = keepEndpoints(clock, reconciler, (message) => void reports.push(message));
    await until(() => clock.pending === 1);
    expect(reports).toEqual(["unable to reconcile the endpoints of the kubernetes Service: etcd is away"]);
    fails = false;
    clock.advance(10_000);
    await until(() => clock.pending === 1);
    await Promise.all([leave(), leave()]);
    expect(calls).toEqual(["reconcile", "reconcile", "remove"]);
    expect(clock.pending).toBe(0);
  });
});
