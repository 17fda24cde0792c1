import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createKeyVault, keyVaultCodec, keyVaultPrefix } from "./key-vault.ts";

test("keeps the key that another server has made first, though nothing was told of it yet", async () => {
  const store = await createStore({ backend: createMemoryBackend(), clock: new FakeClock() });
  const storage = createStorage<KubeObject>({ store, codec: keyVaultCodec, prefix: keyVaultPrefix });
  expect(await createKeyVault(storage).save("first")).toBe("first");
  const behind = createKeyVault({
    peek: () => undefined,
    create: (...write) => storage.create(...write),
    get: (...read) => storage.get(...read),
  });
  expect(behind.load()).toBeUndefined();
  expect(await behind.save("second")).toBe("first");
});
