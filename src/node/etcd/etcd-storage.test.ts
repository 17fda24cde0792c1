import { afterAll, describe, expect, it } from "vitest";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore, type Store } from "../../apiserver/storage/mvcc/store.ts";
import type { Storage } from "../../apiserver/storage/interface.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";
import { createSharedEngine } from "../../apiserver/storage/shared/shared-engine.ts";
import { anyList, describeStorage } from "../../apiserver/storage/testing/describe-storage.ts";
import { createTestCodec, newTestObject, type TestObject } from "../../apiserver/storage/testing/test-codec.ts";
import { WatchReader } from "../../apiserver/storage/testing/watch-reader.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { compact } from "./compactor.ts";
import { EtcdClient } from "./etcd-client.ts";
import { etcdBackend, EtcdDatabase } from "./etcd-database.ts";
import { KeyLayout } from "./key-layout.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";
import { textValues } from "./testing/text-values.ts";

const inDefault = "/registry/configmaps/default/";
const update = { ignoreNotFound: true };

interface Opened {
  readonly store: Store;
  readonly storage: Storage<TestObject>;
}

async function openStore(url: string, clock: Clock, prefix = "/registry") {
  const client = new EtcdClient({ servers: [url] });
  const database = new EtcdDatabase({ client, values: textValues, layout: new KeyLayout(prefix) });
  const store = await createStore({
    backend: etcdBackend(database, client),
    engine: createSharedEngine(database),
    clock,
  });
  return { store, storage: createStorage({ store, codec: createTestCodec(), prefix: "/registry/configmaps/" }) };
}

describe.runIf(hasEtcd())("with an etcd", () => {
  const started: Promise<RunningEtcd>[] = [];
  const newEtcd = (flags?: readonly string[]): Promise<RunningEtcd> => {
    const etcd = runEtcd(flags);
    started.push(etcd);
    return etcd;
  };
  afterAll(async () => {
    for (const etcd of started) await (await etcd).remove();
  });

  let shared: Promise<RunningEtcd> | undefined;
  let prefixes = 0;
  describeStorage("etcd", async () => {
    const clock = new FakeClock();
    const { url } = await (shared ??= newEtcd());
    return { clock, ...(await openStore(url, clock, `/prefix${prefixes++}`)) };
  });

  /** Two servers of one etcd. */
  async function openTwo(flags?: readonly string[]) {
    const etcd = await newEtcd(flags);
    const clock = createSystemClock();
    const [one, two] = [await openStore(etcd.url, clock), await openStore(etcd.url, clock)];
    const close = async (): Promise<void> => {
      await one.store.close();
      await two.store.close();
    };
    return { etcd, one, two, close };
  }

  it("lets two servers lose no update of one object, and each read what the other wrote at once", async () => {
    const { one, two, close } = await openTwo();
    await one.storage.create(`${inDefault}a`, newTestObject("a", "0"));
    const increment = ({ storage }: Opened) =>
      storage.guaranteedUpdate(`${inDefault}a`, update, (live) =>
        newTestObject("a", String(Number(live?.object.data?.value) + 1)),
      );
    await Promise.all(Array.from({ length: 20 }, (_, at) => increment(at % 2 === 0 ? one : two)));
    for (const { storage } of [one, two])
      expect((await storage.get(`${inDefault}a`, ""))?.object.data?.value).toBe("20");
    for (let turn = 0; turn < 20; turn++) {
      const [writer, reader] = turn % 2 === 0 ? [one, two] : [two, one];
      const written = await writer.storage.guaranteedUpdate(`${inDefault}a`, update, () =>
        newTestObject("a", `${turn}`),
      );
      const list = await reader.storage.list(inDefault, anyList);
      expect(list.revision).toBeGreaterThanOrEqual(written.revision);
      expect(list.items[0]?.object.data?.value).toBe(`${turn}`);
      await writer.storage.delete(`${inDefault}b`, undefined, () => undefined).catch(() => undefined);
      await writer.storage.create(`${inDefault}b`, newTestObject("b"));
      await expect(reader.storage.create(`${inDefault}b`, newTestObject("b"))).rejects.toThrow("KeyExists");
      await reader.storage.delete(`${inDefault}b`, undefined, () => undefined);
      expect(await writer.storage.get(`${inDefault}b`, "")).toBeUndefined();
      await expect(writer.storage.delete(`${inDefault}b`, undefined, () => undefined)).rejects.toThrow("KeyNotFound");
    }
    await close();
  });

  it("tells both of every change, in one order", async () => {
    const { one, two, close } = await openTwo();
    const { signal } = new AbortController();
    const options = { resourceVersion: "", predicate: everything, allowWatchBookmarks: false, timeoutMs: 0, signal };
    const readers = [
      new WatchReader(await one.storage.watch(inDefault, options)),
      new WatchReader(await two.storage.watch(inDefault, options)),
    ];
    const work = async ({ storage }: Opened, name: string): Promise<void> => {
      for (let turn = 0; turn < 30; turn++)
        await storage.guaranteedUpdate(`${inDefault}${turn % 3}`, update, () => newTestObject("a", `${name}${turn}`));
    };
    await Promise.all([work(one, "a"), work(two, "b"), work(two, "c")]);
    for (const reader of readers) await expect.poll(() => reader.seen, { timeout: 60_000 }).toBe(90);
    const [first = [], second = []] = [await readers[0]?.takeShortly(), await readers[1]?.takeShortly()];
    expect(first).toEqual(second);
    const revisions = first.map((event) => Number(event.split("@")[1]));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    await close();
  });

  it("goes on when etcd has been away, and watches miss nothing", async () => {
    const { etcd, one, two, close } = await openTwo();
    await one.storage.create(`${inDefault}a`, newTestObject("a", "0"));
    const { signal } = new AbortController();
    const options = { resourceVersion: "", predicate: everything, allowWatchBookmarks: false, timeoutMs: 0, signal };
    const reader = new WatchReader(await two.storage.watch(inDefault, options));
    await etcd.stop();
    await expect(one.storage.create(`${inDefault}b`, newTestObject("b"))).rejects.toThrow(
      /^rpc error: code = Unavailable desc = /,
    );
    await expect.poll(() => one.store.trouble?.message, { timeout: 60_000 }).toMatch(/Unavailable/);
    expect(one.storage.peek(`${inDefault}a`)?.object.data?.value).toBe("0");
    await etcd.start();
    await expect
      .poll(() => one.storage.create(`${inDefault}c`, newTestObject("c")).catch(() => undefined), { timeout: 60_000 })
      .toBeDefined();
    await expect.poll(() => reader.seen, { timeout: 60_000 }).toBe(2);
    expect((await reader.takeShortly()).map((event) => event.split("@")[0])).toEqual(["ADDED a", "ADDED c"]);
    await expect.poll(() => one.store.trouble, { timeout: 60_000 }).toBeUndefined();
    await close();
  });

  it("ends watches whose changes were compacted before it could read them", async () => {
    const { etcd, one, two, close } = await openTwo();
    await one.storage.create(`${inDefault}a`, newTestObject("a", "0"));
    const { signal } = new AbortController();
    const options = { resourceVersion: "", predicate: everything, allowWatchBookmarks: false, timeoutMs: 0, signal };
    const reader = new WatchReader(await two.storage.watch(inDefault, options));
    const client = new EtcdClient({ servers: [etcd.url] });
    await etcd.stop();
    await expect.poll(() => two.store.trouble, { timeout: 60_000 }).toBeDefined();
    await etcd.start();
    const layout = new KeyLayout("/registry");
    let last = 0;
    for (const name of ["b", "c"])
      last = (
        await client.swap({
          key: layout.toEtcd(`${inDefault}${name}`),
          expected: 0,
          value: textValues.encode({
            key: "",
            revision: 0,
            text: `"metadata":{"name":"${name}","resourceVersion":"0"}}`,
          }),
        })
      ).revision;
    await client.compact(last);
    client.close();
    await expect.poll(() => two.storage.newest(inDefault).length, { timeout: 60_000 }).toBe(3);
    const isTold = (await reader.takeShortly()).length === 3;
    expect(reader.ended || isTold).toBe(true);
    await close();
  });

  it("follows changes that etcd sends in parts, each revision as a whole", async () => {
    const etcd = await newEtcd();
    const client = new EtcdClient({ servers: [etcd.url] });
    const database = new EtcdDatabase({ client, values: textValues, layout: new KeyLayout("/registry") });
    const value = new Uint8Array(1_000_000);
    const { revision: first } = await client.swap({ key: "/registry/configmaps/0", expected: 0, value });
    for (let at = 1; at < 5; at++) await client.swap({ key: `/registry/configmaps/${at}`, expected: 0, value });
    const seen: string[] = [];
    const told: number[] = [];
    const stop = database.follow(first - 1, {
      changed: (revision, writes) => {
        for (const write of writes) seen.push(`${write.key}@${write.revision}`);
        told.push(revision - (writes.at(-1)?.revision ?? revision));
      },
      restarted: () => seen.push("restarted"),
      compacted: () => undefined,
      failed: (error) => seen.push(String(error)),
    });
    const wanted = Array.from({ length: 5 }, (_, at) => `/registry/configmaps/${at}@${first + at}`);
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(wanted);
    expect(told.every((ahead) => ahead === 0)).toBe(true);
    stop();
    client.close();
  });

  it("reads which keys there were at a revision, as they are in memory", async () => {
    const { one, two, close } = await openTwo();
    for (const name of ["b", "a", "c"]) await one.storage.create(`${inDefault}${name}`, newTestObject(name));
    await two.storage.delete(`${inDefault}a`, undefined, () => undefined);
    const { revision, entries } = two.storage.versions();
    await two.storage.create(`${inDefault}d`, newTestObject("d"));
    const keys: string[] = [];
    for await (const portion of two.store.backend.keysAt?.("/registry/configmaps/", revision) ?? [])
      for (const { key, revision: at } of portion) keys.push(`${key}@${at}`);
    expect(keys).toEqual(entries.map(({ key, revision: at }) => `${key}@${at}`));
    expect(keys).toHaveLength(2);
    await close();
  });

  it("compacts in turns with other servers, what is older than an interval", async () => {
    const { etcd, one, close } = await openTwo();
    const client = new EtcdClient({ servers: [etcd.url] });
    await one.storage.create(`${inDefault}a`, newTestObject("a"));
    const first = await compact(client, 0, 0);
    expect(first).toMatchObject({ version: 1 });
    await one.storage.create(`${inDefault}b`, newTestObject("b"));
    const other = await compact(client, 0, 0);
    expect(other.version).toBe(1);
    const second = await compact(client, first.version, first.revision);
    expect(second.version).toBe(2);
    await expect(client.range({ key: "/registry/x", revision: first.revision - 1 })).rejects.toThrow(
      "etcdserver: mvcc: required revision has been compacted",
    );
    expect((await client.range({ key: "compact_rev_key" })).kvs[0]?.value).toEqual(Buffer.from(String(first.revision)));
    client.close();
    await close();
  });

  it("passes on what etcd says of a request that is too large, and of a full disk", async () => {
    const { one, close } = await openTwo(["--quota-backend-bytes", String(16 << 20)]);
    const creating = (bytes: number) => one.storage.create(`${inDefault}a`, newTestObject("a", "x".repeat(bytes)));
    await expect(creating(1_700_000)).rejects.toThrow(/^etcdserver: request is too large$/);
    await expect(creating(2_200_000)).rejects.toThrow(
      /^rpc error: code = ResourceExhausted desc = trying to send message larger than max \(\d+ vs. 2097152\)$/,
    );
    const fill = async (): Promise<void> => {
      for (let turn = 0; turn < 100; turn++)
        await one.storage.create(`${inDefault}${turn}`, newTestObject("a", "x".repeat(1_000_000)));
    };
    await expect(fill()).rejects.toThrow("etcdserver: mvcc: database space exceeded");
    await close();
  });
});
