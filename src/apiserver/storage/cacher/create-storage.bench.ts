import { bench, describe } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import { createStore } from "../mvcc/store.ts";
import { everything } from "../selection-predicate.ts";
import { createTestCodec, newTestObject } from "../testing/test-codec.ts";
import { createStorage } from "./create-storage.ts";

const objects = 10_000;
const value = "x".repeat(1700);
const keyOf = (at: number): string => `/registry/configmaps/ns${at % 10}/a${at}`;

async function setUp() {
  const store = await createStore({ backend: createMemoryBackend(), clock: new FakeClock() });
  const storage = createStorage({ store, codec: createTestCodec(), prefix: "/registry/configmaps/" });
  await Promise.all(
    Array.from({ length: objects }, (_, at) => storage.create(keyOf(at), newTestObject(`a${at}`, value))),
  );
  return storage;
}

const storage = await setUp();
const watched = await setUp();
const { signal } = new AbortController();
for (let at = 0; at < 100; at++) {
  const watch = await watched.watch("/registry/configmaps/", {
    resourceVersion: String(watched.revision),
    predicate: everything,
    allowWatchBookmarks: false,
    timeoutMs: 1e9,
    signal,
  });
  void (async () => {
    for await (const batch of watch) void batch;
  })();
}

let turn = 0;
const anyList = {
  resourceVersion: "",
  resourceVersionMatch: "",
  predicate: everything,
  limit: 0,
  continue: "",
} as const;

describe("a storage of 10,000 objects in memory", () => {
  bench("get", async () => {
    await storage.get(keyOf(turn++ % objects), "");
  });
  bench("guaranteedUpdate", async () => {
    const at = turn++ % objects;
    await storage.guaranteedUpdate(keyOf(at), { ignoreNotFound: false }, () => newTestObject(`a${at}`, value + turn));
  });
  bench("guaranteedUpdate that changes nothing", async () => {
    await storage.guaranteedUpdate(keyOf(0), { ignoreNotFound: false }, (live) => live?.object ?? newTestObject("a0"));
  });
  bench("list of a namespace of 1,000", async () => {
    await storage.list("/registry/configmaps/ns3/", anyList);
  });
  bench("a page of 500", async () => {
    await storage.list("/registry/configmaps/", { ...anyList, limit: 500 });
  });
  bench("guaranteedUpdate with 100 watchers", async () => {
    const at = turn++ % objects;
    await watched.guaranteedUpdate(keyOf(at), { ignoreNotFound: false }, () => newTestObject(`a${at}`, value + turn));
  });
});
