import { afterAll, describe, expect, it } from "vitest";
import type { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { encodeContinue } from "../continue-token.ts";
import type { ListOptions, Storage, Stored, WatchOptions } from "../interface.ts";
import { everything } from "../selection-predicate.ts";
import { StorageError } from "../storage-error.ts";
import { labelled, newTestObject, type TestObject } from "./test-codec.ts";
import { WatchReader } from "./watch-reader.ts";

/** A storage of `/registry/configmaps/` in a store that is new. */
export interface StorageUnderTest {
  readonly clock: FakeClock;
  readonly store: { readonly revision: number; compact(): Promise<void>; close(): Promise<void> };
  readonly storage: Storage<TestObject>;
}

/** A list of the newest state, of everything on one page. */
export const anyList: ListOptions = {
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

const anyWatch: Omit<WatchOptions, "signal"> = {
  resourceVersion: "",
  predicate: everything,
  allowWatchBookmarks: false,
  timeoutMs: 0,
};

/** Defines the tests of storage.Interface, which every storage passes. */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  const opened: StorageUnderTest[] = [];
  const setUp = async (): Promise<StorageUnderTest> => {
    const parts = await open();
    opened.push(parts);
    return parts;
  };
  afterAll(async () => {
    for (const { store } of opened) await store.close();
  });

  describe(`a storage in ${name}`, () => {
    describeWrites(setUp);
    describeReads(setUp);
    describeWatches(setUp);
  });
}

type SetUp = () => Promise<StorageUnderTest>;

function describeWrites(setUp: SetUp): void {
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
      const ends = await Promise.allSettled([
        storage.create(`${inDefault}a`, newTestObject("a")),
        storage.create(`${inDefault}a`, newTestObject("a")),
      ]);
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
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
      const { storage } = await setUp();
      const created = await storage.create(`${inDefault}a`, newTestObject("a"));
      const stored = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () =>
        newTestObject("a"),
      );
      expect(stored).toBe(created);
      expect(storage.revision).toBe(created.revision);
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
      const { revision } = await storage.create(`${inDefault}a`, { metadata: { name: "a", uid: "1" } });
      const update = (preconditions: { uid?: string; resourceVersion?: string }) =>
        failureOf(
          storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false, preconditions }, () => newTestObject("a")),
        );
      expect(await update({ uid: "2" })).toMatchObject({
        code: "InvalidObj",
        message: "Precondition failed: UID in precondition: 2, UID in object meta: 1",
      });
      expect(await update({ resourceVersion: "9" })).toMatchObject({
        message: `Precondition failed: ResourceVersion in precondition: 9, ResourceVersion in object meta: ${revision}`,
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
}

function describeReads(setUp: SetUp): void {
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
      expect(names((await storage.list(inDefault, { ...anyList, resourceVersion: "1" })).items)).toEqual([
        "a",
        "b",
        "c",
      ]);
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
        isPastCache: false,
      });
    });
  });
}

function describeWatches(setUp: SetUp): void {
  describe("watch", () => {
    const until = (reader: WatchReader<TestObject>, count: number) =>
      expect.poll(() => reader.seen, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);

    it("begins with the present state and goes on with changes in their order", async () => {
      const { storage } = await setUp();
      const a = await storage.create(`${inDefault}a`, newTestObject("a"));
      const { signal } = new AbortController();
      const reader = new WatchReader(await storage.watch(inDefault, { ...anyWatch, signal }));
      const b = await storage.create(`${inDefault}b`, newTestObject("b"));
      const changed = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () =>
        newTestObject("a", "1"),
      );
      const deleted = await storage.delete(`${inDefault}b`, undefined, () => undefined);
      await until(reader, 4);
      expect(await reader.takeShortly()).toEqual([
        `ADDED a@${a.revision}`,
        `ADDED b@${b.revision}`,
        `MODIFIED a@${changed.revision}`,
        `DELETED b@${deleted.revision}`,
      ]);
    });

    it("goes on after a revision, and is expired below the compacted one", async () => {
      const { storage, store } = await setUp();
      const a = await storage.create(`${inDefault}a`, newTestObject("a"));
      const b = await storage.create(`${inDefault}b`, newTestObject("b"));
      const { signal } = new AbortController();
      const from = (revision: number) =>
        storage.watch(inDefault, { ...anyWatch, resourceVersion: String(revision), signal });
      const reader = new WatchReader(await from(a.revision));
      await until(reader, 1);
      expect(await reader.takeShortly()).toEqual([`ADDED b@${b.revision}`]);
      await storage.delete(`${inDefault}a`, undefined, () => undefined);
      await store.compact();
      const expired = new WatchReader(await from(a.revision));
      await until(expired, 1);
      expect(await expired.takeShortly()).toEqual(["ERROR Expired"]);
      expect(expired.ended).toBe(true);
    });

    it("tells of a selection what enters and leaves it, and ends with a bookmark what it begins with", async () => {
      const { storage } = await setUp();
      const a = await storage.create(`${inDefault}a`, newTestObject("a", "", { app: "web" }));
      const { signal } = new AbortController();
      const options = {
        ...anyWatch,
        predicate: labelled("app", "web"),
        sendInitialEvents: true,
        allowWatchBookmarks: true,
      };
      const reader = new WatchReader(await storage.watch(inDefault, { ...options, signal }));
      const left = await storage.guaranteedUpdate(`${inDefault}a`, { ignoreNotFound: false }, () => newTestObject("a"));
      await until(reader, 3);
      expect(await reader.takeShortly()).toEqual([
        `ADDED a@${a.revision}`,
        `BOOKMARK ${a.revision} end`,
        `DELETED a@${left.revision}`,
      ]);
    });
  });
}
