import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { describeBackend } from "../../apiserver/storage/backend/testing/describe-backend.ts";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import { createTestCodec, newTestObject } from "../../apiserver/storage/testing/test-codec.ts";
import { Client } from "../../client/client.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { parseFileCommand, runFileCommand } from "../file-commands.ts";
import { filesBelow } from "../files-below.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { openFileBackend } from "../storage/file-backend.ts";
import { openEncrypted } from "./open-encryption.ts";

let folder: string;
let file: string;
const servers: OpenedApiServer[] = [];
const reports: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-encrypted-"));
  file = join(folder, "encryption.yaml");
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true });
  reports.splice(0);
});

const key = (name: string, letter = name): string => `{name: ${name}, secret: ${btoa(letter.repeat(32).slice(0, 32))}}`;
const aescbc = (...keys: readonly string[]): string => `{aescbc: {keys: [${keys.join(", ")}]}}`;

const rule = (resources: readonly string[], ...providers: readonly string[]): string =>
  `- {resources: ${JSON.stringify(resources)}, providers: [${providers.join(", ")}]}\n`;

const configure = (...rules: readonly string[]): void =>
  writeFileSync(
    file,
    `kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\nresources:\n${rules.join("")}`,
  );

const data = (): string => join(folder, "data");
const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const secrets = { group: "", version: "v1", resource: "secrets", namespace: "default" };
const maps = { ...secrets, resource: "configmaps" };

async function open(reload = false, encrypted = true) {
  const server = await openApiServer({
    storage: { folder: data() },
    tokens: new Map([["admin", admin]]),
    tokenAuthFile: undefined,
    unsafeNoFsync: true,
    ...(encrypted && { encryption: { file, reload } }),
  });
  servers.push(server);
  const client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
  const close = () => (servers.splice(servers.indexOf(server), 1), server.close());
  return { server, client, close };
}

const secret = (name: string, text: string): KubeObject => ({ metadata: { name }, stringData: { password: text } });

/** Whether any file below a folder has a text, as it is or in base64. */
function holds(text: string, below = data()): boolean {
  const encoded = Buffer.from(text).toString("base64").replace(/=+$/, "").slice(0, -1);
  return filesBelow(below, () => true, 1000).some((path) => {
    const bytes = readFileSync(path);
    return bytes.includes(text) || bytes.includes(encoded);
  });
}

/** Returns the headers of encrypted values that a folder's files have. */
const headers = (): readonly string[] => {
  const found = filesBelow(data(), () => true, 1000).flatMap((path) =>
    [...readFileSync(path, "latin1").matchAll(/k8s:enc:[a-z]+:v1:[a-z0-9]+:/g)].map(([header]) => header),
  );
  return [...new Set(found)].sort();
};

describe("a folder", () => {
  it("holds nothing of encrypted resources in its log, its history and its checkpoints", async () => {
    configure(rule(["secrets", "pandas.example.com"], aescbc(key("one"))));
    const first = await open();
    const words = Array.from({ length: 30 }, (_, i) => `password-of-round-${i}`);
    await first.client.create(secrets, secret("a", "the-first-password"));
    for (const word of words) await first.client.json("PUT", "/api/v1/namespaces/default/secrets/a", secret("a", word));
    await first.client.create(maps, { metadata: { name: "plain" }, data: { seen: "readable-text" } });
    await first.client.create(secrets, secret("gone", "a-deleted-password"));
    await first.client.json("DELETE", "/api/v1/namespaces/default/secrets/gone", undefined);
    await first.close();
    expect(holds("readable-text")).toBe(true);
    for (const word of [...words, "the-first-password", "a-deleted-password"]) expect(holds(word), word).toBe(false);
    const second = await open();
    const { data: read } = await second.client.get(secrets, "a");
    expect(atob(String((read as Record<string, string>)["password"]))).toBe("password-of-round-29");
    await second.close();
  });

  it("has no plain text of the key that signs tokens, where secrets are encrypted", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const { client, close } = await open();
    await client.json("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "robot" } });
    await client.json("POST", "/api/v1/namespaces/default/serviceaccounts/robot/token", { spec: {} });
    await close();
    expect(holds("PRIVATE KEY")).toBe(false);
    expect(holds('"crv"')).toBe(false);
  });
});

it("checkpoints and the log hold no plain text, and go on from there", async () => {
  configure(rule(["secrets"], aescbc(key("one"))));
  const openStore = async () => {
    const openFolder = () => openFileBackend({ directory: data() });
    const backend = await openEncrypted(openFolder, { file, reload: false }, (message) => reports.push(message));
    const store = await createStore({ backend, clock: new FakeClock(), checkpoint: { bytes: 300, batches: 2 } });
    return { store, storage: createStorage({ store, codec: createTestCodec(), prefix: "/registry/secrets/" }) };
  };
  const { store, storage } = await openStore();
  for (let i = 0; i < 20; i++)
    await storage.create(`/registry/secrets/${i}`, newTestObject(`/registry/secrets/${i}`, `password-${i}`));
  await store.close();
  expect(filesBelow(data(), (name) => name.startsWith("checkpoint-"), 1000)).not.toEqual([]);
  expect(holds("password-")).toBe(false);
  const again = await openStore();
  expect(again.storage.newest("/registry/secrets/").map(({ object }) => object.data?.value)).toContain("password-19");
  expect(await again.store.versions({})).toMatchObject({ keys: 20 });
  await again.store.close();
  expect(holds("password-")).toBe(false);
});

describe("exports", () => {
  const run = (args: readonly string[]) => {
    const command = parseFileCommand(args);
    if (command === undefined) throw new Error("no command");
    return runFileCommand(command);
  };
  const made = async (): Promise<string> => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const { client, close } = await open();
    await client.create(secrets, secret("a", "the-first-password"));
    await client.create(maps, { metadata: { name: "plain" } });
    await close();
    return join(folder, "file.kubepad");
  };
  const unpacked = (path: string): string => gunzipSync(readFileSync(path)).toString("latin1");
  const passwordIn = Buffer.from("the-first-password").toString("base64");

  it("of a whole store hold values as they are stored, and are read with the keys", async () => {
    const path = await made();
    const { failed } = await run(["export", "--whole", "--storage", data(), path]);
    expect(failed).toBe(false);
    expect(unpacked(path)).toContain("k8s:enc:aescbc:v1:one:");
    expect(unpacked(path)).not.toContain(passwordIn);
    rmSync(data(), { recursive: true });
    await expect(run(["import", "--storage", data(), path])).rejects.toThrow(
      "the file holds encrypted values: say --encryption-provider-config FILE",
    );
    await run(["import", "--storage", data(), "--encryption-provider-config", file, path]);
    expect(holds(passwordIn)).toBe(false);
    const { client } = await open();
    expect((await client.get(secrets, "a"))["data"]).toEqual({ password: passwordIn });
  });

  it("of objects leave out what is encrypted and say so, unless they have the keys", async () => {
    const path = await made();
    const without = await run(["export", "--storage", data(), `${path}.yaml`]);
    expect(without.lines).toContain("/registry/secrets/default/a cannot be read and was not exported");
    expect(without.failed).toBe(true);
    expect(readFileSync(`${path}.yaml`, "utf8")).not.toContain(passwordIn);
    const options = ["--storage", data(), "--encryption-provider-config", file];
    expect((await run(["export", ...options, `${path}.yaml`])).failed).toBe(false);
    expect(readFileSync(`${path}.yaml`, "utf8")).toContain(passwordIn);
  });
});

describe("rotation", () => {
  const replaceAll = async ({ client }: { readonly client: Client }): Promise<void> => {
    const { items } = await client.json<{ items: readonly KubeObject[] }>(
      "GET",
      "/api/v1/namespaces/default/secrets",
      undefined,
    );
    for (const item of items)
      await client.json("PUT", `/api/v1/namespaces/default/secrets/${item.metadata.name ?? ""}`, item);
  };

  it("writes with the first key, reads with all, and writes anew what is replaced by the same", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const first = await open();
    await first.client.create(secrets, secret("a", "the-first-password"));
    await first.close();
    configure(rule(["secrets"], aescbc(key("two"), key("one"))));
    const second = await open();
    const before = await second.client.get(secrets, "a");
    await replaceAll(second);
    const after = await second.client.get(secrets, "a");
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
    await replaceAll(second);
    expect((await second.client.get(secrets, "a")).metadata.resourceVersion).toBe(after.metadata.resourceVersion);
    await second.close();
    configure(rule(["secrets"], aescbc(key("two"))));
    const third = await open();
    expect(await third.client.get(secrets, "a")).toEqual(after);
  });

  it("writes the key that signs tokens of service accounts anew, too", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const first = await open();
    await first.client.create({ ...secrets, resource: "serviceaccounts" }, { metadata: { name: "a" } });
    const issued = await first.client.json<{ status: { token: string } }>(
      "POST",
      "/api/v1/namespaces/default/serviceaccounts/a/token",
      { spec: {} },
    );
    await first.close();
    configure(rule(["secrets"], aescbc(key("two"), key("one"))));
    const second = await open();
    await vi.waitUntil(() => headers().includes("k8s:enc:aescbc:v1:two:"), { timeout: 60_000 });
    await second.close();
    configure(rule(["secrets"], aescbc(key("two"))));
    const { client } = await open();
    const review = { spec: { token: issued.status.token } };
    expect(await client.json("POST", "/apis/authentication.k8s.io/v1/tokenreviews", review)).toMatchObject({
      status: { authenticated: true },
    });
  });

  it("of a configuration that is read again needs no restart, and one that is invalid changes nothing", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const errors = vi.spyOn(process.stderr, "write").mockImplementation((text) => reports.push(String(text)) > 0);
    try {
      const { client } = await open(true);
      await client.create(secrets, secret("a", "the-first-password"));
      configure("- {resources: [secrets], providers: []}\n");
      await vi.waitUntil(() => reports.some((line) => line.includes("providers is required")), { timeout: 60_000 });
      await client.create(secrets, secret("b", "another-password"));
      expect(headers()).toEqual(["k8s:enc:aescbc:v1:one:"]);
      configure(rule(["secrets"], aescbc(key("two"), key("one"))));
      await vi.waitUntil(
        async () => {
          await replaceAll({ client });
          return headers().includes("k8s:enc:aescbc:v1:two:");
        },
        { timeout: 60_000, interval: 200 },
      );
      await client.get(secrets, "a");
    } finally {
      errors.mockRestore();
    }
  });

  it("to identity writes plain text again", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const first = await open();
    await first.client.create(secrets, secret("a", "the-first-password"));
    await first.close();
    configure(rule(["secrets"], "{identity: {}}", aescbc(key("one"))));
    const second = await open();
    await replaceAll(second);
    await second.close();
    expect(holds("the-first-password")).toBe(true);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["another key", () => configure(rule(["secrets"], aescbc(key("one", "other")))), /padding|PKCS7/],
    [
      "no key of that name",
      () => configure(rule(["secrets"], aescbc(key("two")))),
      /no matching key was found for the provided AES transformer/,
    ],
    [
      "another provider",
      () => configure(rule(["secrets"], `{secretbox: {keys: [${key("one")}]}}`)),
      /no matching prefix found/,
    ],
    [
      "another resource",
      () => configure(rule(["pods"], aescbc(key("one")))),
      /identity transformer tried to read encrypted data/,
    ],
  ])("for %s is refused with the reason, and is there once the key is again", async (_, change, reason) => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const first = await open();
    await first.client.create(secrets, secret("a", "the-first-password"));
    await first.close();
    change();
    const second = await open();
    await expect(second.client.get(secrets, "a")).rejects.toThrow(reason);
    await second.client.create(maps, { metadata: { name: "other" } });
    await second.close();
    configure(rule(["secrets"], aescbc(key("one"))));
    const third = await open();
    expect((await third.client.get(secrets, "a")).metadata.name).toBe("a");
  });

  it("without a configuration is refused by name", async () => {
    configure(rule(["secrets"], aescbc(key("one"))));
    const first = await open();
    await first.client.create(secrets, secret("a", "the-first-password"));
    await first.close();
    const second = await open(false, false);
    await expect(second.client.get(secrets, "a")).rejects.toThrow(
      'unable to transform key "/registry/secrets/default/a": identity transformer tried to read encrypted data',
    );
  });

  it("is plain text, where the configuration has no identity", async () => {
    const first = await open(false, false);
    await first.client.create(secrets, secret("a", "the-first-password"));
    await first.close();
    configure(rule(["secrets"], aescbc(key("one"))));
    const second = await open();
    await expect(second.client.get(secrets, "a")).rejects.toThrow("no matching prefix found");
    await second.close();
    configure(rule(["secrets"], aescbc(key("one")), "{identity: {}}"));
    const third = await open();
    expect((await third.client.get(secrets, "a")).metadata.name).toBe("a");
  });
});

describeBackend("file, encrypted", () => {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-encrypted-"));
  const config = join(directory, "encryption.yaml");
  writeFileSync(
    config,
    `kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\nresources:\n${rule(["*.*"], `{secretbox: {keys: [${key("one")}]}}`)}`,
  );
  const openFolder = () => openFileBackend({ directory: join(directory, "data"), takeOver: true });
  return {
    open: () => openEncrypted(openFolder, { file: config, reload: false }, (message) => reports.push(message)),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
});
