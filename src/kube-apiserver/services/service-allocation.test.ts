import { afterEach, describe, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import type { ApiServerOptions } from "../options.ts";
import { createApiServer, type ApiServer } from "../server.ts";

const services = "/api/v1/namespaces/default/services";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
const networks = "/apis/networking.k8s.io/v1/servicecidrs";
const dual = { serviceClusterIpRange: "10.0.0.0/24,fd00::/112" };

const servers: ApiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: Partial<ApiServerOptions> = {}): Promise<ApiServer> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSystemRandom(),
    ...options,
  });
  servers.push(server);
  return server;
}

interface Service {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: {
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly ipFamilies?: readonly string[];
    readonly ipFamilyPolicy?: string;
    readonly healthCheckNodePort?: number;
    readonly ports: readonly { readonly nodePort?: number }[];
  };
}

async function send(server: ApiServer, method: string, path: string, body?: object) {
  const patch = method === "PATCH";
  const answer = await server.fetch(path, {
    method,
    headers: { "Content-Type": patch ? "application/merge-patch+json" : "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  // The tests know the shape of the answers.
  return { code: answer.status, body: (await answer.json()) as Service & { message: string; items: readonly Named[] } };
}

interface Named {
  readonly metadata: { readonly name: string };
}

const create = (server: ApiServer, name: string, spec: object, query = "") =>
  send(server, "POST", `${services}${query}`, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });

const namesOf = async (server: ApiServer, path: string): Promise<readonly string[]> =>
  (await send(server, "GET", path)).body.items.map(({ metadata }) => metadata.name);

describe("addresses", () => {
  it("are objects that go with their service", async () => {
    const server = await start();
    const { body } = await create(server, "a", {});
    const ip = body.spec.clusterIP ?? "";
    expect((await send(server, "GET", `${addresses}/${ip}`)).body).toMatchObject({
      metadata: {
        labels: {
          "ipaddress.kubernetes.io/ip-family": "IPv4",
          "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
        },
      },
      spec: { parentRef: { resource: "services", namespace: "default", name: "a" } },
    });
    await send(server, "DELETE", `${services}/a`);
    expect(await namesOf(server, addresses)).toEqual(["10.0.0.1"]);
  });

  it("are given away once only", async () => {
    const server = await start();
    const answers = await Promise.all(["a", "b"].map((name) => create(server, name, { clusterIP: "10.0.0.9" })));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([201, 422]);
    const refused = answers.find(({ code }) => code === 422);
    expect(refused?.body.message).toMatch(
      /^Service "[ab]" is invalid: spec\.clusterIPs: Invalid value: \["10\.0\.0\.9"\]: failed to allocate IP 10\.0\.0\.9: provided IP is already allocated$/,
    );
  });

  it("are released when a service cannot be stored", async () => {
    const server = await start();
    await create(server, "a", {});
    expect((await create(server, "a", {})).code).toBe(409);
    expect((await create(server, "b", { clusterIP: "10.0.0.7", ports: [{ port: 0 }] })).code).toBe(422);
    expect(await namesOf(server, addresses)).toHaveLength(2);
  });

  it("are not allocated by a dry run, which answers that of the network", async () => {
    const server = await start();
    expect((await create(server, "a", { type: "NodePort" }, "?dryRun=All")).body.spec).toMatchObject({
      clusterIP: "10.0.0.0",
      ports: [{ nodePort: 32_769 }],
    });
    expect((await create(server, "a", { clusterIP: "10.0.1.1" }, "?dryRun=All")).body.message).toContain(
      "the provided IP (10.0.1.1) is not in the valid range. The range of valid IPs is 10.0.0.0/24",
    );
    expect(await namesOf(server, addresses)).toEqual(["10.0.0.1"]);
  });

  it("run out, and come from another network then", async () => {
    const server = await start({ serviceClusterIpRange: "10.1.0.0/29" });
    const given = new Set<string | undefined>();
    for (const name of ["a", "c", "d", "e", "f"]) given.add((await create(server, name, {})).body.spec.clusterIP);
    expect(given).toEqual(new Set([2, 3, 4, 5, 6].map((host) => `10.1.0.${host}`)));
    const full = await create(server, "b", {});
    expect(full.code).toBe(500);
    expect(full.body.message).toBe("Internal error occurred: failed to allocate a serviceIP: range is full");
    await send(server, "POST", networks, { metadata: { name: "more" }, spec: { cidrs: ["10.2.0.0/28"] } });
    expect((await create(server, "b", {})).body.spec.clusterIP).toMatch(/^10\.2\.0\./);
  });

  it("are added again while their service has them", async () => {
    const server = await start();
    await create(server, "a", { clusterIP: "10.0.0.9" });
    await send(server, "DELETE", `${addresses}/10.0.0.9`);
    expect((await create(server, "b", { clusterIP: "10.0.0.9" })).code).toBe(422);
  });

  it("of both families come and go with the policy", async () => {
    const server = await start(dual);
    const { body } = await create(server, "a", { ipFamilyPolicy: "PreferDualStack" });
    expect(body.spec.ipFamilies).toEqual(["IPv4", "IPv6"]);
    expect(body.spec.clusterIPs?.[1]).toMatch(/^fd00::/);
    const single = await send(server, "PATCH", `${services}/a`, { spec: { ipFamilyPolicy: "SingleStack" } });
    expect(single.body.spec).toMatchObject({ ipFamilies: ["IPv4"], clusterIPs: [body.spec.clusterIP] });
    expect(await namesOf(server, addresses)).toHaveLength(2);
    const again = await send(server, "PATCH", `${services}/a`, { spec: { ipFamilyPolicy: "RequireDualStack" } });
    expect(again.body.spec.clusterIPs?.[1]).toMatch(/^fd00::/);
    const reduced = await send(server, "PATCH", `${services}/a`, { spec: { ipFamilies: ["IPv4"] } });
    expect(reduced.body.message).toContain("must be 'SingleStack' to release the secondary IP family");
  });

  it("of both families are needed by no service of one", async () => {
    const server = await start();
    const refused = await create(server, "a", { ipFamilyPolicy: "RequireDualStack" });
    expect(refused.body.message).toContain("this cluster is not configured for dual-stack services");
    const headless = await create(server, "b", { clusterIP: "None" });
    expect(headless.body.spec).toMatchObject({ ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" });
  });

  it("go when a service becomes an external name, and stay with a manifest without them", async () => {
    const server = await start();
    const { body } = await create(server, "a", {});
    const same = { metadata: { name: "a" }, spec: { ports: [{ port: 81 }] } };
    expect((await send(server, "PUT", `${services}/a`, same)).body.spec.clusterIP).toBe(body.spec.clusterIP);
    const external = { spec: { type: "ExternalName", externalName: "example.com" } };
    expect((await send(server, "PATCH", `${services}/a`, external)).body.spec).not.toHaveProperty("clusterIP");
    expect(await namesOf(server, addresses)).toEqual(["10.0.0.1"]);
  });

  it("are kept without objects by a release that has none", async () => {
    const server = await start({ emulatedRelease: 31 });
    const { body } = await create(server, "a", {});
    expect((await create(server, "b", { clusterIP: body.spec.clusterIP })).code).toBe(422);
    expect((await create(server, "b", { clusterIP: "10.0.1.1" })).body.message).toContain(
      "The range of valid IPs is 10.0.0.0/24",
    );
  });
});

describe("node ports", () => {
  const port = (nodePort: number, more: object = {}) => ({
    type: "NodePort",
    ports: [{ port: 80, nodePort, ...more }],
  });

  it("are given away once, and again after a deletion", async () => {
    const server = await start();
    await create(server, "a", port(30_001));
    expect((await create(server, "b", port(30_001))).body.message).toBe(
      'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated',
    );
    await send(server, "DELETE", `${services}/a`);
    expect((await create(server, "b", port(30_001))).code).toBe(201);
  });

  it("are within the range of the server", async () => {
    const server = await start({ serviceNodePortRange: "31000-31001" });
    expect((await create(server, "a", port(30_001))).body.message).toContain(
      "provided port is not in the valid range. The range of valid ports is 31000-31001",
    );
    const given = [await create(server, "a", { type: "NodePort" }), await create(server, "b", { type: "NodePort" })];
    expect(new Set(given.map(({ body }) => body.spec.ports[0]?.nodePort))).toEqual(new Set([31_000, 31_001]));
    expect((await create(server, "c", { type: "NodePort" })).body.message).toBe(
      "Internal error occurred: failed to allocate a nodePort: range is full",
    );
  });

  it("are released by a change of type, once that is stored", async () => {
    const server = await start();
    await create(server, "a", port(30_001));
    await send(server, "PATCH", `${services}/a`, { spec: { type: "ClusterIP", ports: null } });
    expect((await create(server, "b", port(30_001))).code).toBe(422);
    await send(server, "PATCH", `${services}/a`, { spec: { type: "ClusterIP" } });
    expect((await create(server, "b", port(30_001))).code).toBe(201);
  });

  it("for health checks stay with their service", async () => {
    const server = await start();
    const local = { type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 30_005 };
    await create(server, "a", local);
    expect((await create(server, "b", local)).body.message).toBe(
      "Internal error occurred: failed to allocate requested HealthCheck NodePort 30005: provided port is already allocated",
    );
    await send(server, "PATCH", `${services}/a`, { spec: { externalTrafficPolicy: "Cluster" } });
    expect((await create(server, "b", local)).code).toBe(201);
  });
});

describe("after a restart", () => {
  it("what Services have is in use, and addresses are repaired", async () => {
    const medium = createMemoryMedium();
    const first = await start({ backend: createMemoryBackend(medium) });
    await create(first, "a", { clusterIP: "10.0.0.9", type: "NodePort", ports: [{ port: 80, nodePort: 30_001 }] });
    const lost = { resource: "services", namespace: "default", name: "gone" };
    const labels = { "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io" };
    await send(first, "POST", addresses, { metadata: { name: "10.0.0.77", labels }, spec: { parentRef: lost } });
    await first.close();
    servers.pop();
    const second = await start({ backend: createMemoryBackend(medium) });
    expect((await create(second, "b", { clusterIP: "10.0.0.9" })).code).toBe(422);
    const taken = { type: "NodePort", ports: [{ port: 80, nodePort: 30_001 }] };
    expect((await create(second, "b", taken)).code).toBe(422);
    expect(await namesOf(second, addresses)).toEqual(["10.0.0.1", "10.0.0.9"]);
  });
});

it("a second network is added to the default one", async () => {
  const medium = createMemoryMedium();
  const first = await start({ backend: createMemoryBackend(medium) });
  await first.close();
  servers.pop();
  const second = await start({ backend: createMemoryBackend(medium), ...dual });
  expect((await send(second, "GET", `${networks}/kubernetes`)).body.spec).toEqual({
    cidrs: ["10.0.0.0/24", "fd00::/112"],
  });
});

it("names may begin with a digit where the gate says so", async () => {
  const strict = await start();
  expect((await create(strict, "1a", {})).code).toBe(422);
  const relaxed = await start({ featureGates: { RelaxedServiceNameValidation: true } });
  expect((await create(relaxed, "1a", {})).code).toBe(201);
});

describe("the server itself", () => {
  it("is a service with an address, endpoints and a network", async () => {
    const server = await start();
    expect((await send(server, "GET", `${services}/kubernetes`)).body).toMatchObject({
      metadata: { labels: { component: "apiserver", provider: "kubernetes" } },
      spec: {
        clusterIP: "10.0.0.1",
        clusterIPs: ["10.0.0.1"],
        ports: [{ name: "https", port: 443, targetPort: 6443 }],
      },
    });
    expect((await send(server, "GET", `${networks}/kubernetes`)).body).toMatchObject({
      spec: { cidrs: ["10.0.0.0/24"] },
      status: { conditions: [{ type: "Ready", status: "True" }] },
    });
    expect(
      (await send(server, "PUT", `${services}/kubernetes`, (await send(server, "GET", `${services}/kubernetes`)).body))
        .code,
    ).toBe(200);
  });

  it("is there again ten seconds after a deletion", async () => {
    const clock = new FakeClock();
    const server = await start({ clock });
    await send(server, "DELETE", `${services}/kubernetes`);
    expect((await send(server, "GET", `${services}/kubernetes`)).code).toBe(404);
    clock.advance(10_000);
    await expect.poll(async () => (await send(server, "GET", `${services}/kubernetes`)).code).toBe(200);
    expect(await namesOf(server, addresses)).toEqual(["10.0.0.1"]);
  });

  it.each([
    [{ serviceClusterIpRange: "10.0.0.0" }, "service-cluster-ip-range[0] is not a valid cidr"],
    [
      { serviceClusterIpRange: "10.0.0.0/30" },
      "error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses",
    ],
    [{ serviceClusterIpRange: "10.0.0.0/24,10.0.1.0/24" }, "must be of different IP family"],
    [{ serviceNodePortRange: "31000-30000" }, "end port cannot be less than start port"],
  ])("does not start with %j", async (options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });
});
