import "fake-indexeddb/auto";
import { afterEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createStorage } from "../cacher/create-storage.ts";
import { createStore } from "../mvcc/store.ts";
import { createTestCodec, newTestObject } from "../testing/test-codec.ts";
import { openIndexedDbBackend } from "./indexeddb.ts";
import { repairIndexedDb } from "./indexeddb-rescue.ts";

const prefix = "/registry/configmaps/";
const real = { put: IDBObjectStore.prototype.put, delete: IDBObjectStore.prototype.delete };

afterEach(uninterrupted);

function uninterrupted(): void {
  IDBObjectStore.prototype.put = real.put;
  IDBObjectStore.prototype.delete = real.delete;
}

/** Fails the operation of this number, counted from 0, and `lasting` ones after it, and aborts their transactions. */
function interruptAt(at: number, lasting: number, error: string, aborts = true): () => boolean {
  let count = 0;
  const step = (store: IDBObjectStore): void => {
    const here = count++;
    if (here < at || here > at + lasting) return;
    if (aborts) store.transaction.abort();
    throw new DOMException("no", error);
  };
  IDBObjectStore.prototype.put = function (value, key) {
    step(this);
    return real.put.call(this, value, key);
  };
  IDBObjectStore.prototype.delete = function (query) {
    step(this);
    return real.delete.call(this, query);
  };
  return () => count > at;
}

async function open(name: string) {
  const backend = await openIndexedDbBackend({ name });
  const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { bytes: 300, batches: 3 } });
  return { store, storage: createStorage({ store, codec: createTestCodec(), prefix }) };
}

/** Creates objects over two openings, with compactions and checkpoints; collects what was acknowledged and refused. */
async function live(name: string, acknowledged: string[], refusals: Set<string>): Promise<void> {
  for (let opening = 0; opening < 2; opening++) {
    const { store, storage } = await open(name);
    for (let i = 0; i < 9; i++) {
      const key = `${prefix}${opening}${i}`;
      await storage.create(key, newTestObject(key, "x".repeat(80))).then(
        () => void acknowledged.push(key),
        (error: Error) => void refusals.add(error.message),
      );
      if (i === 4) await store.compact().catch(() => undefined);
    }
    await store.close();
  }
}

async function keysOf(name: string): Promise<readonly string[]> {
  const { store, storage } = await open(name);
  const keys = storage.newest(prefix).map(({ key }) => key);
  await store.close();
  return keys;
}

describe.each([
  ["a kill at every operation", Infinity, "AbortError"],
  ["a full disk for some operations, wherever that begins,", 3, "QuotaExceededError"],
])("%s", (_, lasting, error) => {
  it("loses nothing that was acknowledged", { timeout: 120_000 }, async () => {
    let at = 0;
    for (; ; at++) {
      const name = `interrupted-${error}-${at}`;
      const acknowledged: string[] = [];
      const refusals = new Set<string>();
      const wasReached = interruptAt(at, lasting, error);
      await live(name, acknowledged, refusals).catch(() => undefined);
      const isOver = !wasReached();
      uninterrupted();
      expect(await keysOf(name), `operation ${at}`).toEqual(acknowledged);
      for (const refusal of refusals)
        expect(refusal).toMatch(/^The browser( gives this site no more room\. |'s database refused the write: )/);
      if (isOver) break;
    }
    expect(at).toBeGreaterThan(30);
  });
});

it("a repair that is interrupted leaves a database that a second one restores", { timeout: 60_000 }, async () => {
  // a request that throws does not end its transaction, which would be committed with what was asked before
  const damaged = async (name: string): Promise<void> => {
    await live(name, [], new Set());
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener("success", () => resolve(request.result));
    });
    const transaction = database.transaction("batches", "readwrite");
    const batches = transaction.objectStore("batches");
    const keys = batches.getAllKeys();
    keys.addEventListener("success", () => batches.delete(keys.result.at(-1) ?? ""));
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    database.close();
  };
  await damaged("whole");
  await repairIndexedDb("whole");
  const wanted = await keysOf("whole");
  let at = 0;
  for (; ; at++) {
    const name = `repaired-${at}`;
    await damaged(name);
    const wasReached = interruptAt(at, Infinity, "DataCloneError", false);
    await repairIndexedDb(name).catch(() => undefined);
    const isOver = !wasReached();
    uninterrupted();
    await repairIndexedDb(name);
    expect(await keysOf(name), `operation ${at}`).toEqual(wanted);
    if (isOver) break;
  }
  expect(at).toBeGreaterThan(0);
});
