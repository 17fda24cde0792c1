import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { parseServeOptions } from "../command-line.ts";
import { openApiServer } from "../open-api-server.ts";
import { hasEtcd, runEtcd } from "./testing/run-etcd.ts";

const maps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const environment = { ...process.env, ETCDCTL_API: "3" };
const runs = (program: string): boolean => spawnSync(program, ["version"], { env: environment }).status === 0;
const canRun = hasEtcd() && runs("etcdctl");
/** What restores: since etcd 3.5 a program of its own, the only one that can in 3.6. */
const etcdutl = canRun && runs("etcdutl") ? "etcdutl" : "etcdctl";

async function open(url: string) {
  const server = await openApiServer(parseServeOptions(["--etcd-servers", url, "--controllers", ""]));
  return { server, client: new Client({ handle: server.handle, userAgent: "test" }) };
}

/** As docs/operating.md says: save while servers run; end them, restore into a new folder, start etcd and servers. */
it.skipIf(!canRun)(
  "an etcd that is restored by etcd's own tools has what was there at the snapshot",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-snapshot-"));
    const run = (program: string, ...args: readonly string[]): string =>
      execFileSync(program, args, { encoding: "utf8", env: environment, stdio: ["ignore", "pipe", "pipe"] });
    const etcd = await runEtcd();
    const before = await open(etcd.url);
    const kept = await before.client.create<KubeObject>(maps, { metadata: { name: "kept" }, data: { a: "b" } });
    const file = join(folder, "backup.db");
    run("etcdctl", "--endpoints", etcd.url, "snapshot", "save", file);
    expect(run(etcdutl, "snapshot", "status", file)).toMatch(/^[0-9a-f]+, \d+, \d+, /);
    await before.client.create(maps, { metadata: { name: "later" } });
    await before.client.delete(maps, "kept");
    await before.server.close();
    await etcd.remove();
    const restored = join(folder, "restored");
    run(etcdutl, "snapshot", "restore", file, "--data-dir", restored);
    const again = await runEtcd(["--data-dir", restored]);
    const after = await open(again.url);
    expect(await after.client.get(maps, "kept")).toEqual(kept);
    await expect(after.client.get(maps, "later")).rejects.toThrow("not found");
    const next = await after.client.create<KubeObject>(maps, { metadata: { name: "next" } });
    expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(Number(kept.metadata.resourceVersion));
    await after.server.close();
    await again.remove();
    rmSync(folder, { recursive: true });
  },
);
