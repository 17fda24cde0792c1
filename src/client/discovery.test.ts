import { describe, expect, it } from "vitest";
import type { Handle } from "../component-base/exchange.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { Client } from "./client.ts";
import { discover, type Discovered, type KnownDocuments, preferred } from "./discovery.ts";
import { DiscoveryWatcher } from "./discovery-watcher.ts";
import { FakeApi, served } from "./testing/fake-api.ts";
import { until } from "./testing/until.ts";

// oxfmt-ignore
const legacy: Readonly<Record<string, unknown>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": { kind: "APIGroupList", groups: [{ name: "g.io", versions: [{ version: "v1beta1" }, { version: "v1" }], preferredVersion: { version: "v1" } }] },
  "/api/v1": { kind: "APIResourceList", resources: [{ name: "pods", singularName: "pod", namespaced: true, kind: "Pod", verbs: ["get", "list"], shortNames: ["po"] }, { name: "pods/status", kind: "Pod", namespaced: true, verbs: ["get"] }] },
  "/apis/g.io/v1": { kind: "APIResourceList", resources: [{ name: "foos", kind: "Foo", namespaced: false, verbs: ["get"] }] },
};

const legacyHandle: Handle = ({ target }) => {
  const body = legacy[target];
  return Promise.resolve(
    body === undefined
      ? { status: 503, headers: [], body: "down" }
      : { status: 200, headers: [], body: JSON.stringify(body) },
  );
};

describe("discover", () => {
  it("reads aggregated discovery with two requests", async () => {
    const api = new FakeApi([
      served("", "v1", "pods", "Pod"),
      served("g.io", "v1", "foos", "Foo", false),
      served("g.io", "v1beta1", "foos", "Foo", false),
    ]);
    const { resources } = await discover(new Client({ handle: api.handle, userAgent: "t" }));
    expect(api.requests).toEqual(["GET /api", "GET /apis"]);
    expect(
      preferred(resources).map(
        ({ group, version, resource, namespaced }) => `${group}/${version}/${resource} ${namespaced}`,
      ),
    ).toEqual(["/v1/pods true", "g.io/v1/foos false"]);
  });

  it("reads group by group where there is none, the preferred version first, and says what failed", async () => {
    const { resources, failures } = await discover(new Client({ handle: legacyHandle, userAgent: "t" }));
    expect(
      resources.map(({ resource, version, subresources, shortNames }) => [resource, version, subresources, shortNames]),
    ).toEqual([
      ["pods", "v1", ["status"], ["po"]],
      ["foos", "v1", [], []],
    ]);
    expect(failures).toEqual([{ groupVersion: "g.io/v1beta1", message: "down" }]);
  });
});

describe("a reader that knows documents", () => {
  const groups: { name: string; version: string }[] = [];
  const document = (path: string): string =>
    JSON.stringify({
      kind: "APIGroupDiscoveryList",
      items: (path === "/api" ? [{ name: "", version: "v1" }] : groups).map(({ name, version }) => ({
        metadata: { name },
        versions: [{ version, resources: [{ resource: "foos", responseKind: { kind: "Foo" }, verbs: ["get"] }] }],
      })),
    });
  const sent: string[] = [];
  const handle: Handle = ({ target, headers }) => {
    const etag = `"${document(target).length}"`;
    const same = headers.get("If-None-Match") === etag;
    sent.push(`${target} ${same ? 304 : 200}`);
    return Promise.resolve({ status: same ? 304 : 200, headers: [["ETag", etag]], body: same ? "" : document(target) });
  };

  it("reads again only what has changed", async () => {
    const client = new Client({ handle, userAgent: "t" });
    const known: KnownDocuments = new Map();
    const groupsFound = async () => (await discover(client, undefined, known)).resources.map(({ group }) => group);
    expect(await groupsFound()).toEqual([""]);
    expect(await groupsFound()).toEqual([""]);
    groups.push({ name: "g.io", version: "v1" });
    expect(await groupsFound()).toEqual(["", "g.io"]);
    expect(await groupsFound()).toEqual(["", "g.io"]);
    // oxfmt-ignore
    expect(sent).toEqual([
      "/api 200", "/apis 200", "/api 304", "/apis 304", "/api 304", "/apis 200", "/api 304", "/apis 304",
    ]);
  });
});

describe("DiscoveryWatcher", () => {
  it.each([
    ["the machine", (host: FakeClock) => host],
    ["a world that is paused", (host: FakeClock) => new WorldClock({ host, paused: true })],
  ])("reads again when a definition changes, once for many changes, on the clock of %s", async (_whose, clockOf) => {
    const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
    const api = new FakeApi([
      served("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false),
    ]);
    const client = new Client({ handle: api.handle, userAgent: "t" });
    const clock = new FakeClock();
    const seen: Discovered[] = [];
    const stop = new AbortController();
    const changed = (discovered: Discovered): void => void seen.push(discovered);
    await new DiscoveryWatcher({ client, clock: clockOf(clock), changed }).run(stop.signal);
    expect(seen).toHaveLength(1);
    await until(() => api.store("customresourcedefinitions", "apiextensions.k8s.io").watchers.size === 1);
    api.resources.push(served("g.io", "v1", "foos", "Foo"));
    await client.create(definitions, { metadata: { name: "foos.g.io" } });
    await client.create(definitions, { metadata: { name: "bars.g.io" } });
    await until(() => clock.pending === 1);
    clock.advance(100);
    await until(() => seen.length === 2);
    expect(seen[1]?.resources.map(({ resource }) => resource)).toEqual(["customresourcedefinitions", "foos"]);
    stop.abort();
    expect(clock.pending).toBe(0);
  });
});
