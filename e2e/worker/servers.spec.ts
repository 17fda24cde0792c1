import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import type { Kubepad, OpenedServer, OpenServerOptions } from "../../src/browser.ts";
import { create, expectRole, namesOf, openTab } from "./pad.ts";

/** What these tests keep in their pages: servers by their ids, and what watches on them have seen. */
declare global {
  interface Window {
    readonly servers: Map<string, OpenedServer>;
    readonly watched: Map<string, { readonly names: string[]; ended: boolean }>;
    /** "default" is the tab's own. */
    serverOf(id: string): Kubepad | OpenedServer;
  }
}

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Opens servers in a page's tab. */
async function openServers(
  page: Page,
  ...all: readonly (OpenServerOptions & { readonly id: string })[]
): Promise<void> {
  await page.evaluate(async (text) => {
    const options: readonly (OpenServerOptions & { readonly id: string })[] = JSON.parse(text);
    const servers = window.servers ?? new Map<string, OpenedServer>();
    const serverOf = (id: string): Kubepad | OpenedServer =>
      (id === "default" ? window.kubepad : servers.get(id)) ?? window.kubepad;
    Object.assign(window, { servers, serverOf, watched: window.watched ?? new Map() });
    for (const each of options) servers.set(each.id, await window.kubepad.openServer(each));
  }, JSON.stringify(all));
}

/** The status of a new config map. */
const createIn = (page: Page, id: string, name: string): Promise<number> =>
  page.evaluate(
    async ([server, path, object]) => {
      const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: object };
      return (await window.serverOf(server).fetch(path, init)).status;
    },
    [id, configMaps, JSON.stringify({ metadata: { name } })] as const,
  );

const namesIn = (page: Page, id: string): Promise<string[]> =>
  page.evaluate(
    async ([server, path]) => {
      const { items } = await (await window.serverOf(server).fetch(path)).json();
      return items
        .map(({ metadata }: { metadata: { name: string } }) => metadata.name)
        .filter((name: string) => name !== "kube-root-ca.crt");
    },
    [id, configMaps] as const,
  );

/** What an opened server answers, and why it was closed, if it was. */
const endOf = (
  page: Page,
  id: string,
): Promise<{ readonly status: number; readonly message: string; readonly closed: string }> =>
  page.evaluate(async (server) => {
    const opened = window.servers.get(server);
    if (opened === undefined) throw new Error(`${server} was not opened`);
    const answer = await opened.fetch("/version");
    return { status: answer.status, message: (await answer.json()).message, closed: await opened.closed };
  }, id);

const watchIn = (page: Page, id: string): Promise<void> =>
  page.evaluate(
    async ([server, path]) => {
      const seen = { names: [] as string[], ended: false };
      window.watched.set(server, seen);
      const { body } = await window.serverOf(server).fetch(`${path}?watch=1`);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      const read = async (): Promise<void> => {
        let text = "";
        for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
          const lines = (text + part.value).split("\n");
          text = lines.pop() ?? "";
          seen.names.push(...lines.map((line) => JSON.parse(line).object.metadata.name));
        }
        seen.ended = true;
      };
      void read();
    },
    [id, configMaps] as const,
  );

const seenIn = (page: Page, id: string): Promise<{ names: string[]; ended: boolean } | undefined> =>
  page.evaluate((server) => window.watched.get(server), id);

const versionsIn = (page: Page, ids: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    (all) =>
      Promise.all(all.map(async (id) => (await (await window.serverOf(id).fetch("/version")).json()).emulationMinor)),
    ids,
  );

const workersOf = (page: Page): number => page.workers().filter((each) => each.url().includes("/entry-")).length;

test("two servers beside the tab's own, in one worker: objects, settings and watches of their own; one is closed", async ({
  context,
}) => {
  const page = await openTab(context);
  await expectRole(page, "leader");
  await openServers(page, { id: "one", emulatedVersion: "1.33" }, { id: "two", emulatedVersion: "1.32" });
  expect(workersOf(page)).toBe(1);
  expect(await versionsIn(page, ["default", "one", "two"])).toEqual(["34", "33", "32"]);
  for (const id of ["default", "one", "two"]) await watchIn(page, id);
  for (const id of ["default", "one", "two"]) expect(await createIn(page, id, `in-${id}`)).toBe(201);
  for (const id of ["default", "one", "two"]) {
    expect(await namesIn(page, id)).toEqual([`in-${id}`]);
    await expect.poll(async () => (await seenIn(page, id))?.names).toContain(`in-${id}`);
  }
  await page.evaluate(() => window.servers.get("one")?.close());
  expect(await endOf(page, "one")).toEqual({
    status: 503,
    message: "The server was closed.",
    closed: "The server was closed.",
  });
  await expect.poll(async () => (await seenIn(page, "one"))?.ended).toBe(true);
  for (const id of ["default", "two"]) {
    expect(await createIn(page, id, "later")).toBe(201);
    await expect.poll(async () => (await seenIn(page, id))?.names).toContain("later");
  }
});

test("a server belongs to the tab that opened it, also while another tab leads, and is gone with a reload", async ({
  context,
}) => {
  const first = await openTab(context);
  const second = await openTab(context);
  await expectRole(second, "follower");
  expect(workersOf(second)).toBe(0);
  await openServers(first, { id: "lesson" });
  await openServers(second, { id: "lesson" });
  expect(workersOf(second)).toBe(1);
  await createIn(first, "lesson", "of-the-first");
  await createIn(second, "lesson", "of-the-second");
  expect([await namesIn(first, "lesson"), await namesIn(second, "lesson")]).toEqual([
    ["of-the-first"],
    ["of-the-second"],
  ]);
  await create(first, "shared");
  await watchIn(second, "lesson");
  await first.close();
  await expectRole(second, "leader");
  expect(workersOf(second)).toBe(1);
  expect(await namesOf(second)).toEqual(["shared"]);
  await createIn(second, "lesson", "after");
  await expect.poll(async () => (await seenIn(second, "lesson"))?.names).toEqual(["of-the-second", "after"]);
  await second.reload();
  await expectRole(second, "leader");
  await openServers(second, { id: "lesson" });
  expect(await namesIn(second, "lesson")).toEqual([]);
  expect(await namesOf(second)).toEqual(["shared"]);
});

test("a server survives that its tab loses the lead", async ({ context }) => {
  const first = await openTab(context);
  await openServers(first, { id: "lesson" });
  await createIn(first, "lesson", "kept");
  const second = await openTab(context);
  await expectRole(second, "follower");
  await second.evaluate(() => navigator.locks.request("kubepad/leader", { steal: true }, () => undefined));
  await expectRole(first, "follower");
  await expectRole(second, "leader");
  expect(await namesIn(first, "lesson")).toEqual(["kept"]);
  await create(second, "shared");
  expect(await namesOf(first)).toEqual(["shared"]);
});

test("a server begins with what it is given: objects or an export file, users, an audit policy, no controllers", async ({
  context,
}) => {
  const page = await openTab(context);
  const found = await page.evaluate(async () => {
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
    const owned = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings", namespace: "shop" },
      data: { color: "blue" },
    };
    const auditPolicy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n";
    const one = await window.kubepad.openServer({
      seed: [namespace, owned],
      tokenAuthFile: 'secret,alice,1,"system:masters"\n',
      auditPolicy,
      controllers: false,
    });
    const headers = { Authorization: "Bearer secret" };
    const path = "/api/v1/namespaces/shop/configmaps/settings";
    const statuses = [(await one.fetch(path)).status, (await one.fetch(path, { headers })).status];
    await one.fetch("/api/v1/namespaces/shop", { method: "DELETE", headers });
    const { status } = await (await one.fetch("/api/v1/namespaces/shop", { headers })).json();
    const copy = await window.kubepad.openServer({ seed: await one.inspect.export() });
    const { data } = await (await copy.fetch(path)).json();
    return { statuses, phase: status.phase, data, policy: (await one.inspect.auditPolicy()) === auditPolicy };
  });
  expect(found).toEqual({ statuses: [403, 200], phase: "Terminating", data: { color: "blue" }, policy: true });
});

test("a server that cannot be started so is refused with a sentence, and leaves nothing behind", async ({
  context,
}) => {
  const page = await openTab(context);
  const refusalOf = (given: OpenServerOptions): Promise<string> =>
    page.evaluate(async (text) => {
      const options: OpenServerOptions = JSON.parse(text);
      return window.kubepad.openServer({ id: "lesson", ...options }).then(
        () => "opened",
        (error: Error) => error.message,
      );
    }, JSON.stringify(given));
  expect(await refusalOf({ featureGates: { Nonsense: true } })).toBe("unrecognized feature gate: Nonsense");
  expect(await refusalOf({ auditPolicy: "apiVersion: audit.k8s.io/v1\nkind: Nonsense" })).toContain("Nonsense");
  expect(await refusalOf({ seed: [{ apiVersion: "v1", kind: "Nonsense", metadata: {} }] })).toBe(
    'no matches for kind "Nonsense" in version "v1"',
  );
  expect(await refusalOf({})).toBe("opened");
  expect(await refusalOf({})).toBe('There is a server "lesson" already.');
});

test("a fork goes on from a revision of the tab's server, in memory", async ({ context }) => {
  const page = await openTab(context);
  const { revision } = await create(page, "before");
  await create(page, "after");
  await page.evaluate(async (upTo) => {
    const fork = await window.kubepad.fork({ id: "then", revision: upTo });
    const servers = new Map([["then", fork]]);
    const serverOf = (id: string): Kubepad | OpenedServer => servers.get(id) ?? window.kubepad;
    Object.assign(window, { servers, serverOf, watched: new Map() });
  }, revision);
  expect(await namesIn(page, "then")).toEqual(["before"]);
  expect(await uidOf(page, "then", "before")).toBe(await uidOf(page, "default", "before"));
  expect(await revisionOf(page, "then")).toBe(revision);
  expect(await createIn(page, "then", "other")).toBe(201);
  expect(await revisionOf(page, "then")).toBe(revision + 1);
  expect(await namesIn(page, "default")).toEqual(["after", "before"]);
  const refusal = await page.evaluate(() => window.kubepad.fork({ revision: 1e6 }).catch(String));
  expect(refusal).toMatch(/^Error: there is no revision 1000000 yet; the newest is \d+$/);
});

const uidOf = (page: Page, id: string, name: string): Promise<string> =>
  page.evaluate(async ([server, path]) => (await (await window.serverOf(server).fetch(path)).json()).metadata.uid, [
    id,
    `${configMaps}/${name}`,
  ] as const);

const revisionOf = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (server) => (await window.serverOf(server).inspect.stats()).revision, id);
