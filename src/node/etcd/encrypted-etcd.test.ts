import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { EtcdClient } from "./etcd-client.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";

const secrets = { group: "", version: "v1", resource: "secrets", namespace: "default" };
const maps = { ...secrets, resource: "configmaps" };
const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const secret = (name: string): KubeObject => ({ metadata: { name }, stringData: { password: "in plain text" } });
const key = (name: string): string => `{name: ${name}, secret: ${btoa(name.repeat(32).slice(0, 32))}}`;
const aesgcm = (...keys: readonly string[]): string => `{aesgcm: {keys: [${keys.join(", ")}]}}`;
const secretbox = (...keys: readonly string[]): string => `{secretbox: {keys: [${keys.join(", ")}]}}`;

describe.skipIf(!hasEtcd())("encryption in an etcd", { timeout: 60_000 }, () => {
  let etcd: RunningEtcd;
  let folder: string;
  let raw: EtcdClient;
  const servers: OpenedApiServer[] = [];

  beforeAll(async () => {
    etcd = await runEtcd();
    raw = new EtcdClient({ servers: [etcd.url] });
  });
  afterAll(async () => {
    raw.close();
    await etcd.remove();
  });
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "kubepad-encrypted-etcd-"))));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    rmSync(folder, { recursive: true });
  });

  async function open(prefix: string, ...providers: readonly string[]): Promise<Client> {
    const file = join(folder, `${servers.length}.yaml`);
    const head = "kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n";
    writeFileSync(file, `${head}resources: [{resources: [secrets], providers: [${providers.join(", ")}]}]\n`);
    const server = await openApiServer({
      storage: {
        etcd: {
          servers: [etcd.url],
          caFile: undefined,
          certFile: undefined,
          keyFile: undefined,
          prefix,
          compactionIntervalMs: 0,
          mediaType: "application/vnd.kubernetes.protobuf",
          overrides: [],
          eventTtlSeconds: 3600,
          leaseReuseSeconds: 60,
        },
      },
      tokens: new Map([["admin", admin]]),
      tokenAuthFile: undefined,
      encryption: { file, reload: false },
    });
    servers.push(server);
    return new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
  }

  const valueOf = async (etcdKey: string): Promise<string> =>
    Buffer.from((await raw.range({ key: etcdKey })).kvs[0]?.value ?? []).toString("latin1");
  const headerOf = (value: string): string => /^k8s:enc:[a-z]+:v1:[a-z]+:/.exec(value)?.[0] ?? "";

  it("has values as kube-apiserver writes them, which other servers read", async () => {
    const one = await open("/registry", aesgcm(key("one")));
    await one.create(secrets, secret("a"));
    await one.create(maps, { metadata: { name: "b" }, data: { seen: "in plain text" } });
    const value = await valueOf("/registry/secrets/default/a");
    expect(headerOf(value)).toBe("k8s:enc:aesgcm:v1:one:");
    expect(value).not.toContain("in plain text");
    expect(await valueOf("/registry/configmaps/default/b")).toContain("in plain text");
    const other = await open("/registry", aesgcm(key("one")));
    expect((await other.get(secrets, "a"))["data"]).toEqual({ password: btoa("in plain text") });
  });

  it("binds a value to its key", async () => {
    const one = await open("/bound", aesgcm(key("one")));
    await one.create(secrets, secret("a"));
    const { kvs } = await raw.range({ key: "/bound/secrets/default/a" });
    await raw.swap({ key: "/bound/secrets/default/b", expected: 0, value: kvs[0]?.value });
    await expect.poll(() => one.get(secrets, "b").catch(String)).toContain("unable to transform key");
  });

  it("writes an object that is the same anew by another provider, and says why one cannot be read", async () => {
    const one = await open("/rotated", aesgcm(key("one")));
    await one.create(secrets, secret("a"));
    await one.create(secrets, secret("b"));
    const next = await open("/rotated", secretbox(key("two")), aesgcm(key("one")));
    const before = await next.get(secrets, "a");
    const after = await next.json("PUT", "/api/v1/namespaces/default/secrets/a", before);
    expect(headerOf(await valueOf("/rotated/secrets/default/a"))).toBe("k8s:enc:secretbox:v1:two:");
    // once is enough
    const again = await next.json<KubeObject>("PUT", "/api/v1/namespaces/default/secrets/a", after);
    expect(again.metadata?.resourceVersion).toBe((after as KubeObject).metadata?.resourceVersion);
    const last = await open("/rotated", secretbox(key("two")));
    expect((await last.get(secrets, "a"))["data"]).toEqual({ password: btoa("in plain text") });
    await expect(last.get(secrets, "b")).rejects.toThrow("no matching prefix found");
  });
});
