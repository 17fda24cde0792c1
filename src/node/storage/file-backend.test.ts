import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { describeBackend } from "../../apiserver/storage/backend/testing/describe-backend.ts";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { describeDurability } from "../../apiserver/storage/testing/describe-durability.ts";
import { createTestCodec } from "../../apiserver/storage/testing/test-codec.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { openFileBackend } from "./file-backend.ts";
import { repairFolder } from "./file-repair.ts";
import { takeLock } from "./file-lock.ts";

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-file-backend-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const medium = (unsafeNoFsync: boolean) => () => {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-file-backend-"));
  return {
    open: () => openFileBackend({ directory, unsafeNoFsync, takeOver: true }),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
};

describeBackend("file", medium(false));
describeBackend("file (without fsync)", medium(true));

describeDurability("file", () => {
  const { open, remove } = medium(false)();
  const openStore = async () => {
    const store = await createStore({
      backend: await open(),
      clock: new FakeClock(),
      checkpoint: { bytes: 3000, batches: 7 },
    });
    return { store, storage: createStorage({ store, codec: createTestCodec(), prefix: "/registry/configmaps/" }) };
  };
  return { open: openStore, remove };
});

const put = (key: string, revision: number) => ({ key, revision, text: `text ${revision}` });

const logs = (directory: string): readonly string[] => readdirSync(directory).filter((name) => name.startsWith("log-"));

/** A folder with a log of three group commits; `ends` are the offsets behind the header and each of them. */
async function threeCommits(unsafeNoFsync = false) {
  const directory = newFolder();
  const backend = await openFileBackend({ directory, unsafeNoFsync });
  await backend.load();
  const ends = [32];
  const leader = join(directory, "leader");
  const leaders = [readFileSync(leader)];
  for (const revision of [1, 2, 3]) {
    await backend.append({ revision, writes: [put(`/${revision}`, revision)] });
    ends.push(statSync(join(directory, logs(directory)[0] ?? "")).size);
    leaders.push(readFileSync(leader));
  }
  await backend.close();
  /** Makes the folder one whose process ended when it had acknowledged only so many of the group commits. */
  const acknowledge = (count: number): void => writeFileSync(leader, leaders[count] ?? "");
  return { directory, ends, acknowledge, log: join(directory, logs(directory)[0] ?? "") };
}

/** Opens a folder for a moment: what is in it, and what was reported. */
async function open(directory: string) {
  const reports: string[] = [];
  const backend = await openFileBackend({ directory, report: (message) => reports.push(message) });
  try {
    const { objects, revision, compacted } = await backend.load();
    return { keys: objects.map(({ key }) => key).sort(), revision, compacted, reports };
  } finally {
    await backend.close();
  }
}

describe("a torn log", () => {
  it("is cut behind its last whole record, wherever it ends, and that is reported", async () => {
    const { directory, log, ends, acknowledge } = await threeCommits();
    const whole = readFileSync(log);
    for (let bytes = whole.length; bytes > 0; bytes -= 7) {
      writeFileSync(log, whole.subarray(0, bytes));
      const kept = ends.filter((end) => end <= bytes).length - 1;
      acknowledge(Math.max(0, kept));
      const { keys, reports } = await open(directory);
      expect(keys).toEqual(["/1", "/2", "/3"].slice(0, Math.max(0, kept)));
      const [end = 0] = ends.filter((each) => each <= bytes).slice(-1);
      const cut = [expect.stringContaining(`${log}: cut off ${bytes - end} bytes at byte ${end}`)];
      expect(reports).toEqual(end === bytes ? [] : cut);
    }
  });

  it.each([1, 100, 5000])("may end in %i zeros, which are cut off and reported", async (zeros) => {
    const { directory, log, ends } = await threeCommits();
    appendFileSync(log, Buffer.alloc(zeros));
    const { keys, reports } = await open(directory);
    expect(keys).toEqual(["/1", "/2", "/3"]);
    expect(reports).toEqual([expect.stringContaining(`cut off ${zeros} bytes at byte ${ends[3]}`)]);
    expect((await open(directory)).reports).toEqual([]);
  });

  it("may have a last record of which only the beginning reached the disk", async () => {
    const { directory, log, ends, acknowledge } = await threeCommits();
    const content = readFileSync(log);
    for (let from = ends[2] ?? 0; from < content.length; from++) {
      writeFileSync(log, Buffer.from(content).fill(0, from));
      acknowledge(2);
      const { keys, reports } = await open(directory);
      expect(keys).toEqual(["/1", "/2"]);
      expect(reports).toEqual([expect.stringContaining(`at byte ${ends[2]}`)]);
    }
  });

  it("goes on behind the cut, with the revision that nobody was told of", async () => {
    const { directory, log, acknowledge } = await threeCommits();
    truncateSync(log, readFileSync(log).length - 1);
    acknowledge(2);
    const backend = await openFileBackend({ directory });
    const { revision } = await backend.load();
    expect(revision).toBe(2);
    await backend.append({ revision: revision + 1, writes: [put("/4", revision + 1)] });
    await backend.close();
    expect((await open(directory)).keys).toEqual(["/1", "/2", "/4"]);
  });

  it("gives no revision out again where it was not flushed before it was acknowledged", async () => {
    const { directory, log } = await threeCommits(true);
    truncateSync(log, readFileSync(log).length - 1);
    const { keys, revision, compacted, reports } = await open(directory);
    expect({ keys, revision, compacted }).toEqual({ keys: ["/1", "/2"], revision: 1_000_002, compacted: 1_000_002 });
    expect(reports).toEqual([expect.stringContaining("cut off"), expect.stringContaining("1000002")]);
    expect((await open(directory)).revision).toBe(1_000_002);
  });
});

describe("damage", () => {
  const refused = async (directory: string): Promise<string> => {
    const error: unknown = await open(directory).then(
      () => undefined,
      (err: unknown) => err,
    );
    expect(error).toMatchObject({ code: "Corrupt" });
    return error instanceof Error ? error.message : "";
  };

  it("is what a log is that ends before what was acknowledged, also behind a whole record", async () => {
    const { directory, log, ends } = await threeCommits();
    const content = readFileSync(log);
    for (const end of [content.length - 1, ends[2] ?? 0, ends[1] ?? 0, 32, 31, 0]) {
      writeFileSync(log, content.subarray(0, end));
      expect(await refused(directory)).toContain(log);
      writeFileSync(log, Buffer.from(content).fill(0, end));
      expect(await refused(directory)).toContain(log);
    }
    rmSync(log);
    expect(await refused(directory)).toContain("group commits 1 to 3, after revision 0, are missing");
    expect((await repairFolder(directory, new Date(0))).join()).toContain("revisions go on from 1000003");
    expect((await open(directory)).revision).toBe(1_000_003);
  });

  it("of a log of zeros is not taken for a crash before its first record, unless nothing in it was acknowledged", async () => {
    const { directory, log, acknowledge } = await threeCommits();
    writeFileSync(log, Buffer.alloc(200));
    expect(await refused(directory)).toContain(`${log} is damaged at byte 0`);
    acknowledge(0);
    expect((await open(directory)).keys).toEqual([]);
  });

  it("of a record that is all there is refused with file and offset, the last record included", async () => {
    const { directory, log, ends } = await threeCommits();
    const content = readFileSync(log);
    for (const [i, end] of ends.slice(1).entries()) {
      const damaged = Buffer.from(content);
      damaged.writeUInt8(damaged.readUInt8(end - 5) ^ 1, end - 5);
      writeFileSync(log, damaged);
      expect(await refused(directory)).toContain(`${log} is damaged at byte ${ends[i]}`);
      expect(readFileSync(log).equals(damaged)).toBe(true);
    }
  });

  it("of a length is not taken for the end of the log", async () => {
    const { directory, log, ends } = await threeCommits();
    const content = readFileSync(log);
    content.writeUInt32LE(1 << 30, (ends[1] ?? 0) + 4);
    writeFileSync(log, content);
    expect(await refused(directory)).toContain(`byte ${ends[1]}: a record's header`);
  });

  it("of an older log is refused, also where that is only torn or gone", async () => {
    const { directory, log } = await threeCommits();
    const backend = await openFileBackend({ directory });
    await backend.load();
    await backend.append({ revision: 4, writes: [put("/4", 4)] });
    await backend.close();
    const content = readFileSync(log);
    truncateSync(log, content.length - 1);
    expect(await refused(directory)).toContain(log);
    rmSync(log);
    expect(await refused(directory)).toContain("revision 3, which stood before it, are missing");
  });

  it("of a checkpoint is refused, wherever that ends", async () => {
    const directory = newFolder();
    const backend = await openFileBackend({ directory });
    await backend.load();
    await backend.append({ revision: 1, writes: [put("/1", 1)] });
    await backend.checkpoint({ revision: 1, compacted: 1, segments: [[put("/1", 1)]] });
    await backend.close();
    expect(logs(directory)).toEqual([]);
    const checkpoint = join(directory, readdirSync(directory).find((name) => name.startsWith("checkpoint-")) ?? "");
    const content = readFileSync(checkpoint);
    for (let bytes = content.length - 1; bytes >= 0; bytes -= 3) {
      writeFileSync(checkpoint, content.subarray(0, bytes));
      expect(await refused(directory)).toContain(checkpoint);
    }
    rmSync(checkpoint);
    expect(await refused(directory)).toContain(`${checkpoint} is damaged at byte 0: the file is missing`);
  });

  it("of the leader's file is refused", async () => {
    const { directory } = await threeCommits();
    const leader = join(directory, "leader");
    const content = readFileSync(leader);
    writeFileSync(leader, content.toString().replace('"compacted":0', '"compacted":2'));
    expect(await refused(directory)).toContain(`${leader}, which says who leads`);
    rmSync(leader);
    expect(await refused(directory)).toContain("missing or empty");
  });
});

it("opens what the first layout left, and goes on beyond every revision that it may have handed out", async () => {
  const directory = newFolder();
  cpSync(new URL("testing/first-layout/", import.meta.url), directory, { recursive: true });
  const names = ["a3", "a4", "a5", "a6", "a7"].map((name) => `/registry/configmaps/${name}`);
  const opened = { keys: names, revision: 2000, compacted: 2000, reports: [] };
  expect(await open(directory)).toEqual(opened);
  expect(readdirSync(directory).sort()).toEqual(["checkpoint-0000000000002000", "leader"]);
  expect(await open(directory)).toEqual(opened);
});

it("opens what the second layout left with its history, and protects it from then on", async () => {
  const directory = newFolder();
  cpSync(new URL("testing/second-layout/", import.meta.url), directory, { recursive: true });
  const opened = { keys: ["/b", "/c", "/d", "/e"], revision: 8, compacted: 4, reports: [] };
  expect(await open(directory)).toEqual(opened);
  expect(await open(directory)).toEqual(opened);
  const backend = await openFileBackend({ directory });
  await backend.load();
  const written: number[] = [];
  for await (const batches of backend.history().batches())
    for (const { writes } of batches) written.push(...writes.map(({ revision }) => revision));
  expect(written).toEqual([5, 6, 7, 8]);
  await backend.append({ revision: 9, writes: [put("/f", 9)] });
  await backend.close();
  expect((await open(directory)).revision).toBe(9);
  rmSync(join(directory, logs(directory).at(-1) ?? ""));
  await expect(open(directory)).rejects.toMatchObject({
    code: "Corrupt",
    message: expect.stringContaining("group commit 1, after revision 8, is missing"),
  });
});

it("opens a torn log of the first layout, also one that ends in zeros, and refuses a damaged one", async () => {
  const first = new URL("testing/first-layout/", import.meta.url);
  const log = "log-0000000000000003";
  const content = readFileSync(new URL(log, first));
  for (const torn of [content.subarray(0, -3), Buffer.concat([content, Buffer.alloc(40)])]) {
    const directory = newFolder();
    cpSync(first, directory, { recursive: true });
    writeFileSync(join(directory, log), torn);
    const { keys, reports } = await open(directory);
    expect(keys).toHaveLength(5);
    expect(reports).toEqual([expect.stringContaining("cut off")]);
  }
  for (const name of [log, "log-0000000000000002", "checkpoint-0000000000000006"]) {
    const directory = newFolder();
    cpSync(first, directory, { recursive: true });
    const damaged = readFileSync(join(directory, name));
    damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40);
    writeFileSync(join(directory, name), damaged);
    await expect(open(directory)).rejects.toMatchObject({ code: "Corrupt", message: expect.stringContaining(name) });
  }
});

it("takes everything away from others than the owner, also what was there before", async () => {
  const { directory, log } = await threeCommits();
  const modes = () => [directory, log, join(directory, "leader")].map((path) => statSync(path).mode & 0o777);
  expect(modes()).toEqual([0o700, 0o600, 0o600]);
  chmodSync(directory, 0o755);
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
  await open(directory);
  expect(modes()).toEqual([0o700, 0o600, 0o600]);
  writeFileSync(join(directory, "of-somebody-else"), "");
  chmodSync(directory, 0o755);
  await open(directory);
  expect(modes()).toEqual([0o755, 0o600, 0o600]);
});

it("ignores names that only look like logs, and says so", async () => {
  const { directory } = await threeCommits();
  for (const name of ["log-x", "checkpoint-x", "log-1", "log-00000000000000a1"])
    writeFileSync(join(directory, name), "x");
  const { keys, reports } = await open(directory);
  expect(keys).toEqual(["/1", "/2", "/3"]);
  expect(reports).toHaveLength(4);
  expect(reports.join()).toContain("checkpoint-x is ignored");
});

it("leaves nothing behind of a checkpoint that fails", async () => {
  const { directory } = await threeCommits();
  const backend = await openFileBackend({ directory });
  await backend.load();
  const names = readdirSync(directory);
  const full = function* () {
    yield [put("/1", 1)];
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  await expect(backend.checkpoint({ revision: 3, compacted: 0, segments: full() })).rejects.toMatchObject({
    code: "QuotaExceeded",
  });
  expect(readdirSync(directory)).toEqual(names);
  await backend.append({ revision: 4, writes: [put("/4", 4)] });
  await backend.close();
  expect((await open(directory)).keys).toEqual(["/1", "/2", "/3", "/4"]);
});

it("keeps a second process out, and not one that comes after a crash", async () => {
  const directory = newFolder();
  const backend = await openFileBackend({ directory });
  await expect(openFileBackend({ directory })).rejects.toMatchObject({
    code: "Locked",
    message: expect.stringContaining(`Process ${process.pid}`),
  });
  await backend.close();
  writeFileSync(join(directory, "lock"), `${process.pid} 12345`);
  await (await openFileBackend({ directory })).close();
  writeFileSync(join(directory, "lock"), "999999999 12345");
  await (await openFileBackend({ directory })).close();
});

it.runIf(process.platform === "linux")("does not believe a lock of a process whose number was used again", async () => {
  const directory = newFolder();
  const backend = await openFileBackend({ directory });
  const lock = readFileSync(join(directory, "lock"), "utf8");
  await backend.close();
  writeFileSync(join(directory, "lock"), lock.replace(`${process.pid} `, `${process.ppid} `));
  await (await openFileBackend({ directory })).close();
  writeFileSync(join(directory, "lock"), `${process.ppid} 1700000000000`); // as the first layout wrote it
  await expect(openFileBackend({ directory })).rejects.toMatchObject({ code: "Locked" });
});

it("says that a folder cannot be written to, and does not blame another process", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(() => takeLock(join(file, "lock"), false)).toThrow(/^This folder cannot be written to: ENOTDIR/);
});

it("does not touch what a newer version wrote", async () => {
  const directory = newFolder();
  writeFileSync(join(directory, "leader"), JSON.stringify({ layout: 99 }));
  await expect(openFileBackend({ directory })).rejects.toMatchObject({ code: "NewerLayout" });
  expect(readFileSync(join(directory, "leader"), "utf8")).toBe('{"layout":99}');
});
