import "fake-indexeddb/auto";
import { forceCloseDatabase } from "fake-indexeddb";
import { deleteDB, openDB } from "idb";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { BackendSegment, LoggedBatch } from "./backend.ts";
import { BackendError } from "./backend-error.ts";
import { openIndexedDbBackend } from "./indexeddb.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import { repairIndexedDb } from "./indexeddb-rescue.ts";
import { describeBackend } from "./testing/describe-backend.ts";
import { readRows, writeRows, type StoredRows } from "./testing/indexeddb-damage.ts";

let count = 0;
const uniqueName = (): string => `kubepad-test-${++count}`;

describeBackend("indexeddb", () => {
  const name = uniqueName();
  return { open: () => openIndexedDbBackend({ name }), remove: () => deleteDB(name) };
});

async function errorOf(promise: Promise<unknown>): Promise<BackendError> {
  const error = await promise.then(
    () => undefined,
    (err: unknown) => err,
  );
  if (!(error instanceof BackendError)) throw new Error(`no BackendError but ${String(error)}`);
  return error;
}

it("opens what the first layout left, and goes on beyond every revision that it may have handed out", async () => {
  const name = uniqueName();
  const first = await openDB(name, 1, {
    upgrade: (database) => ["leader", "batches", "segments"].forEach((store) => database.createObjectStore(store)),
  });
  await first.put("leader", { epoch: 3, reserved: 2000, checkpoint: 5 }, "leader");
  await first.put("segments", [{ key: "/a", revision: 4, text: "a" }], [5, 0]);
  await first.put("segments", [{ key: "/b", revision: 5, text: "b" }], [5, 1]);
  await first.put("batches", [{ key: "/b", revision: 1001, text: null }], 1001);
  await first.put("batches", [{ key: "/c", revision: 1002, text: "c" }], 1002);
  first.close();
  const backend = await openIndexedDbBackend({ name });
  const { objects, ...state } = await backend.load();
  expect(state).toEqual({ epoch: 2001, revision: 2000, compacted: 2000 });
  expect(objects.map(({ key }) => key)).toEqual(["/a", "/c"]);
  await backend.append({ revision: 2001, writes: [{ key: "/d", revision: 2001, text: "d" }] });
  await backend.close();
  const again = await openIndexedDbBackend({ name });
  expect((await again.load()).revision).toBe(2001);
  await again.close();
});

describe("what the second layout left", () => {
  const recorded = readFileSync(new URL("testing/second-layout/database.json", import.meta.url), "utf8");
  const { version, rows } = JSON.parse(recorded) as { readonly version: number; readonly rows: StoredRows };

  const historyOf = async (name: string) => {
    const backend = await openIndexedDbBackend({ name });
    const { objects, ...state } = await backend.load();
    const [base, batches]: [BackendSegment[], LoggedBatch[]] = [[], []];
    for await (const portion of backend.history().batches()) batches.push(...portion);
    for await (const segment of backend.history().objects()) base.push(segment);
    await backend.close();
    return { state, objects: objects.map(({ text }) => text).sort(), base, batches };
  };

  const wanted = {
    objects: ["/b at 7", "/c at 3", "/d at 6", "/e at 8"],
    base: [
      [
        { key: "/a", revision: 1, text: "/a at 1" },
        { key: "/b", revision: 2, text: "/b at 2" },
      ],
      [{ key: "/c", revision: 3, text: "/c at 3" }],
    ],
    batches: rows["batches"]?.map(({ value }) => value),
  };

  it("is opened with its history, and protected from then on", async () => {
    const name = uniqueName();
    await writeRows(name, version, rows);
    expect(await historyOf(name)).toMatchObject({ state: { epoch: 3, revision: 8, compacted: 4 }, ...wanted });
    const converted = await readRows(name);
    const broken = uniqueName();
    await writeRows(broken, converted.version, {
      ...converted.rows,
      batches: converted.rows["batches"]?.slice(0, -1) ?? [],
    });
    expect((await errorOf(openIndexedDbBackend({ name: broken }))).message).toContain(
      `${broken} is damaged: group commit 3, after revision 6, is missing`,
    );
  });

  it("stays as it is when its upgrade is interrupted, wherever that is, and is upgraded the next time", async () => {
    const realPut = IDBObjectStore.prototype.put;
    const realUpdate = IDBCursor.prototype.update;
    let at = 0;
    for (let isOver = false; !isOver; at++) {
      const name = uniqueName();
      await writeRows(name, version, rows);
      let count = 0;
      const interrupt = (transaction: IDBTransaction): void => {
        if (transaction.mode === "versionchange" && count++ === at) transaction.abort();
      };
      IDBObjectStore.prototype.put = function (...args) {
        interrupt(this.transaction);
        return realPut.apply(this, args);
      };
      IDBCursor.prototype.update = function (...args) {
        interrupt(this.request.transaction as IDBTransaction);
        return realUpdate.apply(this, args);
      };
      const refused = await openIndexedDbBackend({ name }).then(
        (backend) => backend.close(),
        (error: BackendError) => error.code,
      );
      IDBObjectStore.prototype.put = realPut;
      IDBCursor.prototype.update = realUpdate;
      isOver = count <= at;
      expect(isOver ? undefined : await readRows(name)).toEqual(isOver ? undefined : { version, rows });
      expect(refused).toBe(isOver ? undefined : "UpgradeBlocked");
      expect(await historyOf(name)).toMatchObject({ state: { revision: 8, compacted: 4 }, ...wanted });
    }
    expect(at).toBeGreaterThan(6);
  });

  it("is said to be damaged, not taken for a browser without databases, if a row cannot be converted", async () => {
    const name = uniqueName();
    await writeRows(name, version, { ...rows, batches: [{ key: 5, value: undefined }] });
    expect(await errorOf(openIndexedDbBackend({ name }))).toMatchObject({
      code: "Corrupt",
      message: expect.stringContaining(`${name} is damaged`),
    });
    expect((await readRows(name)).version).toBe(version);
    await repairIndexedDb(name);
    expect((await historyOf(name)).objects).toEqual(["/b at 2", "/c at 3", "/d at 6"]);
  });
});

it("does not touch what a newer version wrote", async () => {
  const name = uniqueName();
  (await openDB(name, 99)).close();
  const error = await errorOf(openIndexedDbBackend({ name }));
  expect(error.code).toBe("NewerLayout");
  expect(error.message).toContain("newer version");
});

it("lets go of the database when a newer version wants it, and says so", async () => {
  const name = uniqueName();
  const backend = await openIndexedDbBackend({ name });
  (await openDB(name, 99)).close();
  const error = await errorOf(backend.append({ revision: 1, writes: [] }));
  expect(error.code).toBe("ConnectionLost");
  expect(error.message).toContain("newer version");
});

it("says that the database was deleted behind its back, and begins a new one afterwards", async () => {
  const name = uniqueName();
  const backend = await openIndexedDbBackend({ name });
  await backend.load();
  const write = { key: "/a", revision: 1, text: "text" };
  await backend.append({ revision: 1, writes: [write] });
  await deleteDB(name);
  const error = await errorOf(backend.append({ revision: 2, writes: [{ ...write, revision: 2 }] }));
  expect(error.code).toBe("ConnectionLost");
  expect(error.message).toContain("was deleted");
  await backend.close();
  const again = await openIndexedDbBackend({ name });
  expect((await again.load()).objects).toEqual([]);
  await again.close();
});

it("says that another tab with an older version holds the database open, and leaves it as it is", async () => {
  const name = uniqueName();
  const older = await openDB(name, 1, {
    upgrade: (database) => ["leader", "batches", "segments"].forEach((store) => database.createObjectStore(store)),
  });
  const error = await errorOf(openIndexedDbBackend({ name }));
  expect(error.code).toBe("UpgradeBlocked");
  expect(error.message).toContain("Another tab holds an older version");
  older.close();
  const backend = await openIndexedDbBackend({ name });
  expect((await backend.load()).objects).toEqual([]);
  await backend.close();
});

it("says that the browser has taken the database away", async () => {
  const opened: IDBDatabase[] = [];
  const realOpen = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name, version) {
    const request = realOpen.call(this, name, version);
    request.addEventListener("success", () => opened.push(request.result));
    return request;
  };
  const backend = await openIndexedDbBackend({ name: uniqueName() });
  IDBFactory.prototype.open = realOpen;
  for (const database of opened) Reflect.apply(forceCloseDatabase, undefined, [database]);
  await new Promise((resolve) => setTimeout(resolve));
  const error = await errorOf(backend.append({ revision: 1, writes: [] }));
  expect(error.code).toBe("ConnectionLost");
  expect(error.message).toContain("The browser has closed the database");
});

it("refuses a group commit at the key of a later one, which would take its place", async () => {
  const name = uniqueName();
  const backend = await openIndexedDbBackend({ name });
  await backend.load();
  for (const revision of [1, 2])
    await backend.append({ revision, writes: [{ key: `/${revision}`, revision, text: "text" }] });
  await backend.close();
  const { version, rows } = await readRows(name);
  const moved = uniqueName();
  const batches = rows["batches"]?.map(({ key, value }) => ({ key: key === 2 ? 3 : key, value })) ?? [];
  await writeRows(moved, version, { ...rows, batches });
  expect(await errorOf(openIndexedDbBackend({ name: moved }))).toMatchObject({
    code: "Corrupt",
    message: expect.stringContaining("the group commit of revision 2 stands at 3"),
  });
  await repairIndexedDb(moved);
  const again = await openIndexedDbBackend({ name: moved });
  expect((await again.load()).objects).toHaveLength(2);
  await again.close();
});

it("gives the browser's estimate", async () => {
  const backend = await openIndexedDbBackend({ name: uniqueName(), estimate: async () => ({ usage: 1, quota: 2 }) });
  expect(await backend.usage()).toEqual({ usage: 1, quota: 2 });
  await backend.close();
});

describe("reading that fails", () => {
  const realGetAll = IDBObjectStore.prototype.getAll;

  afterEach(() => {
    IDBObjectStore.prototype.getAll = realGetAll;
  });

  const writeOne = async (name: string): Promise<void> => {
    const backend = await openIndexedDbBackend({ name });
    await backend.load();
    await backend.append({ revision: 1, writes: [{ key: "/a", revision: 1, text: "first" }] });
    await backend.close();
  };

  const failReads = (times: number): void => {
    let left = times;
    IDBObjectStore.prototype.getAll = function (query, count) {
      left -= 1;
      if (left >= 0) this.transaction.abort();
      return realGetAll.call(this, query, count);
    };
  };

  it("is tried again", async () => {
    const name = uniqueName();
    await writeOne(name);
    failReads(1);
    const backend = await openIndexedDbBackend({ name });
    const { objects, revision, epoch } = await backend.load();
    expect(objects.map(({ text }) => text)).toEqual(["first"]);
    expect({ revision, epoch }).toEqual({ revision: 1, epoch: 2 });
    await backend.append({ revision: 1, compact: 1, writes: [] });
    await backend.close();
  });

  it("is said by load, not taken for a browser that gives no database", async () => {
    const name = uniqueName();
    await writeOne(name);
    failReads(Infinity);
    const backend = await openIndexedDbBackend({ name });
    expect((await errorOf(backend.load())).message).not.toBe("");
    await backend.close();
  });
});

it.each([
  ["QuotaExceededError", "QuotaExceeded"],
  ["VersionError", "NewerLayout"],
  ["InvalidStateError", "ConnectionLost"],
  ["AbortError", "Aborted"],
])("takes %s for %s", (name, code) => {
  expect(toBackendError(new DOMException("x", name)).code).toBe(code);
});

describe("a transaction that is aborted", () => {
  type Step = (store: IDBObjectStore) => void;
  const realGet = IDBObjectStore.prototype.get;
  const realPut = IDBObjectStore.prototype.put;
  const realCommit = IDBTransaction.prototype.commit;

  afterEach(() => {
    IDBObjectStore.prototype.get = realGet;
    IDBObjectStore.prototype.put = realPut;
    IDBTransaction.prototype.commit = realCommit;
  });

  const abort: Step = (store) => store.transaction.abort();
  const refuse: Step = () => {
    throw new DOMException("no", "InvalidStateError");
  };

  const onGet = (step: Step) => () => {
    IDBObjectStore.prototype.get = function (query) {
      const request = realGet.call(this, query);
      step(this);
      return request;
    };
  };
  const onPut = (name: string, step: Step) => () => {
    IDBObjectStore.prototype.put = function (value, key) {
      const request = realPut.call(this, value, key);
      if (this.name === name) step(this);
      return request;
    };
  };
  const onCommit = () => {
    IDBTransaction.prototype.commit = function () {
      this.abort();
    };
  };

  it.each([
    ["while the epoch is read", onGet(abort)],
    ["before the epoch is read", onGet(refuse)],
    ["while a compaction is stored", onPut("leader", abort)],
    ["while the batch is put", onPut("batches", abort)],
    ["when the batch cannot be put", onPut("batches", refuse)],
    ["when it is committed", onCommit],
  ])("%s leaves nothing behind, and the next one works", async (_, inject) => {
    const name = uniqueName();
    const backend = await openIndexedDbBackend({ name });
    await backend.load();
    await backend.append({ revision: 1, writes: [{ key: "/a", revision: 1, text: "first" }] });
    inject();
    const error = await errorOf(
      backend.append({ revision: 2, compact: 1, writes: [{ key: "/a", revision: 2, text: "second" }] }),
    );
    expect(["Aborted", "ConnectionLost"]).toContain(error.code);
    IDBObjectStore.prototype.get = realGet;
    IDBObjectStore.prototype.put = realPut;
    IDBTransaction.prototype.commit = realCommit;
    await backend.append({ revision: 3, writes: [{ key: "/b", revision: 3, text: "third" }] });
    await backend.close();
    const again = await openIndexedDbBackend({ name });
    const { objects, revision } = await again.load();
    expect(objects.map(({ text }) => text).sort()).toEqual(["first", "third"]);
    expect(revision).toBe(3);
    await again.close();
  });
});
