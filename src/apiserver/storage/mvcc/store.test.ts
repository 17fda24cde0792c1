import { describe, expect, it } from "vitest";
import { BackendError } from "../backend/backend-error.ts";
import type { Backend } from "../backend/backend.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend, createMemoryMedium, type MemoryMedium } from "../backend/memory.ts";
import { createStorage } from "../cacher/create-storage.ts";
import { everything } from "../selection-predicate.ts";
import { createTestCodec, labelled, newTestObject, type TestObject } from "../testing/test-codec.ts";
import { WatchReader } from "../testing/watch-reader.ts";
import type { StoreOptions } from "./store-options.ts";
import { createStore } from "./store.ts";

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
  it("has the newest state, and goes on with the next revision", async () => {
    const medium = createMemoryMedium();
    const before = await open(medium);
    const secrets = before.serve("secrets");
    const a = await secrets.create("/registry/secrets/a", newTestObject("a"));
    await secrets.create("/registry/secrets/b", newTestObject("b"));
    await secrets.delete("/registry/secrets/b", undefined, () => undefined);
    const { revision, epoch } = before.store;
    await before.store.close();

    const { store, serve } = await open(medium);
    expect(store.revision).toBe(revision);
    expect(store.epoch).toBeGreaterThan(epoch);
    expect(store.stats()).toMatchObject({ objects: 1, bytes: a.text.length });
    const again = serve("secrets");
    expect(again.newest("/registry/secrets/").map(({ text }) => text)).toEqual([a.text]);
    expect(again.peek("/registry/secrets/a")?.revision).toBe(a.revision);
    expect((await again.create("/registry/secrets/c", newTestObject("c"))).revision).toBe(revision + 1);
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

describe("history of an earlier opening", () => {
  /** Writes to pods and to a resource that is unclaimed at first, across three openings. */
  async function setUp(options: Partial<StoreOptions> = {}) {
    const medium = createMemoryMedium();
    const first = await open(medium);
    const [pods, foos] = [first.serve("pods"), first.serve("foos")];
    await first.store.compact();
    await pods.create("/registry/pods/a", newTestObject("a", "1", { app: "x" })); // 2
    await foos.create("/registry/foos/f", newTestObject("f")); // 3
    await update(pods, "a", newTestObject("a", "2")); // 4
    await pods.create("/registry/pods/b", newTestObject("b")); // 5
    await first.store.close();
    const second = await open(medium, { checkpoint: { bytes: 1, batches: 1 } });
    await second.serve("pods").delete("/registry/pods/b", undefined, () => undefined); // 6
    await second.store.close();
    return { medium, ...(await open(medium, options)) };
  }

  const update = (storage: ReturnType<Awaited<ReturnType<typeof open>>["serve"]>, name: string, object: TestObject) =>
    storage.guaranteedUpdate(`/registry/pods/${name}`, { ignoreNotFound: false }, () => object);

  const watchFrom = (resourceVersion: number, predicate = everything) => ({
    ...watchAll(new AbortController().signal),
    resourceVersion: String(resourceVersion),
    predicate,
  });

  const exactly = (revision: number) =>
    ({
      resourceVersion: String(revision),
      resourceVersionMatch: "Exact",
      predicate: everything,
      limit: 0,
      continue: "",
    }) as const;

  it("lets watches resume, old events first and new ones behind them", async () => {
    const { serve } = await setUp();
    const pods = serve("pods");
    await update(pods, "a", newTestObject("a", "3"));
    const watch = new WatchReader(await pods.watch("/registry/pods/", watchFrom(1)));
    expect(await watch.takeShortly()).toEqual([
      "ADDED a@2",
      "MODIFIED a@4",
      "ADDED b@5",
      "DELETED b@6",
      "MODIFIED a@7",
    ]);
    await pods.create("/registry/pods/c", newTestObject("c"));
    expect(await watch.takeShortly()).toEqual(["ADDED c@8"]);
    const resumed = new WatchReader(await pods.watch("/registry/pods/", watchFrom(4)));
    expect(await resumed.takeShortly()).toEqual(["ADDED b@5", "DELETED b@6", "MODIFIED a@7", "ADDED c@8"]);
    const selected = new WatchReader(await pods.watch("/registry/pods/", watchFrom(1, labelled("app", "x"))));
    expect(await selected.takeShortly()).toEqual(["ADDED a@2", "DELETED a@4"]);
  });

  it("answers exact reads", async () => {
    const { serve } = await setUp();
    const pods = serve("pods");
    const namesAt = async (revision: number) =>
      (await pods.list("/registry/pods/", exactly(revision))).items.map(
        ({ object, revision: at }) => `${object.metadata.name}=${object.data?.value}@${at}`,
      );
    expect(await namesAt(1)).toEqual([]);
    expect(await namesAt(3)).toEqual(["a=1@2"]);
    expect(await namesAt(5)).toEqual(["a=2@4", "b=@5"]);
    expect(await namesAt(6)).toEqual(["a=2@4"]);
  });

  it("is given to a resource that is served only later, and again after it was taken down", async () => {
    const { serve, store } = await setUp();
    await serve("pods").list("/registry/pods/", exactly(2)); // loads it
    for (let time = 0; time < 2; time++) {
      const foos = serve("foos");
      expect((await foos.list("/registry/foos/", exactly(2))).items).toEqual([]);
      expect((await foos.list("/registry/foos/", exactly(3))).items.map(({ revision }) => revision)).toEqual([3]);
      await foos.close();
    }
    expect(store.compactedRevision).toBe(1);
  });

  it("is not given to a resource to which was written while nobody served it", async () => {
    const { serve, store } = await setUp();
    await store.importState({ objects: [{ key: "/registry/foos/g", text: '"metadata":{"resourceVersion":"1"}}' }] });
    const foos = serve("foos");
    await expect(foos.list("/registry/foos/", exactly(3))).rejects.toMatchObject({ failure: { code: "Expired" } });
    expect((await foos.list("/registry/foos/", exactly(store.revision))).items).toHaveLength(1);
  });

  it("ends at the stored compaction and nowhere else", async () => {
    const { medium, serve, store } = await setUp();
    await store.compact(4);
    await store.close();
    const again = await open(medium);
    expect(again.store.compactedRevision).toBe(4);
    const pods = again.serve("pods");
    await expect(pods.list("/registry/pods/", exactly(3))).rejects.toMatchObject({
      failure: { code: "Expired", requested: 3, compacted: 4 },
    });
    expect((await pods.list("/registry/pods/", exactly(4))).items).toHaveLength(1);
    await expect(serve("pods").list("/registry/pods/", exactly(3))).rejects.toMatchObject({
      failure: { code: "Expired" },
    });
  });

  it("is loaded only when somebody needs it, and again where that failed", async () => {
    const { medium } = await setUp();
    const memory = createMemoryBackend(medium);
    let reads = 0;
    const backend: Backend = {
      ...memory,
      history: () => {
        if (++reads === 1) throw new BackendError("Aborted", "refused");
        return memory.history();
      },
    };
    const store = await createStore({ backend, clock: new FakeClock() });
    const pods = createStorage({ store, codec: createTestCodec(), prefix: "/registry/pods/" });
    await update(pods, "a", newTestObject("a", "3"));
    await pods.list("/registry/pods/", { ...exactly(6), resourceVersionMatch: "NotOlderThan" });
    await new WatchReader(await pods.watch("/registry/pods/", watchFrom(6))).take();
    expect(reads).toBe(0);
    await expect(pods.list("/registry/pods/", exactly(4))).rejects.toMatchObject({ failure: { code: "Unreachable" } });
    expect((await pods.list("/registry/pods/", exactly(4))).items).toHaveLength(1);
    expect(reads).toBe(2);
    await pods.list("/registry/pods/", exactly(5));
    expect(reads).toBe(2);
  });

  it("is bounded together with what is new", async () => {
    const { medium, serve, store } = await setUp({ history: { changes: 4 }, checkpoint: { bytes: 1, batches: 1 } });
    const pods = serve("pods");
    for (const value of ["3", "4", "5"]) await update(pods, "a", newTestObject("a", value));
    await pods.list("/registry/pods/", exactly(6));
    await update(pods, "a", newTestObject("a", "6"));
    expect(store.compactedRevision).toBe(6);
    await expect(pods.list("/registry/pods/", exactly(5))).rejects.toMatchObject({ failure: { code: "Expired" } });
    await store.close();
    const again = await open(medium);
    expect(again.store.compactedRevision).toBeGreaterThanOrEqual(5);
    expect((await again.serve("pods").list("/registry/pods/", exactly(7))).items).toHaveLength(1);
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

  it("may be of thousands of objects, and are one commit", async () => {
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
