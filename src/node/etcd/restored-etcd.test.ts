import { cpSync, rmSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { messageOf } from "../../apimachinery/message-of.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import { parseServeOptions } from "../command-line.ts";
import { openApiServer } from "../open-api-server.ts";
import { EtcdClient } from "./etcd-client.ts";
import { EtcdDatabase } from "./etcd-database.ts";
import { KeyLayout } from "./key-layout.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";
import { textValues } from "./testing/text-values.ts";

// The folder is put back as it was, which is what a restored snapshot is for a client: the same members, with an
// earlier state. `etcd-snapshot.test.ts` restores by etcd's own tools.
describe.skipIf(!hasEtcd())("an etcd that is restored under what uses it", { timeout: 120_000 }, () => {
  let etcd: RunningEtcd;
  let saved: string;

  const write = (client: EtcdClient, key: string, value: string): Promise<unknown> =>
    client.swap({ key, expected: 0, value: Buffer.from(value) });

  /** Writes keys by a client of its own. */
  async function writeKeys(...names: readonly string[]): Promise<void> {
    const client = new EtcdClient({ servers: [etcd.url] });
    for (const name of names) await write(client, `/restored/configmaps/default/${name}`, name);
    client.close();
  }

  async function save(): Promise<void> {
    await etcd.stop();
    rmSync(saved, { recursive: true, force: true });
    cpSync(etcd.folder, saved, { recursive: true });
    await etcd.start();
  }

  async function restore(): Promise<void> {
    await etcd.stop();
    rmSync(etcd.folder, { recursive: true });
    cpSync(saved, etcd.folder, { recursive: true });
    await etcd.start();
  }

  beforeEach(async () => {
    etcd = await runEtcd(["--unsafe-no-fsync"]);
    saved = `${etcd.folder}-saved`;
    await writeKeys("before");
    return async () => {
      await etcd.remove();
      rmSync(saved, { recursive: true, force: true });
    };
  });

  it("is not asked any more once an answer is of an earlier revision, also when revisions have caught up", async () => {
    await save();
    const client = new EtcdClient({ servers: [etcd.url] });
    await write(client, "/a", "1");
    await write(client, "/b", "1");
    await restore();
    const asked = (): Promise<string> => client.range({ key: "/a" }).then(() => "answered", messageOf);
    const told =
      "rpc error: code = DataLoss desc = etcd went back from revision 4 to 2: it was restored to an earlier state, " +
      "and this server must be restarted";
    await expect.poll(asked, { timeout: 60_000 }).toBe(told);
    await writeKeys("c", "d", "e");
    expect(await asked()).toBe(told);
    for (const call of [client.compact(1), client.grantLease(60), client.status()])
      await expect(call).rejects.toThrow(told);
    const watched = new Promise((resolve) => {
      const reader = { answer: () => resolve("followed"), end: (error: Error) => resolve(error.message) };
      client.watch({ key: "/a", end: "/b", startRevision: 1 }, reader);
    });
    expect(await watched).toBe(told);
    client.close();
  });

  it("is not followed any more if the last revision that was followed is another one now", async () => {
    await save();
    const client = new EtcdClient({ servers: [etcd.url] });
    const database = new EtcdDatabase({ client, layout: new KeyLayout("/restored"), values: textValues });
    const { revision } = await database.load();
    const [keys, failures] = [new Set<string>(), new Set<string>()];
    database.follow(revision, {
      changed: (_to, writes) => writes.forEach(({ key }) => keys.add(key)),
      restarted: () => undefined,
      compacted: () => undefined,
      failed: (error) => failures.add(messageOf(error)),
    });
    await writeKeys("a", "b");
    await expect.poll(() => keys.size, { timeout: 60_000 }).toBe(2);
    await restore();
    await writeKeys("c", "d", "e");
    const told = /revision 4 of etcd is not what it was: it was restored to an earlier state/;
    await expect.poll(() => [...failures].at(-1), { timeout: 60_000 }).toMatch(told);
    await expect(client.range({ key: "/a" })).rejects.toThrow(told);
    expect([...keys].map((key) => key.slice(-1))).toEqual(["a", "b"]);
    database.close();
    client.close();
  });

  it("is followed without a gap if it has the last revision that was followed", async () => {
    const client = new EtcdClient({ servers: [etcd.url] });
    const database = new EtcdDatabase({ client, layout: new KeyLayout("/restored"), values: textValues });
    const { revision } = await database.load();
    const keys: string[] = [];
    database.follow(revision, {
      changed: (_to, writes) => keys.push(...writes.map(({ key }) => key.slice(-1))),
      restarted: () => undefined,
      compacted: () => undefined,
      failed: () => undefined,
    });
    await writeKeys("a", "b");
    await expect.poll(() => keys, { timeout: 60_000 }).toEqual(["a", "b"]);
    await etcd.stop();
    await etcd.start();
    await writeKeys("c");
    await expect.poll(() => keys, { timeout: 60_000 }).toEqual(["a", "b", "c"]);
    database.close();
    client.close();
  });

  it("makes a server neither ready nor live, in words, until it is restarted", async () => {
    const open = async () => {
      const options = parseServeOptions(["--etcd-servers", etcd.url, "--controllers", ""]);
      const server = await openApiServer(options);
      const send = createFetch(server.handle);
      const ask = async (path: string): Promise<string> => (await send(path)).text();
      return { server, ask };
    };
    const { server, ask } = await open();
    expect(await ask("/livez")).toBe("ok");
    await save();
    await writeKeys("a", "b", "c");
    await expect.poll(() => ask("/readyz"), { timeout: 60_000 }).toBe("ok");
    const revisions =
      /etcd went back from revision \d+ to \d+: it was restored to an earlier state, and this server must/;
    await restore();
    await expect.poll(() => ask("/livez/etcd"), { timeout: 60_000 }).toMatch(revisions);
    expect(await ask("/readyz")).toContain("[-]etcd failed");
    expect(await ask("/api/v1/namespaces")).toMatch(revisions);
    await server.close();
    const again = await open();
    expect(await again.ask("/livez")).toBe("ok");
    await again.server.close();
  });
});
