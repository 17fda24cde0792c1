import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import type { CreateServerFactory } from "../host/running-server.ts";
import { choicesOf } from "../host/server-choices.ts";
import type { ServerSettings } from "../host/worker-messages.ts";
import { createLinkClient } from "../link/link-client.ts";
import { createThreadLink } from "../link/links.ts";
import { ownServer } from "../link/protocol.ts";
import { ask, statusOf } from "../testing/exchanges.ts";
import { factoryOf } from "../testing/factory-of.ts";
import { FakeLocks } from "../testing/fake-locks.ts";
import { FakeWorker } from "../testing/fake-worker.ts";
import { settle } from "../testing/manual-clock.ts";
import type { OpenedServer, OpenServerOptions } from "./opened-servers.ts";
import { OpenedServers } from "./opened-servers.ts";
import type { ServerEvents } from "./tab-worker.ts";
import { TabWorker } from "./tab-worker.ts";
import { definitionOf, versionOf } from "../../apiextensions/testing/definition-of.ts";

const clock = createSystemClock();
const random = createSystemRandom();
const configMaps = "/api/v1/namespaces/default/configmaps";
const unheard: ServerEvents = {
  ready: () => undefined,
  restarted: () => undefined,
  deposed: () => undefined,
  failed: () => undefined,
  died: () => undefined,
};
const ownSettings: ServerSettings = { database: "", storage: "memory", tokenAuthFile: undefined, leaderId: "" };

/** A tab with a worker whose servers are real ones, in memory. */
class Tab {
  readonly locks = new FakeLocks();
  readonly workers: FakeWorker[] = [];
  /** The servers in the worker, for those who look whether they are let go of. */
  readonly made: WeakRef<ApiServer>[] = [];
  /** What does not work about the next worker. */
  breaks: "made" | "loaded" | undefined;
  #lastId = 0;
  readonly worker = new TabWorker({
    locks: this.locks,
    createId: () => `id-${(this.#lastId += 1)}`,
    startWorker: () => {
      if (this.breaks === "made") throw new Error("no workers here");
      const worker = new FakeWorker(this.#factory, this.locks);
      if (this.breaks === "loaded") setImmediate(() => worker.fail());
      else this.workers.push(worker);
      return worker;
    },
  });
  readonly servers = new OpenedServers(this.worker, clock, () => `id-${(this.#lastId += 1)}`);

  /** As if the browser had ended the worker that was started last. */
  crash(): void {
    this.locks.drop(this.locks.names.find((name) => name.startsWith("kubepad/worker/")) ?? "");
  }

  readonly #factory: CreateServerFactory = (settings, _deposed, progress) => {
    if (settings.seed !== undefined) queueMicrotask(() => progress({ done: 1, total: 2 }));
    const medium = createMemoryMedium();
    return factoryOf(settings, async (chosen, { converters, admissionWebhooks }, keeps) => {
      const backend = createMemoryBackend(keeps ? medium : undefined);
      const server = await createApiServer({
        backend,
        clock,
        random,
        converters,
        admissionWebhooks,
        ...choicesOf(chosen),
      });
      if (keeps) this.made.push(new WeakRef(server));
      return server;
    });
  };
}

let tab = new Tab();
afterEach(() => {
  tab.servers.close("the test is over");
  tab = new Tab();
});

const open = (options: OpenServerOptions = {}): Promise<OpenedServer> => tab.servers.open(options);
const create = async (server: OpenedServer, name: string): Promise<number> =>
  (
    await server.fetch(configMaps, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ metadata: { name } }),
    })
  ).status;
const namesIn = async (server: OpenedServer): Promise<readonly string[]> => {
  const list: { items: { metadata: { name: string } }[] } = await (await server.fetch(configMaps)).json();
  return list.items.map(({ metadata }) => metadata.name).filter((name) => name !== "kube-root-ca.crt");
};
const emulated = async (server: OpenedServer): Promise<unknown> =>
  (await (await server.fetch("/version")).json()).emulationMinor;
const messageOf = async (response: Response): Promise<unknown> => (await response.json()).message;

describe("the servers of a tab", () => {
  it("live in one worker, which ends with the last of them", async () => {
    const [one, two] = [await open(), await open()];
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([false]);
    one.close();
    expect(await emulated(two)).toBe("34");
    two.close();
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true]);
    await open();
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it("have objects, settings, metrics and traces of their own", async () => {
    const [one, two] = [await open({ emulatedVersion: "1.33" }), await open({ runtimeConfig: "apps/v1=false" })];
    expect([await create(one, "a"), await create(two, "b")]).toEqual([201, 201]);
    expect([await namesIn(one), await namesIn(two)]).toEqual([["a"], ["b"]]);
    expect([await emulated(one), await emulated(two)]).toEqual(["33", "34"]);
    const statusesOf = async (path: string) => [(await one.fetch(path)).status, (await two.fetch(path)).status];
    expect(await statusesOf("/apis/apps/v1/deployments")).toEqual([200, 404]);
    await one.inspect.subscribe(() => undefined);
    await statusesOf("/api/v1/namespaces/kube-public");
    const targets = async (server: OpenedServer) => (await server.inspect.traces(0)).map(({ target }) => target);
    expect(await targets(one)).toContain("/api/v1/namespaces/kube-public");
    expect(await targets(two)).toEqual([]);
    const deployments = /apiserver_request_total\{[^}]*resource="deployments"[^}]*\} /;
    expect(await (await one.fetch("/metrics")).text()).toMatch(deployments);
    expect(await (await two.fetch("/metrics")).text()).not.toMatch(deployments);
  });

  it("have converters of their own", async () => {
    const [one, two] = [await open(), await open()];
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const definition = definitionOf("Note", "example.com", [versionOf("v1", schema), versionOf("v2", schema)], {
      scope: "Cluster",
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] },
      },
    });
    const post = (server: OpenedServer, path: string, body: object): Promise<Response> =>
      server.fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const signing =
      (by: string) =>
      ({ objects, desiredAPIVersion }: { objects: readonly object[]; desiredAPIVersion: string }) =>
        objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion, by }));
    for (const [server, by] of [
      [one, "one"],
      [two, "two"],
    ] as const) {
      expect((await post(server, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)).status).toBe(
        201,
      );
      await server.registerConverter("notes.example.com", signing(by));
      const note = { apiVersion: "example.com/v1", kind: "Note", metadata: { name: "n" } };
      await expect.poll(async () => (await post(server, "/apis/example.com/v1/notes", note)).status).toBe(201);
    }
    const readBy = async (server: OpenedServer) =>
      (await (await server.fetch("/apis/example.com/v2/notes/n")).json()).by;
    expect([await readBy(one), await readBy(two)]).toEqual(["one", "two"]);
  });

  it("ask functions in place of admission webhooks", async () => {
    const server = await open();
    const post = async (path: string, body: object): Promise<readonly [number, string | undefined]> => {
      const answer = await server.fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return [answer.status, (await answer.json()).message];
    };
    const create = (name: string) =>
      post(configMaps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { judged: "yes" } } });
    await server.registerWebhook("names.example.com", ({ request }) => {
      const allowed = !JSON.stringify(request).includes("forbidden-name");
      return { allowed, ...(!allowed && { status: { message: "not this name" } }) };
    });
    const configuration = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "names" },
      webhooks: [
        {
          name: "names.example.com",
          clientConfig: { url: "https://names.example.com" },
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
          objectSelector: { matchLabels: { judged: "yes" } },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    };
    const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    expect((await post(configurations, configuration))[0]).toBe(201);
    expect(await create("forbidden-name")).toEqual([
      400,
      'admission webhook "names.example.com" denied the request: not this name',
    ]);
    expect((await create("other-name"))[0]).toBe(201);
  });

  it("are closed one by one: what is under way there gets 503, its watches end, the others go on", async () => {
    const [one, two] = [await open({ id: "one" }), await open({ id: "two" })];
    const ended = (await one.fetch(`${configMaps}?watch=true`)).text();
    const other = (await two.fetch(`${configMaps}?watch=true`)).body?.getReader();
    one.close();
    await ended;
    expect(await one.closed).toBe("The server was closed.");
    const refused = await one.fetch(configMaps);
    expect([refused.status, await messageOf(refused)]).toEqual([503, "The server was closed."]);
    await expect(one.inspect.stats()).rejects.toThrow("no server answers at present");
    expect(await create(two, "later")).toBe(201);
    expect(new TextDecoder().decode((await other?.read())?.value)).toContain('"later"');
    await other?.cancel();
  });

  it("give their memory back", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const kept = await open();
    const closed = await open();
    await create(closed, "a");
    closed.close();
    const isGone = async (): Promise<boolean> => {
      await settle();
      collect();
      return tab.made.at(-1)?.deref() === undefined;
    };
    await expect.poll(isGone, { timeout: 8_000 }).toBe(true);
    expect(await emulated(kept)).toBe("34");
  });

  it("are told of the end of a worker that broke down, and another is started for the next", async () => {
    const [one, two] = [await open(), await open()];
    const slow = one.fetch(`${configMaps}?watch=true`).then((answer) => answer.text());
    await settle();
    tab.crash();
    const reason = "The server's worker ended, and what was in its memory is gone.";
    expect(await Promise.all([one.closed, two.closed])).toEqual([reason, reason]);
    await slow;
    expect(await messageOf(await two.fetch("/version"))).toBe(reason);
    expect(await namesIn(await open())).toEqual([]);
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it("outlive the shared server of the same worker, which may come back under its id", async () => {
    const lesson = await open();
    await create(lesson, "a");
    const reports: string[] = [];
    const start = (name: string) =>
      tab.worker.open(ownServer, ownSettings, { ...unheard, ready: () => reports.push(name) });
    const first = start("first");
    const late = first.connection.handle(ask("/version"));
    first.stop("Another tab leads.");
    expect(await statusOf(await late)).toMatchObject({ code: 503, message: "Another tab leads." });
    const second = start("second");
    expect((await second.connection.handle(ask("/version"))).status).toBe(200);
    expect(await namesIn(lesson)).toEqual(["a"]);
    expect(reports).toEqual(["second"]);
    lesson.close();
    second.stop("done");
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe("opening a server", () => {
  it("tells how far its history is restored", async () => {
    const heard: unknown[] = [];
    const server = await open({ seed: new Uint8Array(), onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([{ done: 1, total: 2 }]);
    expect(await create(server, "a")).toBe(201);
  });

  it("is cancelled before the server is up, which ends the worker; later that changes nothing", async () => {
    const control = new AbortController();
    const opening = open({ id: "one", signal: control.signal });
    control.abort();
    await expect(opening).rejects.toThrow("The opening of the server was cancelled.");
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true]);
    await expect(open({ signal: control.signal })).rejects.toMatchObject({ name: "AbortError" });
    const late = new AbortController();
    const server = await open({ id: "one", signal: late.signal });
    late.abort();
    expect(await create(server, "a")).toBe(201);
  });

  it("is refused where the id is taken in this tab, and possible again when it is free", async () => {
    const first = await open({ id: "lesson" });
    await expect(open({ id: "lesson" })).rejects.toThrow('There is a server "lesson" already.');
    await expect(open({ id: "default" })).rejects.toThrow('There is a server "default" already.');
    first.close();
    expect((await open({ id: "lesson" })).id).toBe("lesson");
  });

  it.each([
    [{ featureGates: { Nonsense: true } }, "unrecognized feature gate: Nonsense"],
    [{ emulatedVersion: "1.30" }, "emulation version 1.30 is not between [1.31, 1.34.0]"],
  ])("rejects with the server's words where there can be none: %j", async (options, message) => {
    await expect(open({ id: "lesson", ...options })).rejects.toThrow(message);
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true]);
    expect((await open({ id: "lesson" })).id).toBe("lesson");
  });

  it("rejects where the worker cannot be made or loaded, and works when it can", async () => {
    tab.breaks = "made";
    await expect(open({ id: "lesson" })).rejects.toThrow("no workers here");
    tab.breaks = "loaded";
    const message = "The server's worker failed: its script could not be loaded";
    const failures: string[] = [];
    tab.worker.open(ownServer, ownSettings, { ...unheard, failed: (reason) => failures.push(reason) });
    await expect(open({ id: "lesson" })).rejects.toThrow(message);
    expect(failures).toEqual([message]);
    tab.breaks = undefined;
    expect((await open({ id: "lesson" })).id).toBe("lesson");
  });

  it("rejects where the worker ends or is closed on the way", async () => {
    const opening = open();
    tab.servers.close("Kubepad was closed.");
    await expect(opening).rejects.toThrow("Kubepad was closed.");
    expect(tab.workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

it("an id that no server has is answered with a 503 Status", async () => {
  await open({ id: "lesson" });
  const worker: Worker | undefined = tab.workers.at(-1);
  if (worker === undefined) throw new Error("there is no worker");
  const { handle } = createLinkClient(createThreadLink(worker)).connect("another");
  expect(await statusOf(await handle(ask("/version")))).toMatchObject({
    code: 503,
    reason: "ServiceUnavailable",
    message: 'there is no server "another" here',
  });
});
