import { afterEach, expect, test, vi } from "vitest";
import { differencesOf } from "../client/reflector/differences.ts";
import { ReflectorRun } from "../client/reflector/reflector-run.ts";
import type { ReflectorOptions } from "../client/reflector/reflector.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const right: ReflectorOptions = { useWatchList: false, allowWatchBookmarks: true, resumeFrom: "last-event" };
const target = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const configMap = (name: string, data: Readonly<Record<string, string>> = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
  data,
});

async function start(options: ReflectorOptions = right) {
  const server = await createTestServer({ controllers: false, seed: [configMap("a"), configMap("b")] });
  const run = new ReflectorRun(
    {
      handle: server.handle,
      userAgent: "reflector-test",
      target,
      revisionNow: async () => (await server.inspect.stats()).revision,
      arrived: () => undefined,
    },
    options,
  );
  ends.push(() => server.close());
  ends.push(() => run.close());
  return { server, run };
}

/** Takes steps until there is nothing to read. */
async function settle(run: ReflectorRun, options: ReflectorOptions): Promise<readonly string[]> {
  const words: string[] = [];
  for (;;) {
    const step = await run.step(options);
    if (step === undefined) return words;
    words.push(step.request ?? step.words);
  }
}

/** Takes steps until the reflector's store has exactly these objects. */
async function follow(run: ReflectorRun, options: ReflectorOptions, ...wanted: readonly string[]): Promise<string> {
  const words: string[] = [];
  const hasAll = async (): Promise<boolean> => {
    words.push(...(await settle(run, options)));
    return names(run).join() === wanted.map((name) => `default/${name}`).join();
  };
  await vi.waitUntil(hasAll, { timeout: 60_000 });
  return words.join("\n");
}

const names = (run: ReflectorRun): readonly string[] => [...run.state.store.keys()];

async function differences(server: TestServer, run: ReflectorRun): Promise<readonly string[]> {
  const { entries } = await server.inspect.revisions({ limit: 5000 });
  const writes = entries
    .filter(({ resource }) => resource === "configmaps")
    .map(({ revision, kind, namespace, name }) => ({ revision, kind, key: `${namespace}/${name}` }));
  const list: unknown = await (await server.fetch("/api/v1/namespaces/default/configmaps")).json();
  const objects = (list as { readonly items: never[] }).items;
  return differencesOf(run.state, { kind: "ConfigMap", objects, writes }).map(({ words }) => words);
}

test("an informer that resumes from the newest revision loses a deletion, and a relist mends it", async () => {
  const wrong = { ...right, resumeFrom: "newest" as const };
  const { server, run } = await start(wrong);
  await settle(run, wrong);
  run.drop();
  await server.delete(configMap("b"));
  const { revision } = await server.inspect.stats();
  await settle(run, wrong);
  expect(await differences(server, run)).toEqual([
    `The informer does not know that ConfigMap b was deleted at revision ${revision}.`,
  ]);
  await server.inspect.compact();
  run.state = { ...run.state, next: "list" };
  await settle(run, right);
  expect(await differences(server, run)).toEqual([]);
});

test("an informer that resumes from its last event misses nothing", async () => {
  const { server, run } = await start();
  await settle(run, right);
  run.drop();
  await server.delete(configMap("b"));
  await server.create(configMap("c"));
  await follow(run, right, "a", "c");
  expect(run.state.lists).toBe(1);
});

test("an informer whose revision was compacted is answered with 410, and relists", async () => {
  const { server, run } = await start();
  await settle(run, right);
  run.drop();
  await server.delete(configMap("b"));
  await server.create(configMap("c"));
  expect(await server.inspect.compact()).toBe((await server.inspect.stats()).revision);
  expect(await follow(run, right, "a", "c")).toMatch(
    /410 Expired: too old resource version: \d+ \(\d+\)\. The resourceVersion is too old/,
  );
  expect(run.state.lists).toBe(2);
});

test("an informer streams its list, and reads on in the same watch", async () => {
  const options = { ...right, useWatchList: true };
  const { server, run } = await start(options);
  await follow(run, options, "a", "b");
  await server.delete(configMap("a"));
  await follow(run, options, "b");
  expect(run.state).toMatchObject({ lists: 1, watches: 1 });
});

test("an informer that does not read is ended by the server, and goes on from what it has read", async () => {
  const { server, run } = await start();
  await settle(run, right);
  const { watchers } = await server.inspect.stats();
  const large = "x".repeat(900_000);
  await server.create(configMap("large", { large }));
  for (let n = 0; n < 60 && (await server.inspect.stats()).watchers === watchers; n++) {
    await server.fetch("/api/v1/namespaces/default/configmaps/large", {
      method: "PATCH",
      headers: { "Content-Type": "application/merge-patch+json" },
      body: JSON.stringify({ data: { n: String(n) } }),
    });
  }
  expect((await server.inspect.stats()).watchers).toBe(watchers - 1);
  await server.delete(configMap("a"));
  await follow(run, right, "b", "large");
  expect(run.state.watches).toBe(2);
  expect(await differences(server, run)).toEqual([]);
});
