import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";
import { createTestCodec, newTestObject, type TestObject } from "../../apiserver/storage/testing/test-codec.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { openFileBackend } from "./file-backend.ts";

const prefix = "/registry/configmaps/";
const list = { resourceVersion: "0", resourceVersionMatch: "", predicate: everything, limit: 0, continue: "" } as const;

let directory = "";
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "kubepad-own-texts-"))));
afterEach(() => rmSync(directory, { recursive: true }));

/** Opens the folder. Tells the names of the objects that are checked, of which "bad" fits no type. */
async function open() {
  const checked: string[] = [];
  const codec = {
    ...createTestCodec(),
    check({ metadata: { name } }: TestObject) {
      checked.push(name);
      if (name === "bad") throw new Error("it fits no type");
    },
  };
  const backend = await openFileBackend({ directory });
  const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { batches: 10 } });
  return { checked, store, storage: createStorage({ store, codec, prefix, namesCorrupt: true }) };
}

async function create(names: readonly string[]): Promise<void> {
  const { store, storage } = await open();
  for (const name of names) await storage.create(prefix + name, newTestObject(name));
  await store.close();
}

/** Writes a text past all codecs, as an import does. */
async function write(name: string): Promise<void> {
  const { store, storage } = await open();
  const key = prefix + name;
  const text = createTestCodec().encode({ ...newTestObject(name), metadata: { name, resourceVersion: "1" } });
  const { objects } = store.exportState();
  await store.importState({ objects: [...objects, { key, text }] });
  expect(storage.stats().objects).toBe(objects.length + 1);
  await store.close();
}

it("texts that codecs have written are not checked again, from a log or from a checkpoint", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `a${at}`);
  await create(names);
  const { checked, store, storage } = await open();
  expect((await storage.list(prefix, list)).items).toHaveLength(40);
  expect(checked).toEqual([]);
  await store.close();
});

it("texts that were imported are checked by every process until a checkpoint knows that they are sound", async () => {
  await create(["a"]);
  await write("good");
  for (let process = 0; process < 2; process++) {
    const { checked, store, storage } = await open();
    expect((await storage.list(prefix, list)).items).toHaveLength(2);
    expect(checked).toContain("good");
    await store.close();
  }
  const { store, storage } = await open();
  await storage.list(prefix, list);
  await store.versions({}); // a checkpoint waits for the history from before
  for (let at = 0; at < 12; at++) await storage.create(`${prefix}b${at}`, newTestObject(`b${at}`));
  await store.close();
  const again = await open();
  await again.storage.list(prefix, list);
  expect(again.checked).toEqual([]);
  await again.store.close();
});

it("a text that cannot be decoded is found by every process, also after checkpoints", async () => {
  await write("bad");
  await create(Array.from({ length: 40 }, (_, at) => `a${at}`));
  for (let process = 0; process < 2; process++) {
    const { store, storage } = await open();
    await expect(storage.list(prefix, list)).rejects.toMatchObject({
      failure: { code: "NotReady", reason: { code: "CorruptList", objects: [{ key: `${prefix}bad` }] } },
    });
    await store.close();
  }
});
