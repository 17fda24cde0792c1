import { describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Exchange } from "../component-base/exchange.ts";
import { Client, isConflict, isNotFound } from "./client.ts";
import { resourcePath, withQuery } from "./resource-path.ts";
import { FakeApi, served } from "./testing/fake-api.ts";

const target = { group: "", version: "v1", resource: "configmaps", namespace: "x" };

function setUp() {
  const api = new FakeApi([served("", "v1", "configmaps", "ConfigMap")]);
  return {
    api,
    client: new Client({ handle: api.handle, userAgent: "kubepad-test/1", headers: { Authorization: "Bearer t" } }),
  };
}

describe("Client", () => {
  it("creates, reads, changes and deletes", async () => {
    const { client } = setUp();
    const made = await client.create<KubeObject>(target, { metadata: { name: "a" }, data: { k: "1" } });
    await client.patch(target, "a", "merge", { data: { k: "2" } });
    expect(await client.get(target, "a")).toMatchObject({ data: { k: "2" } });
    expect(
      await client.update(target, { ...made, metadata: { ...made.metadata, resourceVersion: "1" } }).catch(isConflict),
    ).toBe(true);
    await client.delete(target, "a", { preconditions: { uid: made.metadata.uid ?? "" } });
    expect(await client.get(target, "a").catch(isNotFound)).toBe(true);
  });

  it("says who it is in every request", async () => {
    const { api, client } = setUp();
    const seen: (string | null)[] = [];
    api.intercept = ({ headers }: Exchange) => (
      seen.push(...["user-agent", "Authorization", "content-type"].map((name) => headers.get(name))),
      undefined
    );
    await client.create(target, { metadata: { name: "a" } });
    await client.get(target, "a");
    expect(seen).toEqual(["kubepad-test/1", "Bearer t", "application/json", "kubepad-test/1", "Bearer t", null]);
  });

  it("gives failures as StatusErrors, also where the answer is a text", async () => {
    const { api, client } = setUp();
    await expect(client.get(target, "a")).rejects.toMatchObject({
      code: 404,
      reason: "NotFound",
      message: 'configmaps "a" not found',
    });
    api.intercept = () => ({ status: 404, headers: [], body: ["404 page", " not found\n"] });
    await expect(client.get(target, "a")).rejects.toMatchObject({ code: 404, message: "404 page not found" });
  });

  it("reads a list page by page", async () => {
    const { client } = setUp();
    for (let i = 0; i < 5; i++) await client.create(target, { metadata: { name: `a${i}` } });
    const sizes: number[] = [];
    for await (const page of client.pages(target, { limit: 2 })) sizes.push(page.items.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("watches until the signal is aborted, and throws what the watch reports as an error", async () => {
    const { api, client } = setUp();
    const { resourceVersion } = await client.list(target);
    const stop = new AbortController();
    await client.create(target, { metadata: { name: "a" } });
    const types: string[] = [];
    for await (const { type, object } of client.watch(target, { resourceVersion }, stop.signal)) {
      types.push(`${type} ${object.metadata.name}`);
      if (type === "DELETED") stop.abort();
      else await client.delete(target, "a");
    }
    expect(types).toEqual(["ADDED a", "DELETED a"]);
    api.compact();
    await expect(client.watch(target, { resourceVersion }, new AbortController().signal).next()).rejects.toMatchObject({
      code: 410,
    });
  });
});

describe("resourcePath", () => {
  it("escapes names and leaves absent parameters out", () => {
    expect(resourcePath(target, "a/b", "status")).toBe("/api/v1/namespaces/x/configmaps/a%2Fb/status");
    expect(resourcePath({ group: "g", version: "v1", resource: "foos" })).toBe("/apis/g/v1/foos");
    expect(withQuery("/p", { a: "x y=1", b: undefined, c: 0, d: false })).toBe("/p?a=x%20y%3D1&c=0&d=false");
  });
});
