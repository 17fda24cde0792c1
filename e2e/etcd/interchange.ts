// npm run etcd:interchange -- KUBE-APISERVER [--encrypted] [--cbor]
// A kube-apiserver 1.34 and Kubepad on one etcd: each creates, replaces, patches, applies and deletes objects that the
// other reads and watches, and the values in etcd are those that both write. With --encrypted, all of them are
// encrypted; with --cbor, custom resources are stored as CBOR.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { createStoredValues } from "../../src/kube-apiserver/storage/stored-values.ts";
import { isEncrypted as isValueEncrypted } from "../../src/apiserver/storage/value/transformer.ts";
import { openEncryption } from "../../src/node/encryption/open-encryption.ts";
import { EtcdClient } from "../../src/node/etcd/etcd-client.ts";
import { KeyLayout } from "../../src/node/etcd/key-layout.ts";
import { encryptionIn } from "../../src/node/etcd/open-etcd-storage.ts";
import { createAuthority } from "../aggregation/certificates.ts";
import { send } from "../aggregation/exchange.ts";
import { startEtcd, startReference } from "../aggregation/reference.ts";
import { startServer } from "../child-program.ts";
import { encryptionConfiguration } from "./encryption-configuration.ts";
import { collectionOf, definition, samples, type Sample } from "./sample-objects.ts";

const {
  values: { encrypted: isEncrypted, cbor: customAsCbor },
  positionals: [program],
} = parseArgs({
  allowPositionals: true,
  options: { encrypted: { type: "boolean", default: false }, cbor: { type: "boolean", default: false } },
});
if (program === undefined) throw new Error("say the path of kube-apiserver 1.34");

interface Server {
  readonly name: string;
  readonly url: string;
}

const folder = mkdtempSync(join(tmpdir(), "kubepad-interchange-"));
const etcd = await startEtcd(folder);
const encryptionFile = join(folder, "encryption.json");
writeFileSync(encryptionFile, JSON.stringify(encryptionConfiguration));
const flags = [
  ...(isEncrypted ? [`--encryption-provider-config=${encryptionFile}`] : []),
  ...(customAsCbor ? ["--feature-gates=CBORServingAndStorage=true"] : []),
];
const reference = await startReference(program, createAuthority("proxy-ca"), etcd.url, flags);
const serveFlags = ["--port", "0", "--etcd-servers", etcd.url, "--enable-admission-plugins", "ServiceAccount"];
const kubepad = await startServer([...serveFlags, ...flags]);
const servers: readonly [Server, Server] = [
  { name: "kube-apiserver", url: reference.url },
  { name: "Kubepad", url: kubepad.url },
];
const complaints: string[] = [];
let checks = 0;

function check(what: string, found: unknown, expected: unknown): void {
  checks++;
  if (isDeepStrictEqual(found, expected)) return;
  const [one = "", other = ""] = [JSON.stringify(found), JSON.stringify(expected)];
  const at = Math.max(0, [...one].findIndex((letter, index) => letter !== other[index]) - 100);
  complaints.push(`${what}: ${one.slice(at, at + 300)} instead of ${other.slice(at, at + 300)}`);
}

async function call(server: Server, method: string, target: string, body?: object, type = "application/json") {
  const headers = [
    ["Authorization", "Bearer admin-token"],
    ...(body === undefined ? [] : [["Content-Type", type] as const]),
  ] as const;
  const { status, body: text } = await send(
    { method, target, headers, body: body === undefined ? undefined : JSON.stringify(body) },
    server,
  );
  return { status, text };
}

/** Repeats a read until the other server has told of a write, at most for a while. */
async function settled(server: Server, target: string, expected: string) {
  for (let tries = 0; ; tries++) {
    const answer = await call(server, "GET", target);
    if (answer.text === expected || tries === 50) return answer.text;
    await setTimeout(20);
  }
}

/** Reads the types, names and revisions of events until a watch is stopped. */
function watch(server: Server, target: string): { readonly seen: string[]; stop(): void } {
  const seen: string[] = [];
  const stopping = new AbortController();
  const reading = async (): Promise<void> => {
    const answer = await fetch(`${server.url}${target}`, {
      headers: { Authorization: "Bearer admin-token" },
      signal: stopping.signal,
    });
    let text = "";
    for await (const part of answer.body ?? []) {
      text += new TextDecoder().decode(part);
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const { type, object } = JSON.parse(line);
        seen.push(`${type} ${object.metadata?.name}@${object.metadata?.resourceVersion}`);
      }
    }
  };
  reading().catch(() => undefined);
  return { seen, stop: () => stopping.abort() };
}

/** Kinds of which kube-apiserver itself writes a new object anew when it is replaced by the same one. */
const filledByReaders: ReadonlySet<string> = new Set(["Job", "PersistentVolumeClaim"]);

async function exchange(sample: Sample, writer: Server, reader: Server): Promise<void> {
  const name = `from-${writer.name.toLowerCase()}`;
  const { apiVersion, kind, rest } = sample;
  const collection = collectionOf(sample);
  const target = `${collection}/${name}`;
  const what = `${kind} of ${writer.name}`;
  const now = JSON.parse((await call(reader, "GET", collection)).text).metadata?.resourceVersion;
  const watches = [writer, reader].map((server) =>
    watch(server, `${collection}?watch=1&resourceVersion=${now}&fieldSelector=metadata.name=${name}`),
  );
  const created = await call(writer, "POST", collection, { apiVersion, kind, metadata: { name }, ...rest });
  check(`${what}: creates (${created.text})`, created.status, 201);
  check(`${what}: reads`, await settled(reader, target, created.text), created.text);
  noteCreated(sample, await valueIn(what, name, created.text));
  for (const server of filledByReaders.has(kind) ? [] : [reader, writer]) {
    const replaced = await call(server, "PUT", target, JSON.parse(created.text)); // the same bytes are not written
    check(`${what}: ${server.name} replaces it by the same (${replaced.status})`, replaced.text, created.text);
  }
  const labels = { metadata: { labels: { merged: "yes" } } };
  const patched = await call(reader, "PATCH", target, labels, "application/merge-patch+json");
  check(`${what}: patches (${patched.text})`, patched.status, 200);
  check(`${what}: reads the patch`, await settled(writer, target, patched.text), patched.text);
  const applied = await call(
    reader,
    "PATCH",
    `${target}?fieldManager=interchange`,
    { apiVersion, kind, metadata: { name, annotations: { applied: "yes" } } },
    "application/apply-patch+yaml",
  );
  check(`${what}: applies (${applied.text})`, applied.status, 200);
  check(`${what}: reads what is applied`, await settled(writer, target, applied.text), applied.text);
  await checkValues(what);
  const gone = await call(reader, "DELETE", `${target}?gracePeriodSeconds=0&propagationPolicy=Background`);
  check(`${what}: deletes (${gone.text})`, gone.status, 200);
  const absent = await call(writer, "GET", target);
  if (absent.status === 200)
    await call(reader, "PATCH", target, { metadata: { finalizers: null } }, "application/merge-patch+json");
  for (let tries = 0; tries < 100 && watches.some(({ seen }) => seen.at(-1)?.startsWith("DELETED") !== true); tries++)
    await setTimeout(20);
  check(`${what}: watches alike`, watches[1]?.seen, watches[0]?.seen);
  check(`${what}: watches to the end`, watches[0]?.seen.at(-1)?.split(" ")[0], "DELETED");
  for (const { stop } of watches) stop();
}

/** Returns the only value in etcd of an object, as text. */
async function valueIn(what: string, name: string, created: string): Promise<string> {
  const { uid } = JSON.parse(created).metadata;
  const { kvs } = await client.range({ key: "/registry/", end: "/registry0" });
  const texts = kvs
    .filter(({ key: etcdKey }) => etcdKey.endsWith(`/${name}`))
    .map(({ key: etcdKey, value, modRevision }) => {
      const key = layout.fromEtcd(etcdKey) ?? "";
      return values.decode(key, plainOf(what, etcdKey, value), modRevision);
    })
    .filter((text) => text.includes(uid));
  check(`${what}: values`, texts.length, 1);
  return texts[0] ?? "";
}

/** What one server stored for an object that was created by each of them under a name of its own. */
const stored = new Map<Sample, string>();

/** Compares what is stored for an object with what the other server stored for the same one. */
function noteCreated(sample: Sample, text: string): void {
  const same = text
    .replaceAll(/from-(?:kubepad|kube-apiserver)/g, "NAME")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
    .replaceAll(/"resourceVersion":"\d+"/g, "REVISION")
    .replaceAll(/10\.0\.0\.\d+/g, "ADDRESS")
    .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "ACCESS");
  const before = stored.get(sample);
  if (before === undefined) stored.set(sample, same);
  else check(`${sample.kind}: stored by both`, same, before);
}

const client = new EtcdClient({ servers: [etcd.url] });
const layout = new KeyLayout("/registry");
const values = await createStoredValues(
  { types: await loadBuiltinTypes(), resources: builtinResources, customAsCbor },
  "application/vnd.kubernetes.protobuf",
);

const report = (message: string): void => void complaints.push(message);
const opened = isEncrypted ? openEncryption({ file: encryptionFile, reload: false }, report) : undefined;
const encryption = opened && encryptionIn(layout, opened);

/** Returns the value of an object, decrypted. */
function plainOf(what: string, key: string, value: Uint8Array): Uint8Array {
  if (encryption === undefined) return value;
  check(`${what}: ${key} is encrypted`, isValueEncrypted(value), true);
  return encryption.fromStorage(key, value).data;
}

/** Checks that every value in etcd is what is written for the object that it stands for. */
async function checkValues(what: string): Promise<void> {
  const { kvs } = await client.range({ key: "/registry/", end: "/registry0" });
  for (const { key: etcdKey, value: stored, modRevision: revision } of kvs) {
    const key = layout.fromEtcd(etcdKey) ?? "";
    if (key.startsWith("/registry/ranges/") || key.startsWith("/registry/masterleases/")) continue;
    const value = plainOf(what, key, stored);
    const text = values.decode(key, value, revision);
    const again = Buffer.from(values.encode({ key, revision, text }));
    if (!again.equals(value))
      check(`${what}: the value of ${key}`, again.toString("latin1"), Buffer.from(value).toString("latin1"));
    checks++;
  }
}

process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"; // the certificate of the reference is its own
const [first, second] = servers;
check(
  "the definition",
  (await call(first, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)).status,
  201,
);
await call(first, "POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
for (const server of servers)
  while ((await call(server, "GET", "/apis/interchange.example/v1/namespaces/default/things")).status !== 200)
    await setTimeout(50);
for (const sample of samples) {
  await exchange(sample, first, second);
  await exchange(sample, second, first);
}
client.close();
await kubepad.stop();
await reference.stop();
await etcd.stop();
rmSync(folder, { recursive: true, force: true });
for (const complaint of complaints) console.log(`✗ ${complaint}`);
console.log(`${samples.length} kinds, ${checks - complaints.length} checks passed, ${complaints.length} failed`);
process.exitCode = complaints.length === 0 ? 0 : 1;
