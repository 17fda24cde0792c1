import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Backend, BackendObject } from "../../apiserver/storage/backend/backend.ts";
import { applyBatch } from "../../apiserver/storage/backend/replay.ts";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { Seeded } from "../../apiserver/storage/testing/seeded.ts";
import { createTestCodec, newTestObject } from "../../apiserver/storage/testing/test-codec.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { openFileBackend } from "./file-backend.ts";
import { takeLock } from "./file-lock.ts";
import { repairFolder } from "./file-repair.ts";
import { interruption, makeInterruptible } from "./testing/interrupted-fs.ts";

let restoreFiles = (): void => undefined;
beforeAll(() => void (restoreFiles = makeInterruptible()));
afterAll(() => restoreFiles());

/** In memory where there is such a folder: to wait for a disk would take most of the time. */
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
let root = "";
beforeEach(() => void (root = mkdtempSync(join(parent, "kubepad-interruptions-"))));
afterEach(() => {
  uninterrupted();
  rmSync(root, { recursive: true, force: true });
});

function uninterrupted(): void {
  interruption.before = () => undefined;
  interruption.halfWritten = false;
}

/** Fails the operation of this number, counted from 0, and, where the process is killed, all after it. */
function interruptAt(at: number, { kills, halfWritten }: { kills: boolean; halfWritten: boolean }): () => boolean {
  let count = 0;
  interruption.halfWritten = halfWritten;
  interruption.before = () => {
    const here = count++;
    if (here > at) interruption.halfWritten = false;
    if (here === at || (kills && here > at))
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  return () => count > at;
}

const shown = (objects: Iterable<BackendObject>): string =>
  JSON.stringify([...objects].sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, revision }) => [key, revision]));

/** Writes to a folder over several openings with checkpoints. Collects what was acknowledged, by revision. */
async function live(directory: string, acknowledged: { revision: number }, states: Map<number, string>): Promise<void> {
  const state = new Map<string, BackendObject>();
  let revision = 0;
  const append = async (backend: Backend): Promise<void> => {
    const key = `/registry/configmaps/${revision % 3}`;
    revision += 1;
    const writes = [{ key, revision, text: revision % 5 === 4 && state.has(key) ? null : `text ${revision}` }];
    applyBatch(state, { writes });
    states.set(revision, shown(state.values()));
    await backend.append({ revision, at: revision, writes });
    acknowledged.revision = revision;
  };
  for (let opening = 0; opening < 3; opening++) {
    const backend = await openFileBackend({ directory, takeOver: true });
    await backend.load();
    for (let i = 0; i < 2; i++) await append(backend);
    await backend.checkpoint({ revision, compacted: revision - 2, segments: [[...state.values()]] });
    for (let i = 0; i < 2; i++) await append(backend);
    await backend.close();
  }
}

/** Opens a folder as the next process would, which takes the lock of one that was killed. */
async function stateOf(directory: string): Promise<readonly [revision: number, state: string]> {
  const backend = await openFileBackend({ directory, takeOver: true });
  const { revision, objects } = await backend.load();
  let last = 0;
  for await (const batches of backend.history().batches())
    for (const { writes } of batches) {
      const here = writes.at(-1)?.revision ?? 0;
      expect(last === 0 || here === last + 1, `history goes from ${last} to ${here}`).toBe(true);
      last = here;
    }
  await backend.append({
    revision: revision + 1,
    at: 0,
    writes: [{ key: "/after", revision: revision + 1, text: "x" }],
  });
  await backend.close();
  return [revision, shown(objects)];
}

/** Opens and closes a folder as the next process would. */
async function opened(directory: string): Promise<readonly [revision: number, state: string]> {
  const backend = await openFileBackend({ directory, takeOver: true });
  try {
    const { revision, objects } = await backend.load();
    return [revision, shown(objects)];
  } finally {
    await backend.close();
  }
}

const endings = [
  { kills: true, halfWritten: false },
  { kills: true, halfWritten: true },
  { kills: false, halfWritten: false },
  { kills: false, halfWritten: true },
];
const named = ({ kills, halfWritten }: (typeof endings)[number]): string =>
  `${kills ? "a kill at" : "a full disk at"} every operation${halfWritten ? ", of which half was done," : ""}`;

describe.each(endings.map((ending) => [named(ending), ending] as const))("%s", (_, ending) => {
  it("loses nothing that was acknowledged", { timeout: 60_000 }, async () => {
    let at = 0;
    for (; ; at++) {
      const directory = join(root, String(at));
      const states = new Map([[0, "[]"]]);
      const acknowledged = { revision: 0 };
      const wasReached = interruptAt(at, ending);
      await live(directory, acknowledged, states).catch(() => undefined);
      const isOver = !wasReached();
      uninterrupted();
      const [revision, state] = await stateOf(directory);
      expect(revision, `operation ${at}`).toBeGreaterThanOrEqual(acknowledged.revision);
      expect(state, `operation ${at}`).toBe(states.get(revision));
      if (isOver) break;
    }
    expect(at).toBeGreaterThan(30);
  });

  it("leaves a folder that a second repair restores", { timeout: 60_000 }, async () => {
    const damaged = join(root, "damaged");
    const states = new Map<number, string>();
    await live(damaged, { revision: 0 }, states);
    const log = join(damaged, readdirSync(damaged).findLast((name) => name.startsWith("log-")) ?? "");
    const content = readFileSync(log);
    content.writeUInt8(content.readUInt8(60) ^ 1, 60);
    writeFileSync(log, content);
    const repaired = join(root, "repaired");
    cpSync(damaged, repaired, { recursive: true });
    await repairFolder(repaired, new Date(0));
    const [, wanted] = await stateOf(repaired);
    let at = 0;
    for (; ; at++) {
      const directory = join(root, `repair-${at}`);
      cpSync(damaged, directory, { recursive: true });
      const wasReached = interruptAt(at, ending);
      await repairFolder(directory, new Date(0)).catch(() => undefined);
      const isOver = !wasReached();
      uninterrupted();
      rmSync(join(directory, "lock"), { force: true }); // of this process, which lives on
      await repairFolder(directory, new Date(1));
      expect((await stateOf(directory))[1], `operation ${at}`).toBe(wanted);
      if (isOver) break;
    }
    expect(at).toBeGreaterThan(4);
  });
});

describe.each(endings.map((ending) => [named(ending), ending] as const))("%s of an upgrade", (_, ending) => {
  it.each(["first-layout", "second-layout"])("loses nothing that the %s left", { timeout: 60_000 }, async (layout) => {
    const source = fileURLToPath(new URL(`testing/${layout}`, import.meta.url));
    const whole = join(root, "whole");
    cpSync(source, whole, { recursive: true });
    const [revision, wanted] = await opened(whole);
    let at = 0;
    for (; ; at++) {
      const directory = join(root, `upgrade-${at}`);
      cpSync(source, directory, { recursive: true });
      const wasReached = interruptAt(at, ending);
      await opened(directory).catch(() => undefined);
      const isOver = !wasReached();
      uninterrupted();
      const found = await opened(directory).catch((error: Error) => error.message);
      expect(found, `operation ${at}`).toEqual([revision, wanted]);
      if (isOver) break;
    }
    expect(at).toBeGreaterThan(5);
  });
});

describe("a process without file descriptors", () => {
  const prefix = "/registry/configmaps/";

  /** Fails to open files, as long as it is switched on. */
  function withoutDescriptors(isSo: () => boolean): void {
    interruption.before = (operation) => {
      if (operation.startsWith("open") && isSo())
        throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    };
  }

  it("refuses what it cannot write in words, loses nothing, and goes on once it has some", async () => {
    let isWithout = false;
    withoutDescriptors(() => isWithout);
    const chance = new Seeded(1);
    const acknowledged: string[] = [];
    const refusals = new Set<string>();
    const open = async () => {
      const backend = await openFileBackend({ directory: root });
      const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { bytes: 2000, batches: 5 } });
      return { store, storage: createStorage({ store, codec: createTestCodec(), prefix }) };
    };
    const { store, storage } = await open();
    for (let i = 0; i < 200; i++) {
      isWithout = chance.below(3) === 0;
      const name = `c${String(i).padStart(3, "0")}`;
      await storage.create(prefix + name, newTestObject(name, "v".repeat(chance.below(200)))).then(
        () => void acknowledged.push(prefix + name),
        (error: Error) => void refusals.add(error.message),
      );
    }
    isWithout = false;
    await storage.create(`${prefix}last`, newTestObject("last"));
    await store.close();
    expect([...refusals]).toEqual([
      "This process has no file descriptors left, so nothing was written: EMFILE: too many open files",
    ]);
    const again = await open();
    expect(again.storage.newest(prefix).map(({ key }) => key)).toEqual([...acknowledged, `${prefix}last`]);
    await again.store.close();
  });
});

describe("a disk that refuses some operations", () => {
  const append = (backend: Backend, revision: number) =>
    backend.append({ revision, at: 0, writes: [{ key: "/a", revision, text: `text ${revision}` }] });
  const failure = () => Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  const logs = (): string[] => readdirSync(root).filter((name) => name.startsWith("log-"));

  it("is told of the end of the log when it is closed, if not before", async () => {
    const backend = await openFileBackend({ directory: root });
    await backend.load();
    await append(backend, 1);
    interruption.before = (_operation, _path, isInPlace) => {
      if (isInPlace) throw failure();
    };
    await append(backend, 2);
    uninterrupted();
    await backend.close();
    const log = join(root, logs()[0] ?? "");
    writeFileSync(log, readFileSync(log).subarray(0, -60));
    const again = await openFileBackend({ directory: root });
    await expect(again.load()).rejects.toMatchObject({ code: "Corrupt" });
    await again.close();
  });

  describe("what a process appended, but was killed before it noted the end of the log,", () => {
    beforeEach(async () => {
      const backend = await openFileBackend({ directory: root });
      await backend.load();
      interruption.before = (_operation, _path, isInPlace) => {
        if (isInPlace) throw failure();
      };
      await append(backend, 1);
      await backend.close();
      uninterrupted();
    });

    it("can be replaced by a checkpoint at once", async () => {
      const backend = await openFileBackend({ directory: root });
      const { objects } = await backend.load();
      await backend.checkpoint({ revision: 1, compacted: 1, segments: [objects] });
      await backend.close();
      expect((await opened(root))[0]).toBe(1);
    });

    it("is flushed before it is told, and does not go missing from then on without a word", async () => {
      const flushed: unknown[] = [];
      interruption.before = (operation) => void flushed.push(operation);
      expect((await opened(root))[0]).toBe(1);
      uninterrupted();
      expect(flushed.filter((operation) => operation === "fsyncSync").length).toBeGreaterThan(2);
      rmSync(join(root, logs()[0] ?? ""));
      await expect(opened(root)).rejects.toMatchObject({ code: "Corrupt" });
    });
  });

  it("is not taken for a damaged one where files cannot be opened", async () => {
    const backend = await openFileBackend({ directory: root });
    await backend.load();
    await append(backend, 1);
    await backend.close();
    const again = await openFileBackend({ directory: root });
    interruption.before = (operation, path) => {
      if (operation === "openSync" && String(path).includes("log-"))
        throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    };
    await expect(again.load()).rejects.toMatchObject({
      code: "Aborted",
      message: expect.stringContaining("no file descriptors left"),
    });
    uninterrupted();
    await again.close();
    expect((await opened(root))[0]).toBe(1);
  });

  it("goes on with another log where one could be neither begun nor removed, also after a restart", async () => {
    const backend = await openFileBackend({ directory: root });
    await backend.load();
    interruption.before = (operation, _path, isInPlace) => {
      if (operation === "rmSync" || (operation === "writeSync" && !isInPlace)) throw failure();
    };
    interruption.halfWritten = true;
    await expect(append(backend, 1)).rejects.toMatchObject({ code: "Aborted" });
    uninterrupted();
    await append(backend, 2);
    await backend.close();
    expect(logs()).toHaveLength(2);
    expect((await opened(root))[0]).toBe(2);
    rmSync(join(root, logs()[1] ?? ""));
    await expect(opened(root)).rejects.toMatchObject({ code: "Corrupt" });
  });
});

describe("two processes that begin to use a folder", () => {
  it("do not both get the lock of one that crashed, whenever the second comes", () => {
    let at = 0;
    for (; ; at++) {
      const lock = join(root, `lock-${at}`);
      writeFileSync(lock, "999999999 12345");
      const releases: (() => void)[] = [];
      const refusals: unknown[] = [];
      const take = (): void => {
        try {
          releases.push(takeLock(lock, false));
        } catch (error) {
          refusals.push(error);
        }
      };
      let count = 0;
      interruption.before = () => {
        if (count++ !== at) return;
        const outer = interruption.before;
        uninterrupted();
        take();
        interruption.before = outer;
      };
      take();
      const isOver = count <= at;
      uninterrupted();
      expect(releases, `operation ${at}`).toHaveLength(1);
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: "Locked" });
      for (const release of releases) release();
      expect(existsSync(lock)).toBe(false);
      if (isOver) break;
    }
    expect(at).toBeGreaterThan(2);
  });

  it("do not take each other's logs away", async () => {
    const backend = await openFileBackend({ directory: root });
    await backend.load();
    const theirs = join(root, `log-${"1".padStart(16, "0")}`);
    writeFileSync(theirs, "acknowledged by another process");
    const write = { key: "/a", revision: 1, text: "a" };
    await expect(backend.append({ revision: 1, at: 1, writes: [write] })).rejects.toMatchObject({ code: "Aborted" });
    expect(readFileSync(theirs, "utf8")).toBe("acknowledged by another process");
    await backend.close();
  });
});
