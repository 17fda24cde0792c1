import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { describeStorage } from "../../apiserver/storage/testing/describe-storage.ts";
import { createTestCodec } from "../../apiserver/storage/testing/test-codec.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { openFileBackend } from "./file-backend.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describeStorage("a folder", async () => {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-file-storage-"));
  folders.push(directory);
  const clock = new FakeClock();
  const store = await createStore({ backend: await openFileBackend({ directory, unsafeNoFsync: true }), clock });
  return { clock, store, storage: createStorage({ store, codec: createTestCodec(), prefix: "/registry/configmaps/" }) };
});
