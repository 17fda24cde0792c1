import { expect, it } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createMemoryBackend, createMemoryMedium } from "./backend/memory.ts";
import { createStorage } from "./cacher/create-storage.ts";
import { createStore } from "./mvcc/store.ts";
import { everything } from "./selection-predicate.ts";
import { createTestCodec, newTestObject, type TestObject } from "./testing/test-codec.ts";

const prefix = "/registry/configmaps/";
const list = { resourceVersion: "0", resourceVersionMatch: "", predicate: everything, limit: 0, continue: "" } as const;

/** A store with objects that another one has written, of which one fits no type. */
async function loadedStore(count: number) {
  const medium = createMemoryMedium();
  const clock = new FakeClock();
  const first = await createStore({ backend: createMemoryBackend(medium), clock });
  const written = createStorage({ store: first, codec: createTestCodec(), prefix });
  for (let at = 0; at < count; at++) await written.create(`${prefix}default/${at}`, newTestObject(`${at}`));
  await first.close();
  const checked: string[] = [];
  const codec = {
    ...createTestCodec(),
    check({ metadata: { name } }: TestObject) {
      checked.push(name);
      if (name === "7") throw new Error("it fits no type");
    },
  };
  const store = await createStore({ backend: createMemoryBackend(medium), clock });
  return { checked, store, storage: createStorage({ store, codec, prefix, namesCorrupt: true }) };
}

it.each([[100], [3000]])("%d loaded objects are checked once before they are listed", async (count) => {
  const { checked, store, storage } = await loadedStore(count);
  const refused = {
    failure: { code: "NotReady", reason: { code: "CorruptList", objects: [{ key: `${prefix}default/7` }] } },
  };
  await Promise.all([1, 2].map(() => expect(storage.list(prefix, list)).rejects.toMatchObject(refused)));
  expect(checked.toSorted()).toEqual(Array.from({ length: count }, (_, at) => String(at)).sort());
  await store.close();
});
