import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Client } from "../../client/client.ts";
import { apiServerId } from "../api-server-id.ts";
import { openApiServer } from "../open-api-server.ts";

let folder: string;
let file: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-encryption-metrics-"));
  file = join(folder, "encryption.json");
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const secrets = { group: "", version: "v1", resource: "secrets", namespace: "default" };

/** Writes a configuration whose keys are of these names, the first of which encrypts; returns its hash. */
function configure(...names: readonly string[]): string {
  const keys = names.map((name) => ({ name, secret: btoa(name.repeat(32).slice(0, 32)) }));
  const resources = [{ resources: ["secrets"], providers: [{ aescbc: { keys } }, { identity: {} }] }];
  const text = JSON.stringify({
    kind: "EncryptionConfiguration",
    apiVersion: "apiserver.config.k8s.io/v1",
    resources,
  });
  writeFileSync(file, text);
  return sha256(text);
}

async function open() {
  const server = await openApiServer({
    storage: { folder: join(folder, "data") },
    tokens: new Map([["admin", admin]]),
    tokenAuthFile: undefined,
    unsafeNoFsync: true,
    encryption: { file, reload: true },
  });
  closing.push(() => server.close());
  const client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
  const fetched = async (): Promise<string> => {
    const headers = new Headers({ Authorization: "Bearer admin" });
    const { body } = await server.handle({
      method: "GET",
      target: "/metrics",
      headers,
      body: null,
      signal: new AbortController().signal,
    });
    return String(body);
  };
  /** Returns the samples of metrics about encryption, without those of histograms. */
  const samples = async (): Promise<readonly string[]> =>
    (await fetched())
      .split("\n")
      .filter((line) => /^apiserver_(storage_transformation_operations|encryption_config)/.test(line));
  return { client, samples, fetched };
}

// The names, labels and texts are those that kube-apiserver 1.34.1 has with the same configuration and requests.
test("transformations are counted by resource, direction, prefix and outcome, and reloads by outcome", async () => {
  const first = configure("one");
  const { client, samples, fetched } = await open();
  const id = sha256(apiServerId(hostname(), 0));
  const operations = (type: string, prefix: string, count: number, status = "OK"): string =>
    `apiserver_storage_transformation_operations_total{resource="secrets",status="${status}",transformation_type="${type}",transformer_prefix="${prefix}"} ${count}`;
  const info = (hash: string): string =>
    `apiserver_encryption_config_controller_last_config_info{apiserver_id_hash="${id}",hash="${hash}"} 1`;
  expect(await samples()).toEqual([info(first)]);

  await client.create(secrets, { metadata: { name: "a" } });
  expect(await samples()).toEqual([
    info(first),
    operations("to_storage", "k8s:enc:aescbc:v1:", 1),
    operations("to_storage", "one:", 1),
  ]);
  expect(await fetched()).toContain(
    'apiserver_storage_transformation_duration_seconds_count{transformation_type="to_storage",transformer_prefix="one:"} 1',
  );

  const second = configure("two", "one");
  const reloads = (status: string, count: number): string =>
    `apiserver_encryption_config_controller_automatic_reloads_total{apiserver_id_hash="${id}",status="${status}"} ${count}`;
  await expect.poll(samples, { timeout: 10_000 }).toContain(reloads("success", 1));
  expect(await samples()).toContain(info(second));

  writeFileSync(file, "{}");
  await expect.poll(samples, { timeout: 10_000 }).toContain(reloads("failure", 1));
  expect(await samples()).toContain(info(second));
});

test("values that no provider can read are counted as failures", async () => {
  configure("one");
  const first = await open();
  await first.client.create(secrets, { metadata: { name: "a" } });
  for (const close of closing.splice(0)) await close();
  configure("two");
  const { client, samples } = await open();
  await client.list(secrets).catch(() => undefined);
  const failed = (await samples()).filter((line) => line.includes('status="unknown-non-grpc"'));
  expect(failed.map((line) => /transformer_prefix="([^"]*)"/.exec(line)?.[1])).toEqual([
    "k8s:enc:aescbc:v1:",
    "unknown",
  ]);
});
