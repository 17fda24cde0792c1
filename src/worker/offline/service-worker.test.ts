import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PrecacheList } from "./precache.ts";
import { cacheName, isOldCache, pathOf } from "./precache.ts";
import { runServiceWorker } from "./service-worker.ts";
import type { ServiceWorkerScope } from "./service-worker-scope.ts";

const home = "https://example.org/pad/";
const integrityOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** The parts of the Cache API that a precache needs. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  match(url: URL): Promise<Response | undefined> {
    return Promise.resolve(this.entries.get(url.href)?.clone());
  }
  async put(url: URL, response: Response): Promise<void> {
    const body = await response.arrayBuffer();
    this.entries.set(url.href, new Response(body, { headers: response.headers }));
  }
}

class FakeCaches {
  readonly byName = new Map<string, FakeCache>();
  open(name: string): Promise<FakeCache> {
    const cache = this.byName.get(name) ?? new FakeCache();
    this.byName.set(name, cache);
    return Promise.resolve(cache);
  }
  async match(url: URL): Promise<Response | undefined> {
    for (const cache of this.byName.values()) {
      const found = await cache.match(url);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  keys(): Promise<string[]> {
    return Promise.resolve([...this.byName.keys()]);
  }
  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.byName.delete(name));
  }
}

/** A site whose files can change, and the caches that outlive its service workers. */
class Site {
  readonly files = new Map<string, string>();
  readonly caches = new FakeCaches();
  readonly fetched: string[] = [];
  readonly messages: unknown[] = [];

  list(version: string): PrecacheList {
    return { version, files: [...this.files].map(([path, text]) => ({ path, integrity: integrityOf(text) })) };
  }

  /** Fetches as browsers do: content that does not match its integrity is a network error. */
  async fetch(request: Request): Promise<Response> {
    const path = request.url.slice(home.length) || "index.html";
    this.fetched.push(path);
    const text = this.files.get(path);
    if (text === undefined) return new Response("not found", { status: 404 });
    if (request.integrity !== "" && request.integrity !== integrityOf(text)) throw new TypeError("Failed to fetch");
    return new Response(text);
  }
}

type Listener = (event: Record<string, unknown>) => void;

class FakeServiceWorker {
  readonly #listeners = new Map<string, Listener>();
  skipped = false;

  constructor(site: Site, list: PrecacheList) {
    const scope = {
      registration: { scope: home },
      caches: site.caches,
      clients: {
        claim: () => Promise.resolve(),
        matchAll: () => Promise.resolve([{ postMessage: (message: unknown) => site.messages.push(message) }]),
      },
      fetch: (request: Request) => site.fetch(request),
      skipWaiting: () => Promise.resolve(void (this.skipped = true)),
      addEventListener: (type: string, listener: Listener) => void this.#listeners.set(type, listener),
    };
    runServiceWorker(scope as unknown as ServiceWorkerScope, list);
  }

  async dispatch(type: "install" | "activate" | "message", data?: unknown): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    this.#listeners.get(type)?.({ data, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  }

  /** The answer's text, or undefined where the request is left to the network. */
  async ask(path: string, init: RequestInit = {}): Promise<string | undefined> {
    let answer: Promise<Response> | undefined;
    this.#listeners.get("fetch")?.({
      request: new Request(new URL(path, home), init),
      respondWith: (response: Promise<Response>) => (answer = response),
    });
    return (await answer)?.text();
  }
}

function createSite(): Site {
  const site = new Site();
  site.files.set("index.html", "<html>one");
  site.files.set("assets/a-1.js", "a");
  site.files.set("assets/b-1.js", "b");
  return site;
}

async function install(site: Site, version: string): Promise<FakeServiceWorker> {
  const worker = new FakeServiceWorker(site, site.list(version));
  await worker.dispatch("install");
  return worker;
}

describe("the service worker", () => {
  it("answers every built file without the network, the page under its folder too", async () => {
    const site = createSite();
    const worker = await install(site, "one");
    await worker.dispatch("activate");
    site.files.clear();
    expect(
      await Promise.all(
        ["", "index.html", "?x=1#/objects", "assets/a-1.js", "assets/b-1.js"].map((path) => worker.ask(path)),
      ),
    ).toEqual(["<html>one", "<html>one", "<html>one", "a", "b"]);
  });

  it("leaves everything else alone: the API, other folders, other methods", async () => {
    const worker = await install(createSite(), "one");
    const others = [
      "api/v1/namespaces",
      "/api/v1/namespaces",
      "/pad",
      "https://elsewhere.org/pad/index.html",
      "assets/none.js",
    ];
    expect(await Promise.all(others.map((path) => worker.ask(path)))).toEqual(others.map(() => undefined));
    expect(await worker.ask("index.html", { method: "POST" })).toBeUndefined();
  });

  it("goes to the network for a file that the browser has dropped", async () => {
    const site = createSite();
    const worker = await install(site, "one");
    site.caches.byName.clear();
    expect(await worker.ask("assets/a-1.js")).toBe("a");
  });

  it("tells its pages how far it has come", async () => {
    const site = createSite();
    await install(site, "one");
    expect(site.messages.at(-1)).toEqual({ kind: "progress", done: 3, total: 3 });
  });

  it("takes files that did not change from the version before", async () => {
    const site = createSite();
    await install(site, "one");
    site.fetched.length = 0;
    site.files.set("index.html", "<html>two");
    site.files.set("assets/b-2.js", "b2");
    const next = await install(site, "two");
    expect(site.fetched.sort()).toEqual(["assets/b-2.js", "index.html"]);
    expect(await next.ask("")).toBe("<html>two");
  });

  it("keeps the old version as it was until the new one is activated, and removes it then", async () => {
    const site = createSite();
    const old = await install(site, "one");
    site.files.set("index.html", "<html>two");
    const next = await install(site, "two");
    expect(await old.ask("")).toBe("<html>one");
    site.caches.byName.set("somebody else's", new FakeCache());
    await next.dispatch("activate");
    expect([...site.caches.byName.keys()]).toEqual([cacheName(home, "two"), "somebody else's"]);
  });

  it("is not installed when a file is missing or not the one that was built", async () => {
    const site = createSite();
    const list = site.list("one");
    site.files.set("assets/a-1.js", "changed meanwhile");
    await expect(new FakeServiceWorker(site, list).dispatch("install")).rejects.toThrow("Failed to fetch");
    site.files.delete("assets/a-1.js");
    await expect(new FakeServiceWorker(site, list).dispatch("install")).rejects.toThrow(
      "cannot be kept for offline use: 404",
    );
  });

  it("waits for the old version's tabs unless it is told to activate", async () => {
    const worker = await install(createSite(), "two");
    expect(worker.skipped).toBe(false);
    await worker.dispatch("message", { kind: "something else" });
    expect(worker.skipped).toBe(false);
    await worker.dispatch("message", { kind: "activate" });
    expect(worker.skipped).toBe(true);
  });
});

describe("names and paths", () => {
  it("tell caches of other folders apart", () => {
    expect(isOldCache(cacheName(home, "one"), home, "two")).toBe(true);
    expect(isOldCache(cacheName(home, "two"), home, "two")).toBe(false);
    expect(isOldCache(cacheName(`${home}embed/`, "one"), home, "two")).toBe(false);
  });

  it.each([
    [home, "index.html"],
    [`${home}?query#hash`, "index.html"],
    [`${home}assets/x.js?v=1`, "assets/x.js"],
    ["https://example.org/padded/", undefined],
  ])("%s is %s", (url, path) => {
    expect(pathOf(url, home)).toBe(path);
  });
});
