import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { definitionOf, versionOf } from "../apiextensions/testing/definition-of.ts";

const version = (name: string, more: object) =>
  versionOf(name, { type: "object" }, { subresources: { status: {} }, ...more });
const definition = definitionOf("Widget", "example.com", [
  version("v1", {}),
  version("v1beta1", { deprecated: true }),
  version("v1alpha1", { deprecated: true, deprecationWarning: "widgets were better once" }),
]);

let server: ApiServer;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    runtimeConfig: new Map([["networking.k8s.io/v1beta1", "true"]]),
  });
  await server.fetch("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(definition),
  });
  await vi.waitUntil(async () => (await server.fetch(path("v1"))).ok, { timeout: 60_000 });
});
afterAll(() => server.close());

const path = (name: string): string => `/apis/example.com/${name}/namespaces/default/widgets`;
const warning = async (target: string): Promise<string | null> => (await server.fetch(target)).headers.get("Warning");
const asked = async (): Promise<readonly string[]> =>
  (await (await server.fetch("/metrics")).text())
    .split("\n")
    .filter((line) => line.startsWith("apiserver_requested_deprecated_apis{"));

describe("a deprecation", () => {
  it("of a custom version is told with its own words, or with the version to use", async () => {
    expect(await warning(path("v1"))).toBeNull();
    expect(await warning(path("v1beta1"))).toBe(
      '299 - "example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget"',
    );
    expect(await warning(path("v1alpha1"))).toBe('299 - "widgets were better once"');
  });

  it("is counted by what was asked for, subresources apart, with the release that will be without it", async () => {
    await server.fetch(path("v1alpha1"));
    await server.fetch(`${path("v1beta1")}/none/status`);
    await server.fetch("/apis/networking.k8s.io/v1beta1/servicecidrs/none/status");
    const lines = await asked();
    expect(lines).toContain(
      'apiserver_requested_deprecated_apis{group="example.com",removed_release="",resource="widgets",subresource="",version="v1alpha1"} 1',
    );
    expect(lines).toContain(
      'apiserver_requested_deprecated_apis{group="example.com",removed_release="",resource="widgets",subresource="status",version="v1beta1"} 1',
    );
    expect(lines).toContain(
      'apiserver_requested_deprecated_apis{group="networking.k8s.io",removed_release="1.37",resource="servicecidrs",subresource="status",version="v1beta1"} 1',
    );
    expect(lines.filter((line) => line.includes('version="v1"'))).toEqual([]);
  });

  it("is told on every way to a kind: its subresources, what is never stored, and watches", async () => {
    expect(await warning("/apis/networking.k8s.io/v1beta1/servicecidrs/none/status")).toContain(
      "networking.k8s.io/v1beta1 ServiceCIDR is deprecated",
    );
    expect(await warning("/api/v1/componentstatuses")).toContain("v1 ComponentStatus is deprecated in v1.19+");
    const ending = new AbortController();
    expect((await server.fetch("/api/v1/watch/endpoints", { signal: ending.signal })).headers.get("Warning")).toContain(
      "v1 Endpoints is deprecated",
    );
    ending.abort();
    await expect
      .poll(asked)
      .toContain(
        'apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1',
      );
  });
});
