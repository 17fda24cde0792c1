import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { EtcdClient } from "../etcd/etcd-client.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "../etcd/testing/run-etcd.ts";
import { parseServeOptions } from "../command-line.ts";
import { runFileCommand } from "../file-commands.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { UsageError } from "../usage-error.ts";
import { migrate, type MigrationOutcome } from "./migrate.ts";
import { parseMigrateOptions } from "./migrate-options.ts";

const maps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const secrets = { ...maps, resource: "secrets" };
const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
const deployments = { group: "apps", version: "v1", resource: "deployments", namespace: "default" };
const widgets = { group: "example.com", version: "v1", resource: "widgets", namespace: "default" };

const widgetDefinition: KubeObject = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const deployment: KubeObject = {
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: "100m" } } }] },
    },
  },
};

/** Told of copies that take longer than two seconds. */
const isProgress = (message: string): boolean => /^\d+ of \d+ objects (?:written|compared)$/.test(message);

describe("the command line of migrate", () => {
  it.each([
    [[], "one of --from and --from-etcd"],
    [["--from", "."], "one of --to and --to-etcd"],
    [["--from", ".", "--from-etcd", "http://a", "--to", "b"], "one of --from and --from-etcd"],
    [["--from", ".", "--to", "b"], "to or from an etcd"],
    [["--from-etcd", "http://a", "--to-etcd", "http://b"], "not between two"],
    [["--from", "no-such-folder", "--to-etcd", "http://b"], "does not exist"],
    [["--from", ".", "--to-etcd", "http://b", "--allow-in-use"], "--allow-in-use is for --from-etcd"],
    [["--from-etcd", "http://a", "--to", "a.kubepad", "--to-encryption-provider-config", "x"], "plain text"],
    [["--from", ".", "--to-etcd", "http://b", "--storage-media-type", "text/plain"], "invalid, allowed values"],
    [["--from", ".", "--to-etcd", "http://b", "more"], "positional"],
  ])("refuses %j", (args, message) => {
    expect(() => parseMigrateOptions(args)).toThrow(UsageError);
    expect(() => parseMigrateOptions(args)).toThrow(message);
  });
});

describe.skipIf(!hasEtcd())("migrate", { timeout: 120_000 }, () => {
  let etcd: RunningEtcd;
  let raw: EtcdClient;
  let root: string;
  let prefix: string;
  const servers: OpenedApiServer[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    etcd = await runEtcd();
    raw = new EtcdClient({ servers: [etcd.url] });
  });
  afterAll(async () => {
    raw.close();
    await etcd.remove();
  });
  let prefixes = 0;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "kubepad-migrate-"));
    prefix = `/migrated${prefixes++}`;
    said.length = 0;
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    rmSync(root, { recursive: true });
  });

  const path = (name: string): string => join(root, name);

  async function open(...flags: readonly string[]): Promise<{ server: OpenedApiServer; client: Client }> {
    const options = parseServeOptions(["--controllers", "", ...flags]);
    const server = await openApiServer(options);
    servers.push(server);
    return { server, client: new Client({ handle: server.handle, userAgent: "test" }) };
  }

  async function close({ server }: { readonly server: OpenedApiServer }): Promise<void> {
    servers.splice(servers.indexOf(server), 1);
    await server.close();
  }

  const run = (...args: readonly string[]): Promise<MigrationOutcome> =>
    migrate(parseMigrateOptions([...args, "--etcd-prefix", prefix]), (message) => void said.push(message));

  const toEtcd = (from: string, ...more: readonly string[]): Promise<MigrationOutcome> =>
    run("--from", from, "--to-etcd", etcd.url, ...more);
  const fromEtcd = (to: string, ...more: readonly string[]): Promise<MigrationOutcome> =>
    run("--from-etcd", etcd.url, "--to", to, ...more);
  const inEtcd = (...more: readonly string[]) => open("--etcd-servers", etcd.url, "--etcd-prefix", prefix, ...more);

  /** Makes a folder with objects of built-in and custom kinds, some of them large or with unusual numbers. */
  async function fill(folder: string, ...flags: readonly string[]): Promise<void> {
    const opened = await open("--storage", folder, ...flags);
    const { client } = opened;
    for (let at = 0; at < 40; at++)
      await client.create(maps, { metadata: { name: `a${at}` }, data: { seen: `ü${at}` } });
    await client.create(secrets, { metadata: { name: "s" }, stringData: { password: "secret" } });
    await client.create(deployments, deployment);
    await client.create(definitions, widgetDefinition);
    const custom = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } };
    await expect
      .poll(
        () => client.create(widgets, { ...custom, spec: { half: 0.5, whole: 1, list: [{ a: null }] } }).catch(String),
        {
          timeout: 60_000,
        },
      )
      .toHaveProperty("metadata");
    await client.patch(maps, "a1", "merge", { data: { b: "c" } });
    await close(opened);
  }

  /** Returns all objects of a server by resource, without revisions. */
  async function objectsOf(client: Client): Promise<unknown> {
    const all: unknown[] = [];
    for (const place of [maps, secrets, deployments, definitions, widgets]) {
      const list = await client.list(place);
      all.push(
        list.items.map(({ metadata: { resourceVersion: _revision, ...metadata }, ...rest }) => ({ metadata, ...rest })),
      );
    }
    return all;
  }

  it("copies a folder into an etcd and back, with uids and managed fields, and says what it compared", async () => {
    await fill(path("one"));
    const before = await open("--storage", path("one"));
    const expected = await objectsOf(before.client);
    await close(before);
    const there = await toEtcd(path("one"));
    expect(there.lines.join("\n")).toMatch(/^RESOURCE +OBJECTS +SHA-256 +TARGET$/m);
    expect(there.lines).toContainEqual(expect.stringMatching(/^configmaps +4\d +[0-9a-f]{16} +equal$/));
    expect(there.lines).toContainEqual(expect.stringMatching(/^widgets\.example\.com +1 +[0-9a-f]{16} +equal$/));
    expect(there.lines.at(-1)).toMatch(/^All \d+ objects were copied and are equal\.$/);
    expect(there.code).toBe(0);
    expect((await raw.range({ key: `${prefix}/configmaps/default/a0` })).kvs).toHaveLength(1);
    const over = await inEtcd();
    expect(await objectsOf(over.client)).toEqual(expected);
    await over.client.delete(maps, "a0");
    await over.client.create(maps, { metadata: { name: "later" } });
    const changed = await objectsOf(over.client);
    const revision = (await over.client.get(maps, "later")).metadata.resourceVersion;
    await close(over);
    const back = await fromEtcd(path("two"));
    expect(back).toMatchObject({ code: 0 });
    const after = await open("--storage", path("two"));
    expect(await objectsOf(after.client)).toEqual(changed);
    expect((await after.client.get(maps, "later")).metadata.resourceVersion).toBe(revision);
    expect(readdirSync(root).sort()).toEqual(["one", "two"]);
    expect(said.filter((message) => !isProgress(message))).toEqual([]);
  });

  it("copies a whole store and shared objects of a .kubepad file, and writes one that a folder can hold", async () => {
    await fill(path("one"));
    const command = { command: "export", folder: path("one"), history: false, replace: false } as const;
    await runFileCommand({ ...command, file: path("whole.kubepad"), whole: true });
    await runFileCommand({ ...command, file: path("shared.kubepad"), whole: false });
    const whole = await toEtcd(path("whole.kubepad"));
    expect(whole).toMatchObject({ code: 0 });
    const written = await fromEtcd(path("back.kubepad"));
    expect(written).toMatchObject({ code: 0 });
    expect(written.lines).toEqual(whole.lines);
    await runFileCommand({
      ...command,
      command: "import",
      folder: path("two"),
      file: path("back.kubepad"),
      whole: false,
    });
    const [one, two] = [await open("--storage", path("one")), await open("--storage", path("two"))];
    expect(await objectsOf(two.client)).toEqual(await objectsOf(one.client));
    await close(one);
    prefix = `${prefix}s`;
    expect(await toEtcd(path("shared.kubepad"))).toMatchObject({ code: 0 });
    const over = await inEtcd();
    expect((await over.client.get(maps, "a1"))["data"]).toEqual({ seen: "ü1", b: "c" });
  });

  it("reads and writes encrypted values on both sides", async () => {
    const configuration = (file: string, key: string): string => {
      const head = "kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n";
      const keys = `{name: ${key}, secret: ${btoa(key.repeat(32).slice(0, 32))}}`;
      writeFileSync(
        path(file),
        `${head}resources: [{resources: [secrets], providers: [{secretbox: {keys: [${keys}]}}]}]\n`,
      );
      return path(file);
    };
    const [one, two] = [configuration("one.yaml", "one"), configuration("two.yaml", "two")];
    await fill(path("one"), "--encryption-provider-config", one);
    await expect(toEtcd(path("one"))).rejects.toThrow(
      /secrets\/default\/s cannot be read: identity transformer tried to read encrypted data(.|\n)*Nothing was copied\.$/,
    );
    const sides = ["--from-encryption-provider-config", one, "--to-encryption-provider-config", two];
    expect(await toEtcd(path("one"), ...sides)).toMatchObject({ code: 0 });
    const value = (await raw.range({ key: `${prefix}/secrets/default/s` })).kvs[0]?.value ?? [];
    expect(Buffer.from(value).toString("latin1")).toMatch(/^k8s:enc:secretbox:v1:two:/);
    await expect(fromEtcd(path("two"))).rejects.toThrow("secrets/default/s cannot be read");
    expect(existsSync(path("two"))).toBe(false);
    const back = ["--from-encryption-provider-config", two, "--to-encryption-provider-config", one];
    expect(await fromEtcd(path("two"), ...back)).toMatchObject({ code: 0 });
    const { client } = await open("--storage", path("two"), "--encryption-provider-config", one);
    expect((await client.get(secrets, "s"))["data"]).toEqual({ password: btoa("secret") });
  });

  it("refuses a target that is not empty, and a source that is in use or damaged, before it writes anything", async () => {
    await fill(path("one"));
    const running = await open("--storage", path("one"));
    await expect(toEtcd(path("one"))).rejects.toThrow(/^Process \d+ is using this folder/);
    await close(running);
    const isEmpty = async (): Promise<boolean> =>
      (await raw.range({ key: `${prefix}/`, end: `${prefix}0`, countOnly: true })).count === 0;
    expect(await isEmpty()).toBe(true);
    await expect(toEtcd(root)).rejects.toThrow("is not a storage folder");
    writeFileSync(path("bad.kubepad"), readFileSync("package.json"));
    await expect(toEtcd(path("bad.kubepad"))).rejects.toThrow("This is not a file that Kubepad wrote");
    const [log = ""] = readdirSync(path("one")).filter((name) => name.startsWith("log-"));
    const whole = readFileSync(join(path("one"), log));
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 400, 440);
    writeFileSync(join(path("one"), log), damaged);
    await expect(toEtcd(path("one"))).rejects.toThrow(/damaged|corrupt|cannot be read/i);
    expect(await isEmpty()).toBe(true);
    writeFileSync(join(path("one"), log), whole);
    expect(await toEtcd(path("one"))).toMatchObject({ code: 0 });
    await expect(toEtcd(path("one"))).rejects.toThrow("is not empty");
    writeFileSync(path("there.kubepad"), "");
    await expect(fromEtcd(path("there.kubepad"))).rejects.toThrow("is there already");
    await expect(fromEtcd(path("one"))).rejects.toThrow("is not empty");
    prefix = "/nothing";
    await expect(fromEtcd(path("two"))).rejects.toThrow("has no keys below /nothing");
    expect(readdirSync(root)).not.toContain("two.incomplete");
  });

  it("leaves a target that says that it is incomplete, which servers and a second copy refuse", async () => {
    await fill(path("one"));
    // another client creates a key in between
    const key = `${prefix}/secrets/default/s`;
    const interrupt = async (): Promise<void> => {
      while ((await raw.range({ key: `${prefix}/kubepad/incomplete`, countOnly: true })).count === 0);
      await raw.swap({ key, expected: 0, value: new Uint8Array([1]) });
    };
    const [outcome] = await Promise.all([toEtcd(path("one")), interrupt()]);
    expect(outcome.code).toBe(2);
    expect(outcome.lines.join("\n")).toContain(`is incomplete, and servers refuse it: etcdctl del --prefix ${prefix}/`);
    await expect(inEtcd()).rejects.toThrow("has only a part of the objects");
    await expect(toEtcd(path("one"))).rejects.toThrow("an interrupted copy has left");
    await raw.swap({ key: `${prefix}x/configmaps/a/b`, expected: 0, value: Buffer.from('{"metadata":{"name":"b"}}') });
    prefix = `${prefix}x`;
    writeFileSync(path("two.incomplete"), "");
    await expect(fromEtcd(path("two"))).rejects.toThrow("an interrupted copy has left: remove it first");
  });

  it("refuses an etcd that servers use, or copies one revision of it and says that more was written", async () => {
    const { client } = await inEtcd();
    await client.create(maps, { metadata: { name: "a" } });
    await raw.swap({ key: `${prefix}/masterleases/10.0.0.1`, expected: 0, value: new Uint8Array([1]) });
    await expect(fromEtcd(path("two"))).rejects.toThrow("is in use by API servers at 10.0.0.1");
    let wrote: Promise<unknown> | undefined;
    const copying = migrate(
      parseMigrateOptions(["--from-etcd", etcd.url, "--to", path("two"), "--etcd-prefix", prefix, "--allow-in-use"]),
      () => undefined,
    );
    const write = async (): Promise<void> => {
      for (let at = 0; !existsSync(path("two")); at++) {
        wrote = client.create(maps, { metadata: { name: `b${at}` } });
        await wrote;
      }
    };
    const [outcome] = await Promise.all([copying, write()]);
    expect(wrote).toBeDefined();
    expect(outcome.code).toBe(3);
    expect(outcome.lines.at(-1)).toMatch(/its state at revision \d+\.$/);
    const two = await open("--storage", path("two"));
    expect((await two.client.get(maps, "a")).metadata.name).toBe("a");
  });
});
