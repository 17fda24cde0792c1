import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { Backend } from "../backend/backend.ts";
import { openIndexedDbBackend } from "../backend/indexeddb.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import type { Stored } from "../interface.ts";
import { createStore } from "../mvcc/store.ts";
import { createTestCodec, newTestObject, type TestObject } from "../testing/test-codec.ts";
import { nextTask } from "../../../component-base/event-loop.ts";
import { anyList, describeStorage } from "../testing/describe-storage.ts";
import { createStorage } from "./create-storage.ts";

async function setUp(backend: Backend = createMemoryBackend()) {
  const clock = new FakeClock();
  const codec = createTestCodec();
  const store = await createStore({ backend, clock });
  const storage = createStorage({ store, codec, prefix: "/registry/configmaps/" });
  return { clock, codec, store, storage };
}

const names = (items: readonly Stored<TestObject>[]): readonly string[] =>
  items.map(({ object }) => object.metadata.name);

const inDefault = "/registry/configmaps/default/";

describeStorage("memory", () => setUp());

let databases = 0;
describeStorage("IndexedDB", async () => {
  const backend = await openIndexedDbBackend({ name: `kubepad-storage-${++databases}` });
  return setUp(backend);
});

it("does not parse what it compares", async () => {
  const { storage, codec } = await setUp();
  const created = await storage.create(`${inDefault}a`, newTestObject("a"));
  codec.calls.encode = 0;
  const stored = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () => newTestObject("a"));
  expect(stored).toBe(created);
  expect(storage.revision).toBe(created.revision);
  expect(codec.calls).toEqual({ encode: 1, decode: 0 });
});

it("begins a long list in a task of its own, so that many of them leave a turn to others", async () => {
  const { storage } = await setUp();
  await Promise.all(Array.from({ length: 5000 }, (_, i) => storage.create(`${inDefault}${i}`, newTestObject(`${i}`))));
  const order: string[] = [];
  const other = nextTask().then(() => order.push("other"));
  const list = storage.list(inDefault, anyList).then(({ items }) => order.push(`list of ${items.length}`));
  await Promise.all([list, other]);
  expect(order).toEqual(["other", "list of 5000"]);
});

it("parses texts again only when an object was let go of", async () => {
  const clock = new FakeClock();
  const codec = createTestCodec();
  const store = await createStore({ backend: createMemoryBackend(), clock, cacheBytes: 200 });
  const storage = createStorage({ store, codec, prefix: "/registry/configmaps/" });
  for (const name of ["a", "b", "c", "d"])
    await storage.create(`${inDefault}${name}`, newTestObject(name, "x".repeat(50)));
  expect(store.cache.bytes).toBeLessThanOrEqual(200);
  const { items } = await storage.list(inDefault, anyList);
  expect(names(items)).toEqual(["a", "b", "c", "d"]);
  expect(codec.calls.decode).toBeGreaterThan(1);
  expect(codec.calls.decode).toBeLessThanOrEqual(4);
});

it("keeps parsed objects of newest versions only", async () => {
  const { storage, store } = await setUp();
  for (let value = 0; value < 5; value++)
    await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: true }, () => newTestObject("a", String(value)));
  expect(store.cache.bytes).toBe(storage.stats().bytes);
  await storage.delete(`${inDefault}a`, undefined, () => undefined);
  expect(store.cache.bytes).toBe(0);
});
