import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import { fanOutSlice } from "../fan-out.ts";
import type { WatchOptions } from "../interface.ts";
import { createStore } from "../mvcc/store.ts";
import { StorageError } from "../storage-error.ts";
import { everything } from "../selection-predicate.ts";
import { createTestCodec, labelled, newTestObject } from "../testing/test-codec.ts";
import { WatchReader } from "../testing/watch-reader.ts";
import { createStorage } from "./create-storage.ts";
import type { WatcherLimits } from "./watcher.ts";

const all = "/registry/configmaps/";
const inDefault = "/registry/configmaps/default/";

async function setUp(watcherLimits?: Partial<WatcherLimits>) {
  const clock = new FakeClock();
  const bugs: unknown[] = [];
  const store = await createStore({ backend: createMemoryBackend(), clock, reportBug: (error) => bugs.push(error) });
  const codec = createTestCodec();
  const storage = createStorage({ store, codec, prefix: all, watcherLimits });
  const controller = new AbortController();
  const watch = (options: Partial<WatchOptions> = {}, prefix = inDefault) =>
    storage.watch(prefix, {
      resourceVersion: "",
      predicate: everything,
      allowWatchBookmarks: false,
      timeoutMs: 3_600_000,
      signal: controller.signal,
      ...options,
    });
  const read = async (options: Partial<WatchOptions> = {}, prefix = inDefault) =>
    new WatchReader(await watch(options, prefix));
  const put = (name: string, labels?: Readonly<Record<string, string>>, value = "") =>
    storage.guaranteedUpdate(inDefault + name, { ignoreNotFound: true }, () => newTestObject(name, value, labels));
  const remove = (name: string) => storage.delete(inDefault + name, undefined, () => undefined);
  return { clock, store, codec, storage, bugs, controller, watch, read, put, remove };
}

describe("where a watch begins", () => {
  it.each(["", "0"])("is the present state for resourceVersion %j", async (resourceVersion) => {
    const { read, put } = await setUp();
    await put("b");
    await put("a");
    const reader = await read({ resourceVersion });
    expect(await reader.takeShortly()).toEqual(["ADDED a@3", "ADDED b@2"]);
    await put("c");
    expect(await reader.takeShortly()).toEqual(["ADDED c@4"]);
  });

  it("is after a remembered revision", async () => {
    const { read, put, remove } = await setUp();
    const a = await put("a");
    await put("a", {}, "2");
    await remove("a");
    const reader = await read({ resourceVersion: String(a.revision) });
    await put("b");
    expect(await reader.takeShortly()).toEqual(["MODIFIED a@3", "DELETED a@4", "ADDED b@5"]);
  });

  it("is an ERROR below the compacted revision", async () => {
    const { read, put, store } = await setUp();
    await put("a");
    await store.compact();
    const reader = await read({ resourceVersion: "1" });
    const [event] = await reader.take();
    expect(event).toMatchObject({ type: "ERROR", error: { failure: { code: "Expired", requested: 1, compacted: 2 } } });
    expect(reader.ended).toBe(true);
    expect(await (await read({ resourceVersion: "2" })).take()).toEqual([]);
  });

  it("may be to come, and is silent until then", async () => {
    const { read, put } = await setUp();
    const reader = await read({ resourceVersion: "3" });
    await Promise.all([put("a"), put("b"), put("c")]);
    expect(await reader.takeShortly()).toEqual(["ADDED c@4"]);
  });

  it("is now where no initial events are wanted", async () => {
    const { read, put } = await setUp();
    await put("a");
    const readers = [
      await read({ sendInitialEvents: false }),
      await read({ sendInitialEvents: false, resourceVersion: "0" }),
    ];
    await put("b");
    for (const reader of readers) expect(await reader.takeShortly()).toEqual(["ADDED b@3"]);
  });

  it("throws for what is no number", async () => {
    const { watch } = await setUp();
    await expect(watch({ resourceVersion: "-5" })).rejects.toThrow(
      'resourceVersion: Invalid value: "-5": strconv.ParseUint: parsing "-5": invalid syntax',
    );
  });
});

describe("a streamed list", () => {
  it("ends with a bookmark where bookmarks are wanted", async () => {
    const { read, put } = await setUp();
    await put("a");
    const options = { sendInitialEvents: true, allowWatchBookmarks: true };
    expect(await (await read(options)).takeShortly()).toEqual(["ADDED a@2", "BOOKMARK 2 end"]);
    expect(
      await (await read({ ...options, resourceVersion: "2", predicate: labelled("no", "") })).takeShortly(),
    ).toEqual(["BOOKMARK 2 end"]);
    expect(await (await read({ ...options, allowWatchBookmarks: false })).takeShortly()).toEqual(["ADDED a@2"]);
  });

  it("waits three seconds for its revision and then fails by an event", async () => {
    const { watch, clock, put } = await setUp();
    const options = { sendInitialEvents: true, allowWatchBookmarks: true };
    const early = watch({ ...options, resourceVersion: "2" });
    await put("a");
    expect(await new WatchReader(await early).takeShortly()).toEqual(["ADDED a@2", "BOOKMARK 2 end"]);
    const late = watch({ ...options, resourceVersion: "999" });
    await Promise.resolve();
    clock.advance(3000);
    const [event] = await new WatchReader(await late).take();
    expect(event).toMatchObject({
      type: "ERROR",
      error: { failure: { code: "TooLargeResourceVersion", requested: 999n, current: 2 } },
    });
  });
});

describe("a selection", () => {
  it("is entered by ADDED and left by DELETED with the old state at the new revision", async () => {
    const { read, put, remove } = await setUp();
    const reader = await read({ predicate: labelled("app", "web") });
    await put("a", { app: "db" });
    await put("a", { app: "web" }, "old");
    await put("a", { app: "web" }, "older");
    await put("a", { app: "db" });
    await remove("a");
    const events = await reader.take();
    expect(events.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
    expect(events[2]).toMatchObject({
      stored: {
        revision: 5,
        object: { metadata: { labels: { app: "web" }, resourceVersion: "5" }, data: { value: "older" } },
      },
    });
  });

  it("is decided once for all who share it, and its events are shared", async () => {
    const { read, put, codec } = await setUp();
    let decisions = 0;
    const predicate = () => ({ everything: false, id: "same", matches: () => ++decisions > 0 });
    const readers = [
      await read({ predicate: predicate() }),
      await read({ predicate: predicate() }),
      await read({ predicate: labelled("l", "1") }),
    ];
    await put("a", { l: "1" });
    expect(decisions).toBe(1);
    const [one, two, other] = await Promise.all(readers.map((reader) => reader.take()));
    expect(one?.[0]).toBe(two?.[0]);
    expect(one?.[0]).toBe(other?.[0]);
    expect(codec.calls.decode).toBe(0);
  });

  it("may be of one key", async () => {
    const { read, put } = await setUp();
    const reader = await read({}, `${inDefault}a`);
    await put("aa");
    await put("a");
    expect(await reader.takeShortly()).toEqual(["ADDED a@3"]);
  });
});

describe("bookmarks", () => {
  it("come two seconds before the end when something happened to the resource", async () => {
    const { read, put, clock } = await setUp();
    await put("a");
    const options = { resourceVersion: "2", timeoutMs: 5000 };
    const watching = await read({ ...options, allowWatchBookmarks: true }, "/registry/configmaps/elsewhere/");
    const plain = await read(options);
    clock.advance(2999);
    await put("a", {}, "2");
    expect(await watching.takeShortly()).toEqual([]);
    clock.advance(1);
    expect(await watching.takeShortly()).toEqual(["BOOKMARK 3"]);
    clock.advance(1999);
    expect(await watching.takeShortly()).toEqual([]);
    expect(await plain.takeShortly()).toEqual(["MODIFIED a@3"]);
  });

  it("do not come when nothing is newer than the start", async () => {
    const { read, put, clock } = await setUp();
    await put("a");
    const reader = await read({ resourceVersion: "0", allowWatchBookmarks: true });
    clock.advance(600_000);
    expect(await reader.takeShortly()).toEqual(["ADDED a@2"]);
  });

  it("come once a minute", async () => {
    const { read, put, clock } = await setUp();
    const reader = await read({ resourceVersion: "1", allowWatchBookmarks: true });
    await put("a");
    await reader.take();
    clock.advance(120_000);
    expect(await reader.takeShortly()).toEqual(["BOOKMARK 2", "BOOKMARK 2"]);
  });
});

describe("the end of a watch", () => {
  it("comes with its signal, and leaves nothing behind", async () => {
    const { read, controller, store, clock } = await setUp();
    const reader = await read({ allowWatchBookmarks: true });
    expect(store.stats().watchers).toBe(1);
    controller.abort();
    await reader.finished;
    expect(store.stats().watchers).toBe(0);
    expect(clock.pending).toBe(0);
    await (
      await read()
    ).finished;
    expect(store.stats().watchers).toBe(0);
  });

  it("comes to a reader that is too slow, after what it was promised", async () => {
    const { watch, put, store, storage } = await setUp({ events: 3 });
    const slow = await watch();
    for (const name of ["a", "b", "c", "d"]) await put(name);
    expect(store.stats().watchers).toBe(0);
    const reader = new WatchReader(slow);
    await reader.finished;
    expect(await reader.takeShortly()).toEqual(["ADDED a@2", "ADDED b@3", "ADDED c@4"]);
    expect(storage.terminated).toBe(1);
  });

  it("does not come to a reader that is only ever a little behind, and gets all that waits for it at once", async () => {
    const { watch, put, store } = await setUp({ events: 3 });
    const reader = (await watch())[Symbol.asyncIterator]();
    for (let at = 0; at < 20; at++) {
      for (const name of ["a", "b", "c"]) await put(`${name}${at}`);
      const keys = ["a", "b", "c"].map((name) => ({ stored: { key: `${inDefault}${name}${at}` } }));
      expect(await reader.next()).toMatchObject({ done: false, value: keys });
    }
    expect(store.stats().watchers).toBe(1);
  });

  it("comes to those whose selection fails, and to nobody else", async () => {
    const { read, put, bugs } = await setUp();
    const failing = await read({
      predicate: {
        everything: false,
        id: "failing",
        matches: () => {
          throw new Error("a bug");
        },
      },
    });
    const others = await read();
    const stored = await put("a");
    await failing.finished;
    expect(bugs.map(String)).toEqual(["Error: a bug"]);
    expect(await failing.take()).toEqual([]);
    await put("b");
    expect(await others.takeShortly()).toEqual([`ADDED a@${stored.revision}`, `ADDED b@${stored.revision + 1}`]);
  });

  it("comes after its time", async () => {
    const { read, put, clock } = await setUp();
    const [reader, other] = [await read({ timeoutMs: 5000 }), await read({ timeoutMs: 0 })];
    clock.advance(4999);
    await put("a");
    expect(await reader.takeShortly()).toEqual(["ADDED a@2"]);
    clock.advance(1);
    await reader.finished;
    clock.advance(2 ** 31);
    await put("b");
    expect([reader.ended, other.ended, await other.takeShortly()]).toEqual([true, false, ["ADDED a@2", "ADDED b@3"]]);
  });

  it.each([3_600_000, 1e15])("leaves no timer behind where nobody reads, also of one of %d ms", async (timeoutMs) => {
    const { watch, storage, clock } = await setUp();
    await watch({ allowWatchBookmarks: true, timeoutMs });
    expect(clock.pending).toBe(2);
    await storage.close();
    expect(clock.pending).toBe(0);
  });

  it("comes at once where the storage was closed before", async () => {
    const { storage, read } = await setUp();
    await storage.close();
    const reader = await read();
    await reader.finished;
    expect(reader.ended).toBe(true);
  });

  it("comes when the storage is closed, and its keys can be claimed again", async () => {
    const { read, put, remove, storage, store, codec } = await setUp();
    await put("a");
    const reader = await read({ resourceVersion: "2" });
    await remove("a");
    await put("b");
    await storage.close();
    await reader.finished;
    expect(await reader.takeShortly()).toEqual(["DELETED a@3", "ADDED b@4"]);
    const again = createStorage({ store, codec, prefix: all });
    expect((await again.get(`${inDefault}b`, ""))?.revision).toBe(4);
    expect(store.stats().objects).toBe(1);
  });
});

describe("more watchers than one task serves", () => {
  const count = 3 * fanOutSlice;
  const own = () => ({ signal: new AbortController().signal });

  it("are served over several tasks, and those who waited get all that came meanwhile as one batch", async () => {
    const { watch, put } = await setUp({ events: 2 });
    const readers = await Promise.all(Array.from({ length: count }, () => watch(own())));
    const reads = readers.map((reader) => reader[Symbol.asyncIterator]().next());
    let served = 0;
    for (const read of reads) void read.then(() => (served += 1));
    await put("a");
    await put("b");
    expect(served).toBe(fanOutSlice);
    const batches = (await Promise.all(reads)).map(({ value }) => value);
    expect(batches.at(-1)).toMatchObject([{ stored: { revision: 2 } }, { stored: { revision: 3 } }]);
    expect(new Set(batches).size).toBe(2);
  });

  it("do not end as too slow while they wait", async () => {
    const { watch, put, store } = await setUp({ events: 2 });
    const readers = await Promise.all(Array.from({ length: count }, async () => new WatchReader(await watch(own()))));
    const names = ["a", "b", "c", "d", "e"];
    for (const name of names) await put(name);
    expect(store.stats().watchers).toBe(count);
    await expect.poll(() => readers.every(({ seen }) => seen === names.length)).toBe(true);
    const expected = names.map((name, at) => `ADDED ${name}@${at + 2}`);
    for (const reader of readers) expect(await reader.takeShortly()).toEqual(expected);
  });

  it("end with their storage after what they wait for", async () => {
    const { read, put, storage } = await setUp();
    const readers = await Promise.all(Array.from({ length: count }, () => read(own())));
    await put("a");
    await put("b");
    await storage.close();
    for (const reader of readers) {
      await reader.finished;
      expect(await reader.takeShortly()).toEqual(["ADDED a@2", "ADDED b@3"]);
    }
  });
});

it("reports failures as StorageErrors", async () => {
  const { watch } = await setUp();
  await expect(watch({ resourceVersion: "99999999999999999999" })).rejects.toBeInstanceOf(StorageError);
});
