import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { Backend } from "../backend/backend.ts";
import { openIndexedDbBackend } from "../backend/indexeddb.ts";
import { createMemoryBackend, createMemoryMedium } from "../backend/memory.ts";
import { createStorage } from "../cacher/create-storage.ts";
import { describeDurability } from "../testing/describe-durability.ts";
import { createTestCodec } from "../testing/test-codec.ts";
import { createStore } from "./store.ts";

async function openOn(backend: Backend) {
  const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { bytes: 3000, batches: 7 } });
  return { store, storage: createStorage({ store, codec: createTestCodec(), prefix: "/registry/configmaps/" }) };
}

describeDurability("memory", () => {
  const medium = createMemoryMedium();
  return { open: () => openOn(createMemoryBackend(medium)) };
});

let count = 0;

describeDurability("indexeddb", () => {
  const name = `kubepad-durability-${++count}`;
  return { open: async () => openOn(await openIndexedDbBackend({ name })), remove: () => deleteDB(name) };
});
