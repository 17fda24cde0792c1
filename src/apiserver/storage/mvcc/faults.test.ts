import { describe, expect, it } from "vitest";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { BackendBatch } from "../backend/backend.ts";
import { createMemoryMedium, type MemoryMedium } from "../backend/memory.ts";
import { FaultyBackend, type Fate } from "../backend/testing/faulty-backend.ts";
import { createStorage, type ResourceStorage } from "../cacher/create-storage.ts";
import { everything } from "../selection-predicate.ts";
import { createTestCodec, newTestObject, type TestObject } from "../testing/test-codec.ts";
import { Seeded } from "../testing/seeded.ts";
import { WatchReader } from "../testing/watch-reader.ts";
import { createStore } from "./store.ts";

const prefix = "/registry/configmaps/";

async function open(
  fateOf: (batch: BackendBatch) => Fate | Promise<Fate>,
  medium: MemoryMedium = createMemoryMedium(),
) {
  const backend = new FaultyBackend(fateOf, medium);
  const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { bytes: 2000 } });
  return { backend, store, storage: createStorage({ store, codec: createTestCodec(), prefix }) };
}

const create = (storage: ResourceStorage<TestObject>, name: string) =>
  storage.create(prefix + name, newTestObject(name));
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "ok",
    (err: unknown) => messageOf(err),
  );
const namesIn = (storage: ResourceStorage<TestObject>): readonly string[] =>
  storage.newest(prefix).map(({ key }) => key.slice(prefix.length));

describe("an append that is refused", () => {
  it("fails every write of the overlay, in flight or gathering, and nothing of it is seen", async () => {
    let decide: (fate: Fate) => void = () => undefined;
    const { storage, backend, store } = await open(({ writes }) =>
      writes[0]?.key === `${prefix}a` ? new Promise((resolve) => (decide = resolve)) : "ok",
    );
    const controller = new AbortController();
    const watch = new WatchReader(
      await storage.watch(prefix, {
        resourceVersion: "0",
        predicate: everything,
        allowWatchBookmarks: false,
        timeoutMs: 1e6,
        signal: controller.signal,
      }),
    );
    const first = [outcome(create(storage, "a")), outcome(create(storage, "b"))];
    await watch.take();
    expect(backend.batches).toHaveLength(1);
    const second = [
      outcome(create(storage, "c")),
      outcome(create(storage, "a")),
      outcome(storage.guaranteedUpdate(`${prefix}b`, { ignoreNotFound: false }, () => newTestObject("b", "2"))),
    ];
    await watch.take();
    expect(namesIn(storage)).toEqual([]);
    decide("refused");
    expect(await Promise.all([...first, ...second])).toEqual(["refused", "refused", "refused", "refused", "refused"]);
    expect(backend.batches).toHaveLength(1);
    expect(namesIn(storage)).toEqual([]);
    expect(await watch.take()).toEqual([]);
    expect(store.trouble).toEqual({ code: "Aborted", message: "refused" });
    const stored = await create(storage, "c");
    expect(stored.revision).toBeGreaterThan(5);
    expect(store.trouble).toBeUndefined();
    expect(await watch.takeShortly()).toEqual([`ADDED c@${stored.revision}`]);
    controller.abort();
  });

  it("tells listeners when trouble begins and when it is over", async () => {
    let fate: Fate = "full";
    const { storage, store } = await open(() => fate);
    const heard: (string | undefined)[] = [];
    store.onTrouble((trouble) => heard.push(trouble?.code));
    await outcome(create(storage, "a"));
    await outcome(create(storage, "a"));
    fate = "ok";
    await create(storage, "a");
    expect(heard).toEqual(["QuotaExceeded", undefined]);
  });

  it("does not let an answer about a pending write out before that is durable", async () => {
    const { storage } = await open(() => "refused");
    const creating = outcome(create(storage, "a"));
    const deleting = outcome(storage.delete(`${prefix}a`, { uid: "wrong" }, () => undefined));
    const updating = outcome(
      storage.guaranteedUpdate(`${prefix}a`, { ignoreNotFound: false }, () => {
        throw new Error("conflict");
      }),
    );
    const same = outcome(storage.guaranteedUpdate(`${prefix}a`, { ignoreNotFound: false }, () => newTestObject("a")));
    expect(await Promise.all([creating, deleting, updating, same])).toEqual([
      "refused",
      "refused",
      "refused",
      "refused",
    ]);
  });
});

it("lets writers see the newest pending write, though an older one of the same key has just become durable", async () => {
  const decisions: ((fate: Fate) => void)[] = [];
  const { storage } = await open(() => new Promise((resolve) => decisions.push(resolve)));
  const turns = new WatchReader((async function* () {})());
  const increment = () =>
    storage.guaranteedUpdate(`${prefix}a`, { ignoreNotFound: true }, (live) =>
      newTestObject("a", String(Number(live?.object.data?.value ?? 0) + 1)),
    );
  const writes = [increment()];
  for (let at = 0; at < 4; at++) {
    await turns.take();
    writes.push(increment());
    await turns.take();
    decisions[at]?.("ok");
  }
  await turns.take();
  decisions[4]?.("ok");
  expect((await Promise.all(writes)).map(({ object }) => object.data?.value)).toEqual(["1", "2", "3", "4", "5"]);
});

it("replaces the log by checkpoints as it grows", async () => {
  const { storage, backend, store } = await open(() => "ok");
  for (let at = 0; at < 100; at++) await create(storage, `a${at}`);
  await store.close();
  expect(backend.checkpoints.length).toBeGreaterThan(1);
  expect(backend.checkpoints.length).toBeLessThan(12);
});

const fates: readonly Fate[] = ["ok", "refused", "full", "lost before", "lost after", "killed before", "killed after"];

/**
 * One life of the program: clients write on until it is killed or the connection is lost. Each client counts in a key
 * of its own.
 */
async function live(
  chance: Seeded,
  medium: MemoryMedium,
  acknowledged: Map<string, number>,
  attempted: Map<string, number>,
): Promise<number> {
  const { storage, backend, store } = await open(async () => {
    for (let turn = chance.below(4); turn > 0; turn--) await Promise.resolve();
    return chance.oneIn(12) ? (fates[chance.below(fates.length)] ?? "ok") : "ok";
  }, medium);
  let seen = 0;
  const client = async (key: string): Promise<void> => {
    while (!backend.killed && store.trouble?.code !== "ConnectionLost") {
      const value = (attempted.get(key) ?? 0) + 1;
      attempted.set(key, value);
      try {
        const stored = await storage.guaranteedUpdate(key, { ignoreNotFound: true }, () =>
          newTestObject(key, String(value)),
        );
        acknowledged.set(key, value);
        seen = Math.max(seen, stored.revision);
      } catch {
        await Promise.resolve();
      }
    }
  };
  const clients = Array.from({ length: 5 }, (_, at) => client(`${prefix}${at}`));
  await Promise.race([Promise.all(clients), new Promise<void>((resolve) => waitUntil(() => backend.killed, resolve))]);
  return Math.max(seen, store.revision);
}

function waitUntil(condition: () => boolean, then: () => void): void {
  if (condition()) then();
  else setImmediate(() => waitUntil(condition, then));
}

describe("after a crash", () => {
  it.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    "every acknowledged write is there, and revisions go on (seed %i)",
    async (seed) => {
      const chance = new Seeded(seed);
      const medium = createMemoryMedium();
      const acknowledged = new Map<string, number>();
      const attempted = new Map<string, number>();
      for (let life = 0; life < 5; life++) {
        const last = await live(chance, medium, acknowledged, attempted);
        const { store, storage } = await open(() => "ok", medium);
        expect(store.revision).toBeGreaterThanOrEqual(last);
        for (const { key, object, revision } of storage.newest(prefix)) {
          expect(object.metadata).toEqual({ name: key, resourceVersion: String(revision) });
          expect(Number(object.data?.value)).toBeLessThanOrEqual(attempted.get(key) ?? 0);
          expect(Number(object.data?.value)).toBeGreaterThanOrEqual(acknowledged.get(key) ?? 0);
        }
        expect(storage.stats().objects).toBeGreaterThanOrEqual(acknowledged.size);
      }
    },
  );
});
