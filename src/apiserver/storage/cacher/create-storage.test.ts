import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import type { ListOptions, Stored } from "../interface.ts";
import { createStore } from "../mvcc/store.ts";
import { StorageError } from "../storage-error.ts";
import { everything } from "../selection-predicate.ts";
import { createTestCodec, labelled, newTestObject, type TestObject } from "../testing/test-codec.ts";
import { nextTask } from "../../../component-base/event-loop.ts";
import { encodeContinue } from "../continue-token.ts";
import { createStorage } from "./create-storage.ts";

async function setUp() {
  const clock = new FakeClock();
  const codec = createTestCodec();
  const store = await createStore({ backend: createMemoryBackend(), clock });
  const storage = createStorage({ store, codec, prefix: "/registry/configmaps/" });
  return { clock, codec, store, storage };
}

const anyList: ListOptions = {
  resourceVersion: "",
  resourceVersionMatch: "",
  predicate: everything,
  limit: 0,
  continue: "",
};

const names = (items: readonly Stored<TestObject>[]): readonly string[] =>
  items.map(({ object }) => object.metadata.name);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (err: unknown) => err,
  );
  return error instanceof StorageError ? error.failure : error;
}

const inDefault = "/registry/configmaps/default/";

describe("create", () => {
  it("answers with a text and an object that carry the new revision", async () => {
    const { storage } = await setUp();
    const stored = await storage.create(`${inDefault}a`, newTestObject("a"));
    expect(stored.revision).toBe(storage.revision);
    expect(stored.object.metadata.resourceVersion).toBe(String(stored.revision));
    expect(stored.text).toContain(`"resourceVersion":"${stored.revision}"`);
    expect(await storage.get(`${inDefault}a`, "")).toBe(stored);
  });

  it("lets one of two creators win", async () => {
    const { storage } = await setUp();
    const [first, second] = await Promise.allSettled([
      storage.create(`${inDefault}a`, newTestObject("a")),
      storage.create(`${inDefault}a`, newTestObject("a")),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({
      status: "rejected",
      reason: { failure: { code: "KeyExists", key: `${inDefault}a` } },
    });
  });
});

describe("guaranteedUpdate", () => {
  it("puts the new revision where metadata has it, not into data of that name", async () => {
    const { storage } = await setUp();
    const tricky = {
      metadata: {
        name: "a",
        annotations: { resourceVersion: "7", x: '"resourceVersion":"8"' },
        labels: { metadata: "1" },
      },
      data: { resourceVersion: "9", metadata: "{" },
    };
    await storage.create(`${inDefault}a`, tricky);
    const stored = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, (live) => ({
      ...tricky,
      metadata: { ...tricky.metadata, uid: String(live?.revision) },
    }));
    const { metadata, data } = JSON.parse(`{${stored.text}`);
    expect(metadata).toEqual({
      ...tricky.metadata,
      uid: String(stored.revision - 1),
      resourceVersion: String(stored.revision),
    });
    expect(data).toEqual(tricky.data);
  });

  it("writes nothing when nothing changes", async () => {
    const { storage, codec } = await setUp();
    const created = await storage.create(`${inDefault}a`, newTestObject("a"));
    codec.calls.encode = 0;
    const stored = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () => newTestObject("a"));
    expect(stored).toBe(created);
    expect(storage.revision).toBe(created.revision);
    expect(codec.calls).toEqual({ encode: 1, decode: 0 });
  });

  it("loses no update of many at once", async () => {
    const { storage } = await setUp();
    await storage.create(`${inDefault}a`, newTestObject("a", "0"));
    const increment = () =>
      storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, async (live) => {
        await Promise.resolve();
        return newTestObject("a", String(Number(live?.object.data?.value) + 1));
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect((await storage.get(`${inDefault}a`, ""))?.object.data?.value).toBe("50");
  });

  it("creates what is missing where that is asked for, and else has no key", async () => {
    const { storage } = await setUp();
    expect(
      await failureOf(storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () => newTestObject("a"))),
    ).toEqual({ code: "KeyNotFound", key: `${inDefault}a` });
    const stored = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: true }, (live) =>
      newTestObject("a", String(live)),
    );
    expect(stored.object.data?.value).toBe("undefined");
  });

  it("checks preconditions in upstream's words", async () => {
    const { storage } = await setUp();
    await storage.create(`${inDefault}a`, { metadata: { name: "a", uid: "1" } });
    const update = (preconditions: { uid?: string; resourceVersion?: string }) =>
      failureOf(
        storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false, preconditions }, () => newTestObject("a")),
      );
    expect(await update({ uid: "2" })).toMatchObject({
      code: "InvalidObj",
      message: "Precondition failed: UID in precondition: 2, UID in object meta: 1",
    });
    expect(await update({ resourceVersion: "9" })).toMatchObject({
      message: "Precondition failed: ResourceVersion in precondition: 9, ResourceVersion in object meta: 2",
    });
  });
});

describe("delete", () => {
  it("answers with the last state at the deletion's revision", async () => {
    const { storage } = await setUp();
    const created = await storage.create(`${inDefault}a`, newTestObject("a", "v"));
    const deleted = await storage.delete(`${inDefault}a`, undefined, () => undefined);
    expect(deleted.revision).toBe(created.revision + 1);
    expect(deleted.object).toEqual({
      metadata: { name: "a", resourceVersion: String(deleted.revision) },
      data: { value: "v" },
    });
    expect(await storage.get(`${inDefault}a`, "")).toBeUndefined();
    expect(await failureOf(storage.delete(`${inDefault}a`, undefined, () => undefined))).toEqual({
      code: "KeyNotFound",
      key: `${inDefault}a`,
    });
  });

  it("is refused by its validation, which sees the newest object", async () => {
    const { storage } = await setUp();
    await storage.create(`${inDefault}a`, newTestObject("a", "v"));
    const refuse = ({ object }: Stored<TestObject>) => {
      throw new Error(`no: ${object.data?.value}`);
    };
    await expect(storage.delete(`${inDefault}a`, undefined, refuse)).rejects.toThrow("no: v");
    expect(storage.stats().objects).toBe(1);
  });
});

describe("list", () => {
  async function setUpLetters() {
    const parts = await setUp();
    for (const name of ["d", "b", "a", "c"])
      await parts.storage.create(`${inDefault}${name}`, newTestObject(name, "", name < "c" ? { app: "web" } : {}));
    await parts.storage.create("/registry/configmaps/default2/z", newTestObject("z"));
    return parts;
  }

  it("is in key order, of one namespace or all, or of one key", async () => {
    const { storage } = await setUpLetters();
    expect(names((await storage.list(inDefault, anyList)).items)).toEqual(["a", "b", "c", "d"]);
    expect(names((await storage.list("/registry/configmaps/", anyList)).items)).toEqual(["a", "b", "c", "d", "z"]);
    const further = encodeContinue(`${inDefault}c`, inDefault, 1);
    expect(names((await storage.list(`${inDefault}b`, { ...anyList, limit: 1, continue: further })).items)).toEqual([
      "b",
    ]);
    await expect(storage.list(`${inDefault}b`, { ...anyList, continue: "x" })).rejects.toThrow(
      "continue key is not valid",
    );
  });

  it("may be had at once by the server itself", async () => {
    const { storage } = await setUpLetters();
    expect(names(storage.newest(inDefault))).toEqual(["a", "b", "c", "d"]);
    expect(storage.peek(`${inDefault}c`)?.object.metadata.name).toBe("c");
    const pending = storage.create(`${inDefault}e`, newTestObject("e"));
    expect(storage.peek(`${inDefault}e`)).toBeUndefined();
    const stored = await pending;
    expect(storage.peek(`${inDefault}e`)).toBe(stored);
  });

  it("shows the state of the first page on all pages", async () => {
    const { storage } = await setUpLetters();
    const first = await storage.list(inDefault, { ...anyList, limit: 2 });
    expect(first).toMatchObject({ remainingItemCount: 2, revision: storage.revision });
    await storage.delete(`${inDefault}c`, undefined, () => undefined);
    await storage.create(`${inDefault}e`, newTestObject("e"));
    const second = await storage.list(inDefault, { ...anyList, limit: 2, continue: first.continue });
    expect(names(second.items)).toEqual(["c", "d"]);
    expect(second).toMatchObject({ revision: first.revision, continue: "" });
    expect(second.remainingItemCount).toBeUndefined();
    const ignoringLimit = await storage.list(inDefault, {
      ...anyList,
      limit: 1,
      continue: first.continue,
      resourceVersion: "0",
    });
    expect(names(ignoringLimit.items)).toEqual(["c", "d"]);
  });

  it("fills pages of a selection and does not count what remains", async () => {
    const { storage } = await setUpLetters();
    const first = await storage.list(inDefault, { ...anyList, limit: 1, predicate: labelled("app", "web") });
    expect(names(first.items)).toEqual(["a"]);
    expect(first.remainingItemCount).toBeUndefined();
    const second = await storage.list(inDefault, {
      ...anyList,
      limit: 2,
      predicate: labelled("app", "web"),
      continue: first.continue,
    });
    expect(names(second.items)).toEqual(["b"]);
    expect(second.continue).toBe("");
  });

  it("hands out upstream's tokens and goes on from an inconsistent one", async () => {
    const { storage } = await setUpLetters();
    const first = await storage.list(inDefault, { ...anyList, limit: 1 });
    expect(Buffer.from(first.continue, "base64url").toString()).toBe(
      `{"v":"meta.k8s.io/v1","rv":${first.revision},"start":"a\\u0000"}`,
    );
    const rest = await storage.list(inDefault, {
      ...anyList,
      limit: 1,
      continue: "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
    });
    expect(names(rest.items)).toEqual(["b"]);
    expect(rest.remainingItemCount).toBe(2);
  });

  it("is expired below the compacted revision, with a replacement for a token", async () => {
    const { storage, store } = await setUpLetters();
    const first = await storage.list(inDefault, { ...anyList, limit: 1 });
    await storage.delete(`${inDefault}d`, undefined, () => undefined);
    await store.compact();
    const failure = await failureOf(storage.list(inDefault, { ...anyList, limit: 1, continue: first.continue }));
    expect(failure).toEqual({
      code: "Expired",
      requested: first.revision,
      compacted: store.revision,
      continue: "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
    });
    expect(
      await failureOf(storage.list(inDefault, { ...anyList, resourceVersion: "1", resourceVersionMatch: "Exact" })),
    ).toEqual({ code: "Expired", requested: 1, compacted: store.revision });
    expect(await failureOf(storage.list(inDefault, { ...anyList, resourceVersion: "1", limit: 1 }))).toMatchObject({
      code: "Expired",
    });
    expect(names((await storage.list(inDefault, { ...anyList, resourceVersion: "1" })).items)).toEqual(["a", "b", "c"]);
  });

  it("waits three seconds for a revision to come", async () => {
    const { storage, clock } = await setUpLetters();
    const next = String(storage.revision + 1);
    const waiting = storage.list(inDefault, { ...anyList, resourceVersion: next });
    await storage.create(`${inDefault}e`, newTestObject("e"));
    expect((await waiting).revision).toBe(Number(next));
    const failing = failureOf(storage.get(`${inDefault}a`, "18446744073709551615"));
    await Promise.resolve();
    clock.advance(3000);
    expect(await failing).toEqual({
      code: "TooLargeResourceVersion",
      requested: 18446744073709551615n,
      current: storage.revision,
    });
  });
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
