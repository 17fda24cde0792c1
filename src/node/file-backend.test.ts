import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { describeBackend } from "../apiserver/storage/backend/testing/describe-backend.ts";
import { createStorage } from "../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../apiserver/storage/mvcc/store.ts";
import { describeDurability } from "../apiserver/storage/testing/describe-durability.ts";
import { createTestCodec } from "../apiserver/storage/testing/test-codec.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { openFileBackend } from "./file-backend.ts";

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-file-backend-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const medium = (fsync: boolean) => () => {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-file-backend-"));
  return {
    open: () => openFileBackend({ directory, fsync, takeOver: true }),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
};

describeBackend("file", medium(false));
describeBackend("file (flushing)", medium(true));

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

describe("a torn log", () => {
  async function setUp() {
    const directory = newFolder();
    const backend = await openFileBackend({ directory });
    await backend.load();
    for (const revision of [1, 2, 3]) await backend.append({ revision, writes: [put(`/${revision}`, revision)] });
    await backend.close();
    return { directory, log: join(directory, logs(directory)[0] ?? "") };
  }

  const keysIn = async (directory: string) => {
    const backend = await openFileBackend({ directory });
    const { objects } = await backend.load();
    await backend.close();
    return objects.map(({ key }) => key);
  };

  it("is cut behind its last whole batch, wherever it ends", async () => {
    const { directory, log } = await setUp();
    const whole = readFileSync(log);
    const record = whole.length / 3;
    for (let bytes = whole.length; bytes >= 0; bytes -= 7) {
      writeFileSync(log, whole.subarray(0, bytes));
      expect(await keysIn(directory)).toEqual(["/1", "/2", "/3"].slice(0, Math.floor(bytes / record)));
    }
  });

  it("goes on behind the cut", async () => {
    const { directory, log } = await setUp();
    truncateSync(log, readFileSync(log).length - 1);
    const backend = await openFileBackend({ directory });
    const { revision } = await backend.load();
    await backend.append({ revision: revision + 1, writes: [put("/4", revision + 1)] });
    await backend.close();
    expect(await keysIn(directory)).toEqual(["/1", "/2", "/4"]);
  });

  it("is noticed by its checksum", async () => {
    const { directory, log } = await setUp();
    const content = readFileSync(log);
    content.writeUInt8(content.readUInt8(content.length - 5) ^ 1, content.length - 5);
    writeFileSync(log, content);
    appendFileSync(log, "rubbish");
    expect(await keysIn(directory)).toEqual(["/1", "/2"]);
  });
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

it("does not touch what a newer version wrote", async () => {
  const directory = newFolder();
  writeFileSync(join(directory, "leader"), JSON.stringify({ layout: 2 }));
  await expect(openFileBackend({ directory })).rejects.toMatchObject({ code: "NewerLayout" });
  expect(readFileSync(join(directory, "leader"), "utf8")).toBe('{"layout":2}');
});

it("says that a damaged checkpoint is one", async () => {
  const directory = newFolder();
  const backend = await openFileBackend({ directory });
  await backend.load();
  await backend.append({ revision: 1, writes: [put("/1", 1)] });
  await backend.checkpoint({ revision: 1, segments: [[put("/1", 1)]] });
  await backend.close();
  expect(logs(directory)).toEqual([]);
  const checkpoint = join(directory, readdirSync(directory).find((name) => name.startsWith("checkpoint-")) ?? "");
  truncateSync(checkpoint, 20);
  const again = await openFileBackend({ directory });
  await expect(again.load()).rejects.toMatchObject({ code: "Corrupt" });
  await again.close();
});
