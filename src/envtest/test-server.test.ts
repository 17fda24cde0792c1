import { afterEach, describe, expect, test } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";
import { definitionOf } from "../apiextensions/testing/definition-of.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options?: TestServerOptions): Promise<TestServer> {
  const server = await createTestServer(options);
  servers.push(server);
  return server;
}

const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
const settings = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop" },
  data: { mode: "dark" },
};
const generated = { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "settings-" } };
const settingsPath = "/api/v1/namespaces/shop/configmaps/settings";

const patch = (server: TestServer, data: object): Promise<Response> =>
  server.fetch(settingsPath, {
    method: "PATCH",
    headers: { "Content-Type": "application/merge-patch+json" },
    body: JSON.stringify({ data }),
  });

describe("a test server", () => {
  test("has the seed's objects, and the same names and UIDs in every run", async () => {
    const runs = [];
    for (const server of [await start({ seed: [namespace, settings] }), await start({ seed: [namespace, settings] })]) {
      const created = await server.create(generated);
      runs.push([created.metadata.name, created.metadata.uid, (await server.get(settings)).metadata.uid]);
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toEqual([expect.stringMatching(/^settings-.{5}$/), expect.anything(), expect.anything()]);
  });

  test("has the given time", async () => {
    const server = await start({ clock: new FakeClock(Date.UTC(2026, 1, 3)) });
    expect((await server.create(generated)).metadata.creationTimestamp).toBe("2026-02-03T00:00:00Z");
  });

  test("has no objects of other servers", async () => {
    const [first, second] = [await start({ seed: [namespace] }), await start()];
    await first.create(settings);
    expect((await second.fetch(settingsPath)).status).toBe(404);
  });

  test("refuses an invalid seed, and objects that it refuses to other clients", async () => {
    await expect(createTestServer({ seed: [settings] })).rejects.toThrow('namespaces "shop" not found');
    const server = await start({ seed: [namespace, settings] });
    await expect(server.create(settings)).rejects.toThrow('configmaps "settings" already exists');
  });

  test("knows users by their tokens, and its own methods as an administrator", async () => {
    const server = await start({ tokenAuthFile: "secret,alice,1", seed: [namespace] });
    await server.create(settings);
    const headers = { Authorization: "Bearer secret" };
    const answers = [await server.fetch(settingsPath), await server.fetch(settingsPath, { headers })];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(await answers[1]?.json()).toMatchObject({ message: expect.stringContaining('User "alice" cannot get') });
  });

  test("gives pods the account of their namespace where all controllers run, those of the seed too", async () => {
    const pod = (name: string, inNamespace: string) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: inNamespace },
      spec: { containers: [{ name: "a", image: "a:1" }] },
    });
    const accountOf = ({ spec }: { readonly spec: object }): unknown => Object(spec).serviceAccountName;
    const seed = [namespace, pod("seeded", "shop")];
    const server = await start({ controllers: ["*"], seed });
    expect(accountOf(await server.get(pod("seeded", "shop")))).toBe("default");
    const created = await server.create(pod("created", "default"));
    expect(accountOf(created)).toBe("default");
    expect(Object(created.spec).volumes).toMatchObject([{ projected: { sources: expect.anything() } }]);
    const without = await start({ controllers: ["*"], seed, disableAdmissionPlugins: ["ServiceAccount"] });
    expect(accountOf(await without.get(pod("seeded", "shop")))).toBeUndefined();
  });

  test("runs controllers unless it is told not to", async () => {
    const [with_, without] = [
      await start({ seed: [namespace] }),
      await start({ seed: [namespace], controllers: false }),
    ];
    for (const server of [with_, without]) await server.delete(namespace);
    await with_.waitForDeletion(namespace);
    expect(await without.get(namespace)).toMatchObject({ status: { phase: "Terminating" } });
  });
});

describe("waiting", () => {
  test("ends when the condition holds, now or later", async () => {
    const server = await start({ seed: [namespace, settings] });
    await server.waitFor(settings, ({ data }) => data.mode === "dark");
    const waiting = server.waitFor(settings, ({ data }) => data.mode === "light");
    await patch(server, { mode: "light" });
    expect((await waiting).data).toEqual({ mode: "light" });
  });

  test("ends when the object is created, deleted, or any object of the kind fulfills the condition", async () => {
    const server = await start({ seed: [namespace] });
    const created = server.waitFor(settings, () => true);
    const any = server.waitFor(
      { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "shop" } },
      ({ metadata }) => metadata.name === "settings",
    );
    await server.create(settings);
    expect([(await created).metadata.name, (await any).metadata.name]).toEqual(["settings", "settings"]);
    const deleted = server.waitForDeletion(settings);
    await server.delete(settings);
    await deleted;
  });

  test("fails with the last state of the object", async () => {
    const server = await start({ seed: [namespace, settings] });
    await expect(server.waitFor(settings, () => false, { timeoutMs: 1 })).rejects.toThrow(
      "timed out after 1 ms waiting for the condition on ConfigMap shop/settings; it ",
    );
  });

  /** What a wait fails with. */
  const failure = (waiting: Promise<unknown>): Promise<string> =>
    waiting.then(String, ({ message }) => String(message));
  const soon = { timeoutMs: 1 };

  test("tells the fields that the condition reads, and the last state without managed fields", async () => {
    const server = await start({ seed: [namespace, settings] });
    const isLight = ({ data, metadata }: typeof settings & KubeObject): boolean =>
      data.mode === "light" || (metadata.finalizers ?? []).some((name) => name === "x");
    const message = await failure(server.waitFor(settings, isLight, soon));
    expect(message).toContain('it reads\n  data.mode is "dark"\n  metadata.finalizers is undefined\n');
    expect(message).toMatch(/the last state(?: of 1 seen)?: \{/);
    expect(message).not.toContain("managedFields");
    expect(message).not.toContain("controllers");
  });

  test("tells the objects that there are in place of one that is missing, the nearest first", async () => {
    const server = await start({ seed: [namespace, settings] });
    await server.create({ ...settings, metadata: { name: "setting", namespace: "default" } });
    const wanted = { ...settings, metadata: { name: "setting", namespace: "shop" } };
    expect(await failure(server.waitFor(wanted, () => true, soon))).toMatch(
      /on ConfigMap shop\/setting; it does not exist, there are shop\/settings, /,
    );
  });

  test("tells that no controller works on a status, unless all run", async () => {
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a", namespace: "default" },
      spec: { containers: [{ name: "a", image: "a" }] },
    };
    const server = await start({ seed: [pod] });
    const isReady = ({ status }: { readonly status?: { readonly phase?: string } }): boolean =>
      status?.phase === "Running";
    const message = await failure(server.waitFor(pod, isReady as () => boolean, soon));
    expect(message).toContain('status.phase is "Pending"\nonly the controllers of the API server run; ');
  });

  test("tells why an object is not gone", async () => {
    const server = await start({ seed: [namespace] });
    const held = { ...settings, metadata: { ...settings.metadata, finalizers: ["example.com/hold"] } };
    await server.create(held);
    expect(await failure(server.waitForDeletion(held, soon))).toContain("to be gone; nobody has deleted it\n");
    await server.delete(held);
    expect(await failure(server.waitForDeletion(held, soon))).toMatch(
      /it was deleted at \S+ and has the finalizers example\.com\/hold\n/,
    );
  });

  test("fails with the error of a condition", async () => {
    const server = await start({ seed: [namespace, settings] });
    const condition = (): boolean => {
      throw new Error("no data");
    };
    await expect(server.waitFor(settings, condition)).rejects.toThrow("no data");
  });

  test("also follows definitions and their resources", async () => {
    const server = await start();
    await server.create(definitionOf("Lamp", "example.com"));
    const lamp = { apiVersion: "example.com/v1", kind: "Lamp", metadata: { name: "one" } };
    await server.create(lamp);
    expect(await server.waitFor(lamp, () => true)).toMatchObject({ kind: "Lamp", metadata: { namespace: "default" } });
  });
});

describe("the request log", () => {
  test("has the requests of clients with bodies and statuses, and no others", async () => {
    const server = await start({ seed: [namespace, settings] });
    await server.get(settings);
    await patch(server, { mode: "light" });
    await server.fetch("/api/v1/nodes/a?pretty=1", { headers: { "User-Agent": "me" } });
    expect(server.requests.all).toMatchObject([
      { method: "PATCH", path: settingsPath, body: '{"data":{"mode":"light"}}', status: 200 },
      { method: "GET", target: "/api/v1/nodes/a?pretty=1", path: "/api/v1/nodes/a", userAgent: "me", status: 404 },
    ]);
    expect(server.requests.all[1]?.query.get("pretty")).toBe("1");
    expect(server.requests.matching({ path: /nodes/, method: "GET" })).toHaveLength(1);
    expect(server.requests.matching(({ status }) => status === 500)).toEqual([]);
    server.requests.clear();
    expect(server.requests.all).toEqual([]);
  });

  test("is waited for", async () => {
    const server = await start({ seed: [namespace, settings] });
    const waiting = server.waitForRequest({ method: "PATCH", status: 200 });
    await patch(server, { mode: "light" });
    expect((await waiting).path).toBe(settingsPath);
    await server.waitForRequest({ path: settingsPath });
    await expect(server.waitForRequest({ method: "POST" }, { timeoutMs: 1 })).rejects.toThrow(
      `POST any path; the nearest of 1 requests:\n  PATCH ${settingsPath} → 200 (another method)`,
    );
  });

  test("tells the nearest requests with what differs, whether it is searched by its query or a pattern", async () => {
    const server = await start({ seed: [namespace, settings] });
    await server.fetch("/api/v1/nodes?limit=1");
    await patch(server, { mode: "light" });
    await server.fetch("/version");
    const wanted = { method: "PATCH", path: /\/configmaps\/settings$/g, status: 409 };
    await expect(server.waitForRequest(wanted, { timeoutMs: 1 })).rejects.toThrow(
      `waiting for PATCH /\\/configmaps\\/settings$/g → 409; the nearest of 3 requests:\n  PATCH ${settingsPath} → 200 (another status)\n`,
    );
    await expect(server.waitForRequest(() => false, { timeoutMs: 1 })).rejects.toThrow(
      "the last of 3 requests:\n  GET ",
    );
    expect(server.requests.matching({ path: "/api/v1/nodes?limit=1" })).toHaveLength(1);
    expect(server.requests.matching({ path: /configmaps/g })).toHaveLength(1);
    server.requests.clear();
    await expect(server.waitForRequest(wanted, { timeoutMs: 1 })).rejects.toThrow("no request was sent");
  });
});

describe("a snapshot", () => {
  test("is restored in the same server, which watches see, and seeds another", async () => {
    const server = await start({ seed: [namespace, settings] });
    const snapshot = await server.snapshot();
    await patch(server, { mode: "light" });
    const restored = server.waitFor(settings, ({ data }) => data.mode === "dark");
    await server.restore(snapshot);
    await restored;
    const other = await start({ seed: snapshot });
    expect((await other.get(settings)).metadata.uid).toBe((await server.get(settings)).metadata.uid);
  });
});

describe("over HTTP", () => {
  test("answers the same, with a kubeconfig for it, until it is closed", async () => {
    const server = await start({ tokenAuthFile: "secret,alice,1", seed: [namespace, settings] });
    const config: unknown = JSON.parse(await server.kubeconfig());
    const url = await server.listen();
    expect(config).toMatchObject({ clusters: [{ cluster: { server: url } }] });
    const token = (config as { users: { user: { token: string } }[] }).users[0]?.user.token;
    const answer = await fetch(url + settingsPath, { headers: { Authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ data: { mode: "dark" } });
    expect(server.requests.all).toHaveLength(1);
    await server.close();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  test("pages of other origins are refused unless they are named", async () => {
    const [closed, open] = [await start(), await start()];
    const headers = { Origin: "http://localhost:5173" };
    const refused = await fetch(`${await closed.listen()}/version`, { headers });
    const allowed = await fetch(`${await open.listen({ origins: ["http://localhost:5173"] })}/version`, { headers });
    expect([refused.status, allowed.status]).toEqual([403, 200]);
    expect(allowed.headers.get("Access-Control-Allow-Origin")).toBe("http://localhost:5173");
  });
});
