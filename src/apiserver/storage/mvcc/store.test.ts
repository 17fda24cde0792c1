import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend, createMemoryMedium, type MemoryMedium } from "../backend/memory.ts";
import { createStorage } from "../cacher/create-storage.ts";
import { createTestCodec, everything, newTestObject } from "../testing/test-codec.ts";
import { WatchReader } from "../testing/watch-reader.ts";
import { createStore, type StoreOptions } from "./store.ts";

async function open(medium: MemoryMedium = createMemoryMedium(), options: Partial<StoreOptions> = {}) {
  const clock = new FakeClock();
  const store = await createStore({ backend: createMemoryBackend(medium), clock, ...options });
  const serve = (resource: string) =>
    createStorage({ store, codec: createTestCodec(), prefix: `/registry/${resource}/` });
  return { clock, store, serve };
}

const watchAll = (signal: AbortSignal) => ({
  resourceVersion: "0",
  predicate: everything,
  allowWatchBookmarks: false,
  timeoutMs: 1e6,
  signal,
});

describe("a store that is opened again", () => {
  it("has the newest state, goes on with its revisions and has forgotten history", async () => {
    const medium = createMemoryMedium();
    const before = await open(medium);
    const secrets = before.serve("secrets");
    const a = await secrets.create("/registry/secrets/a", newTestObject("a"));
    await secrets.create("/registry/secrets/b", newTestObject("b"));
    await secrets.delete("/registry/secrets/b", undefined, () => undefined);
    const last = before.store.revision;
    await before.store.close();

    const { store, serve } = await open(medium);
    expect(store.revision).toBeGreaterThanOrEqual(last);
    expect(store.compactedRevision).toBe(store.revision);
    expect(store.stats()).toMatchObject({ objects: 1, bytes: a.text.length });
    const again = serve("secrets");
    expect(again.newest("/registry/secrets/").map(({ text }) => text)).toEqual([a.text]);
    expect(again.peek("/registry/secrets/a")?.revision).toBe(a.revision);
    const list = again.list("/registry/secrets/", {
      resourceVersion: String(last - 1),
      resourceVersionMatch: "Exact",
      predicate: everything,
      limit: 0,
      continue: "",
    });
    await expect(list).rejects.toMatchObject({ failure: { code: "Expired" } });
    expect((await again.create("/registry/secrets/c", newTestObject("c"))).revision).toBeGreaterThan(
      store.compactedRevision,
    );
  });

  it("begins at revision 1, so that nothing written has it", async () => {
    const { store, serve } = await open();
    expect(store.revision).toBe(1);
    expect((await serve("pods").create("/registry/pods/a", newTestObject("a"))).revision).toBe(2);
  });

  it("keeps what nobody serves", async () => {
    const medium = createMemoryMedium();
    const before = await open(medium);
    await before.serve("example.com/foos").create("/registry/example.com/foos/a", newTestObject("a"));
    await before.serve("example.com/bars").create("/registry/example.com/bars/a", newTestObject("a"));
    await before.store.close();
    const { store, serve } = await open(medium);
    expect(serve("example.com/foos").stats().objects).toBe(1);
    expect(store.stats().objects).toBe(2);
    expect(
      store
        .exportState()
        .objects.map(({ key }) => key)
        .sort(),
    ).toEqual(["/registry/example.com/bars/a", "/registry/example.com/foos/a"]);
  });
});

describe("export, import and reset", () => {
  it("carry the newest state from one store to another, as writes that watchers see", async () => {
    const source = await open();
    await source.serve("pods").create("/registry/pods/a", newTestObject("a", "from source"));
    await source.serve("foos").create("/registry/foos/x", newTestObject("x"));
    const file = source.store.exportState();

    const { store, serve } = await open();
    const pods = serve("pods");
    await pods.create("/registry/pods/a", newTestObject("a", "to be replaced"));
    await pods.create("/registry/pods/b", newTestObject("b", "to be removed"));
    const controller = new AbortController();
    const watch = new WatchReader(await pods.watch("/registry/pods/", watchAll(controller.signal)));
    await watch.take();
    await store.importState(file);
    const events = (await watch.takeShortly()).map((event) => event.slice(0, event.indexOf("@")));
    expect(events.sort()).toEqual(["DELETED b", "MODIFIED a"]);
    const a = pods.peek("/registry/pods/a");
    expect(a?.object).toEqual({
      metadata: { name: "a", resourceVersion: String(a?.revision) },
      data: { value: "from source" },
    });
    expect(
      serve("foos")
        .newest("/registry/foos/")
        .map(({ object }) => object.metadata.name),
    ).toEqual(["x"]);
    await store.reset();
    expect(store.stats()).toMatchObject({ objects: 0, bytes: 0 });
    expect((await watch.takeShortly()).length).toBe(1);
    controller.abort();
  });

  it("may be of more objects than revisions are reserved, and are one commit", async () => {
    const { store } = await open();
    const objects = Array.from({ length: 5000 }, (_, at) => ({
      key: `/registry/pods/${at}`,
      text: '"metadata":{"resourceVersion":"1"}}',
    }));
    await store.importState({ objects });
    expect(store.stats().objects).toBe(5000);
    await store.reset();
    expect(store.stats().objects).toBe(0);
    expect(store.revision).toBe(10_001);
  });

  it("change nothing when the file is none", async () => {
    const { store, serve } = await open();
    await serve("pods").create("/registry/pods/a", newTestObject("a"));
    await expect(store.importState({ objects: [{ key: "/registry/pods/b", text: "rubbish" }] })).rejects.toThrow(
      "no metadata.resourceVersion",
    );
    expect(store.stats().objects).toBe(1);
  });
});

describe("history", () => {
  it("is bounded by age, and only those who lost some are too old", async () => {
    const { clock, serve } = await open(undefined, { history: { ageMs: 1000 } });
    const [pods, quiet] = [serve("pods"), serve("quiet")];
    await pods.create("/registry/pods/a", newTestObject("a"));
    clock.advance(1001);
    await pods.create("/registry/pods/b", newTestObject("b"));
    const exact = {
      resourceVersion: "1",
      resourceVersionMatch: "Exact",
      predicate: everything,
      limit: 0,
      continue: "",
    } as const;
    await expect(pods.list("/registry/pods/", exact)).rejects.toMatchObject({
      failure: { code: "Expired", requested: 1, compacted: 2 },
    });
    expect((await pods.list("/registry/pods/", { ...exact, resourceVersion: "2" })).items).toHaveLength(1);
    expect((await quiet.list("/registry/quiet/", exact)).revision).toBe(1);
  });

  it("is bounded by bytes and by count", async () => {
    for (const history of [{ bytes: 1000 }, { changes: 10 }]) {
      const { serve } = await open(undefined, { history });
      const pods = serve("pods");
      const names = Array.from({ length: 30 }, (_, at) => `a${at}`);
      for (const name of names) await pods.create(`/registry/pods/${name}`, newTestObject(name, "x".repeat(50)));
      const exact = {
        resourceVersion: "5",
        resourceVersionMatch: "Exact",
        predicate: everything,
        limit: 0,
        continue: "",
      } as const;
      await expect(pods.list("/registry/pods/", exact)).rejects.toMatchObject({ failure: { code: "Expired" } });
      expect((await pods.list("/registry/pods/", { ...exact, resourceVersion: "25" })).items).toHaveLength(24);
    }
  });
});

it("refuses to serve one prefix twice at a time", async () => {
  const { serve } = await open();
  const pods = serve("pods");
  expect(() => serve("pods")).toThrow("cannot be claimed");
  await pods.close();
  expect(serve("pods").stats().objects).toBe(0);
});
