import { describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { ApiServerOptions } from "./options.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const start = (options: Partial<ApiServerOptions> = {}): Promise<ApiServer> =>
  createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    ...options,
  });

describe("a server with settings", () => {
  it("serves what the runtime configuration says, everywhere", async () => {
    const server = await start({
      runtimeConfig: new Map([
        ["apps/v1/deployments", "false"],
        ["resource.k8s.io/v1beta2", "true"],
      ]),
    });
    const json = async (path: string) => (await server.fetch(path)).json();
    expect((await server.fetch("/apis/apps/v1/namespaces/default/deployments")).status).toBe(404);
    expect((await json("/apis/apps/v1")).resources.map(({ name }: { name: string }) => name)).not.toContain(
      "deployments",
    );
    expect((await json("/apis/resource.k8s.io")).versions.map(({ version }: { version: string }) => version)).toEqual([
      "v1",
      "v1beta2",
    ]);
    expect(Object.keys((await json("/openapi/v3")).paths)).toContain("apis/resource.k8s.io/v1beta2");
    await server.close();
  });

  it("works with its own objects even where nobody is served them", async () => {
    const server = await start({
      runtimeConfig: new Map([
        ["api/all", "false"],
        ["apps/v1", "true"],
      ]),
    });
    expect((await server.fetch("/api/v1/namespaces")).status).toBe(404);
    expect((await server.fetch("/apis/apps/v1/deployments")).status).toBe(200);
    await server.close();
  });

  it("acts as an earlier release", async () => {
    const server = await start({ emulatedRelease: 33 });
    expect(await (await server.fetch("/version")).json()).toMatchObject({
      minor: "34",
      emulationMinor: "33",
      minCompatibilityMinor: "32",
    });
    expect((await server.fetch("/apis/resource.k8s.io/v1/deviceclasses")).status).toBe(404);
    await server.close();
  });

  it("serves what an earlier release served, on the objects of the versions that stayed", async () => {
    const server = await start({
      emulatedRelease: 31,
      runtimeConfig: new Map([
        ["flowcontrol.apiserver.k8s.io/v1beta3", "true"],
        ["authentication.k8s.io/v1beta1", "true"],
      ]),
    });
    const beta = "/apis/flowcontrol.apiserver.k8s.io/v1beta3/prioritylevelconfigurations";
    const headers = { "Content-Type": "application/json" };
    const created = await server.fetch(beta, {
      method: "POST",
      headers,
      body: JSON.stringify({
        metadata: { name: "a" },
        spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
      }),
    });
    expect([created.status, created.headers.get("Warning")]).toEqual([
      201,
      '299 - "flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration is deprecated in v1.29+, unavailable in v1.32+; use flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration"',
    ]);
    const stable = await (await server.fetch(beta.replace("v1beta3", "v1") + "/a")).json();
    expect(stable).toMatchObject({
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      spec: { limited: { nominalConcurrencyShares: 30 } },
    });
    expect((await server.fetch(`${beta}/a/status`)).headers.get("Warning")).toContain("is deprecated in v1.29+");
    const review = await server.fetch("/apis/authentication.k8s.io/v1beta1/selfsubjectreviews", {
      method: "POST",
      headers,
      body: "{}",
    });
    expect([review.status, (await review.json()).apiVersion]).toEqual([201, "authentication.k8s.io/v1beta1"]);
    const versions = (await (await server.fetch("/apis/flowcontrol.apiserver.k8s.io")).json()).versions.map(
      ({ version }: { version: string }) => version,
    );
    expect(versions).toEqual(["v1", "v1beta3"]);
    await server.close();
  });

  it("serves what a feature brings only where that is on", async () => {
    const all = new Map([["api/all", "true"]]);
    const [without, withGates, before] = [
      await start({ runtimeConfig: all }),
      await start({ runtimeConfig: all, featureGates: { ClusterTrustBundle: true, InPlacePodVerticalScaling: false } }),
      await start({ emulatedRelease: 32 }),
    ];
    const status = async (server: ApiServer, path: string): Promise<number> => (await server.fetch(path)).status;
    const resources = async (server: ApiServer): Promise<readonly string[]> =>
      (await (await server.fetch("/api/v1")).json()).resources.map(({ name }: { name: string }) => name);
    const bundles = "/apis/certificates.k8s.io/v1beta1/clustertrustbundles";
    expect([await status(without, bundles), await status(withGates, bundles)]).toEqual([404, 200]);
    expect(await resources(without)).toContain("pods/resize");
    expect(await resources(withGates)).not.toContain("pods/resize");
    expect(await resources(before)).not.toContain("pods/resize");
    await Promise.all([without, withGates, before].map((server) => server.close()));
  });

  it("has a 404 for what is removed", async () => {
    const server = await start();
    expect((await server.fetch("/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas")).status).toBe(404);
    expect(await (await server.fetch("/apis/extensions/v1beta1/ingresses")).text()).toBe("404 page not found\n");
    await server.close();
  });

  it("tells what a neighbour of an earlier release can read of the storage", async () => {
    const hash = async (server: ApiServer, group: string, resource: string) =>
      (await (await server.fetch(`/apis/${group}/v1`)).json()).resources.find(
        ({ name }: { name: string }) => name === resource,
      )?.storageVersionHash;
    const [now, before] = [await start(), await start({ emulatedRelease: 33 })];
    expect(await hash(before, "networking.k8s.io", "servicecidrs")).not.toBe(
      await hash(now, "networking.k8s.io", "servicecidrs"),
    );
    expect(await hash(before, "apps", "deployments")).toBe(await hash(now, "apps", "deployments"));
    await Promise.all([now.close(), before.close()]);
  });

  it.each([
    "admission.k8s.io/v1",
    "admission.k8s.io/v1beta1",
    "imagepolicy.k8s.io/v1alpha1",
    "apiextensions.k8s.io/v1beta1",
    "apiregistration.k8s.io/v1beta1",
    "extensions/v1beta1",
    "autoscaling/v2beta2",
  ])("takes %s, which is registered though not served", async (key) => {
    const server = await start({ runtimeConfig: new Map([[key, "true"]]) });
    expect((await server.fetch(`/apis/${key}`)).status).toBe(404);
    await server.close();
  });

  it("refuses settings that cannot be", async () => {
    await expect(start({ featureGates: { Nonsense: true } })).rejects.toThrow("unrecognized feature gate: Nonsense");
    await expect(start({ runtimeConfig: new Map([["example.com/v1", "true"]]) })).rejects.toThrow(
      "unknown api groups example.com",
    );
  });
});
