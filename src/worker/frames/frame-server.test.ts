import { afterEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import type { CreateServerFactory } from "../host/running-server.ts";
import { choicesOf } from "../host/server-choices.ts";
import { ask, statusOf, textOf } from "../testing/exchanges.ts";
import { factoryOf } from "../testing/factory-of.ts";
import { FakeLocks } from "../testing/fake-locks.ts";
import { FakeWorker } from "../testing/fake-worker.ts";
import { TabWorker } from "../tabs/tab-worker.ts";
import { FrameServer, type BringSeed, type FrameServerOptions } from "./frame-server.ts";
import { connectFrameWorker, type FrameScope } from "./frame-worker.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const clock = createSystemClock();
const random = createSystemRandom();

const createFactory: CreateServerFactory = (settings) => {
  const medium = createMemoryMedium();
  return factoryOf(settings, (chosen, { converters, admissionWebhooks }, keeps) => {
    const backend = createMemoryBackend(keeps ? medium : undefined);
    return createApiServer({ backend, clock, random, converters, admissionWebhooks, ...choicesOf(chosen) });
  });
};

/** Creates config maps that the server lacks, one after the other. */
const bring =
  (...objects: ReturnType<typeof configMap>[]): BringSeed =>
  async (handle) => {
    for (const object of objects) {
      const body = new TextEncoder().encode(JSON.stringify(object));
      const answer = await handle(ask(configMaps, { method: "POST", body }));
      if (answer.status >= 400 && answer.status !== 409) throw new Error((await statusOf(answer)).message);
    }
  };

/** Frames of one page, whose servers are real ones. Each frame is a window that sees the others. */
class FakePage {
  readonly workers: FakeWorker[] = [];
  readonly servers: FrameServer[] = [];
  readonly #windows: FrameScope[] = [];
  readonly #leaving = new Map<FrameServer, () => void>();
  #lastId = 0;

  async open(options: Partial<FrameServerOptions> = {}, kind = "ready"): Promise<FrameServer> {
    const leaving: ((event: { persisted: boolean }) => void)[] = [];
    const scope = {
      parent: this.#windows as unknown as FrameScope, // a list of windows stands for the page
      length: 0,
      addEventListener: (_type: "pagehide", listener: (typeof leaving)[number]) => void leaving.push(listener),
    };
    this.#windows.push(scope);
    const worker = new TabWorker({
      locks: undefined,
      createId: () => this.#id(),
      startWorker: () => connectFrameWorker({ scope, build: "build", startWorker: () => this.#startWorker() }),
    });
    const env = { worker, clock, createId: () => this.#id() };
    const server = new FrameServer(env, { seed: bring(), ...options });
    this.servers.push(server);
    this.#leaving.set(server, () => {
      server.close();
      for (const leave of leaving) leave({ persisted: false });
    });
    await until(server, kind);
    return server;
  }

  remove(server: FrameServer): void {
    this.#leaving.get(server)?.();
  }

  #id(): string {
    return `id-${(this.#lastId += 1)}`;
  }

  #startWorker(): FakeWorker {
    const worker = new FakeWorker(createFactory, new FakeLocks());
    this.workers.push(worker);
    return worker;
  }
}

/** Resolves when a server is in a state, after `restarts` restarts. */
const until = (server: FrameServer, kind: string, restarts = 0): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const state = server.state.get();
      if (state.kind !== kind || (state.kind === "ready" && state.restarts < restarts)) return;
      stop();
      resolve();
    };
    const stop = server.state.subscribe(look);
    look();
  });

let page = new FakePage();
afterEach(() => {
  for (const server of page.servers) page.remove(server);
  page = new FakePage();
});

async function create(server: FrameServer, name: string): Promise<number> {
  const body = new TextEncoder().encode(JSON.stringify(configMap(name)));
  return (await server.handle(ask(configMaps, { method: "POST", body }))).status;
}

async function namesIn(server: FrameServer): Promise<readonly string[]> {
  const { body } = await server.handle(ask(configMaps));
  const list: { items: { metadata: { name: string } }[] } = JSON.parse(await textOf(body));
  return list.items.map(({ metadata }) => metadata.name).filter((name) => name !== "kube-root-ca.crt");
}

describe("the servers of frames", () => {
  it("live in one worker, each with objects of its own", async () => {
    const [one, two] = [await page.open({ seed: bring(configMap("a")) }), await page.open()];
    expect(await create(two, "b")).toBe(201);
    expect([await namesIn(one), await namesIn(two)]).toEqual([["a"], ["b"]]);
    expect(page.workers).toHaveLength(1);
  });

  it("are one server for frames that name the same", async () => {
    const one = await page.open({ shared: "tour", seed: bring(configMap("a")) });
    const two = await page.open({ shared: "tour", seed: bring(configMap("a"), configMap("b")) });
    const three = await page.open({ shared: "another" });
    await create(two, "c");
    expect([await namesIn(one), await namesIn(two), await namesIn(three)]).toEqual([
      ["a", "b", "c"],
      ["a", "b", "c"],
      [],
    ]);
  });

  it("go on for the others when one frame closes, and end with the last", async () => {
    const [one, two] = [await page.open({ shared: "tour" }), await page.open({ shared: "tour" })];
    one.close();
    expect(await create(two, "a")).toBe(201);
    expect((await two.inspect.stats()).objects).toBeGreaterThan(0);
    two.close();
    const three = await page.open({ shared: "tour" });
    expect(await namesIn(three)).toEqual([]);
  });

  it("start again from their seed when the frame with the worker is removed, and say so", async () => {
    const owner = await page.open();
    const own = await page.open({ seed: bring(configMap("a")) });
    const [left, right] = [await page.open({ shared: "tour" }), await page.open({ shared: "tour" })];
    await create(own, "lost");
    page.remove(owner);
    await Promise.all([own, left, right].map((server) => until(server, "ready", 1)));
    expect(page.workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(await namesIn(own)).toEqual(["a"]);
    await create(left, "b");
    expect(await namesIn(right)).toEqual(["b"]);
  });

  it("keep requests waiting while they start again", async () => {
    const [owner, own] = [await page.open(), await page.open({ seed: bring(configMap("a")) })];
    page.remove(owner);
    expect((await own.handle(ask("/version"))).status).toBe(200);
    expect(page.workers).toHaveLength(2);
  });

  it("fail with the server's message when a seed is rejected", async () => {
    const seed = bring(configMap("No"));
    const server = await page.open({ seed }, "failed");
    expect(server.state.get()).toEqual({
      kind: "failed",
      reason: expect.stringContaining('ConfigMap "No" is invalid: metadata.name'),
    });
  });

  it("return to their seed on demand", async () => {
    const server = await page.open({ seed: bring(configMap("a")) });
    await create(server, "b");
    await server.reset();
    expect(await namesIn(server)).toEqual(["a"]);
  });
});
