import { afterEach, describe, expect, it, vi } from "vitest";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import { creditWindow } from "../link/protocol.ts";
import { ask, createSource, ok, readRequest, settle, textOf } from "../testing/exchanges.ts";
import { Browser, type Tab } from "../testing/fake-browser.ts";

const name = "v1alpha1.wardle.example.com";
const path = "/apis/wardle.example.com/v1alpha1";
let browser = new Browser();
afterEach(() => {
  for (const { leadership } of browser.tabs) leadership.close();
  browser = new Browser();
});

async function openTab(): Promise<Tab> {
  const tab = browser.open();
  await settle();
  return tab;
}

const register = (tab: Tab, handle: Handle): Promise<() => Promise<void>> =>
  tab.functions.registerApiServer(name, handle, { createsObjects: false });

/** Calls what answers for the APIService on the leading worker's server, which lives in the first tab that is open. */
function call(leader: Tab, more: Partial<Exchange> = {}): ReturnType<Handle> {
  const handle = leader.worker?.functions.apiServers.get(name);
  return handle === undefined ? Promise.reject(new Error("nobody")) : handle(ask(path, more));
}

const said = (answer: ReturnType<Handle>): Promise<string> =>
  answer.then(
    ({ body }) => textOf(body),
    (error: unknown) => (error instanceof Error ? `failed: ${error.message}` : ""),
  );

const saying =
  (word: string): Handle =>
  () =>
    Promise.resolve(ok(word));

/** A function that answers never, and says when it was told to stop. */
function waiting() {
  const signals: AbortSignal[] = [];
  const handle: Handle = ({ signal }) => (signals.push(signal), new Promise(() => undefined));
  return { handle, stopped: () => signals.map(({ aborted }) => aborted) };
}

describe.each([
  ["its own page's worker", () => Promise.resolve()],
  ["the worker of another tab", async () => void (await openTab())],
])("a function of a page that is an API server, asked by %s", (_, before) => {
  it("gets the request as it is, by a front proxy, and streams its body", async () => {
    await before();
    const tab = await openTab();
    const seen: Exchange[] = [];
    await register(tab, async (exchange) => {
      seen.push(exchange);
      return { status: 201, headers: [["X-Kind", "Flunder"]], body: String(await readRequest(exchange.body)) };
    });
    const headers = new Headers({ "X-Remote-User": "ann" });
    let left = 10;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(100_000)) : controller.close()),
    });
    const answer = await call(browser.tabs[0] ?? tab, { method: "POST", headers, body });
    expect(answer).toEqual({ status: 201, headers: [["X-Kind", "Flunder"]], body: "1000000" });
    expect(seen[0]).toMatchObject({ method: "POST", target: path, viaFrontProxy: true });
    expect(seen[0]?.headers.get("X-Remote-User")).toBe("ann");
  });

  it("waits with a watch while nobody reads it, goes on when someone does, and is told when they leave", async () => {
    await before();
    const tab = await openTab();
    const { seen, body } = createSource("x".repeat(10_000), 200);
    await register(tab, () => Promise.resolve(ok(body)));
    const answer = await call(browser.tabs[0] ?? tab);
    await settle();
    expect(seen.produced).toBeGreaterThan(10);
    expect(seen.produced * 10_000).toBeLessThan(creditWindow + 20_000);
    const reader = (answer.body as AsyncIterable<string>)[Symbol.asyncIterator]();
    const before30 = seen.produced;
    for (let i = 0; i < 60; i++) await reader.next();
    await settle();
    expect(seen.produced).toBeGreaterThan(before30 + 10);
    expect((seen.produced - 60) * 10_000).toBeLessThan(creditWindow + 20_000);
    expect(seen.returned).toBe(false);
    await reader.return?.();
    await settle();
    expect(seen.returned).toBe(true);
  });

  it("learns that the client has left", async () => {
    await before();
    const tab = await openTab();
    const { handle, stopped } = waiting();
    await register(tab, handle);
    const leaving = new AbortController();
    const left = said(call(browser.tabs[0] ?? tab, { signal: leaving.signal }));
    await vi.waitFor(() => expect(stopped()).toEqual([false]));
    leaving.abort();
    await vi.waitFor(() => expect(stopped()).toEqual([true]));
    await left;
  });

  it("fails with what it throws", async () => {
    await before();
    const tab = await openTab();
    await register(tab, () => Promise.reject(new Error("no storage")));
    expect(await said(call(browser.tabs[0] ?? tab))).toBe("failed: no storage");
  });

  it("is broken off when it is taken away, with its watches, and nobody answers then", async () => {
    await before();
    const tab = await openTab();
    const leader = browser.tabs[0] ?? tab;
    const { handle, stopped } = waiting();
    const watched = (async function* () {
      yield "first\n";
      await new Promise(() => undefined);
    })();
    let asked = 0;
    const takeAway = await register(tab, (exchange) =>
      asked++ === 0 ? Promise.resolve(ok(watched)) : handle(exchange),
    );
    const watch = await call(leader);
    const hanging = said(call(leader));
    await settle();
    await takeAway();
    expect(await hanging).toBe("failed: the function was taken away");
    expect(await textOf(watch.body)).toBe("first\n");
    expect(stopped()).toEqual([true]);
    expect(await said(call(leader))).toBe("failed: nobody");
  });
});

describe("of several tabs", () => {
  it("the last one answers, and the one before when it is gone; each time the server is told", async () => {
    const [leader, follower] = [await openTab(), await openTab()];
    const told: string[] = [];
    if (leader.worker !== undefined) leader.worker.functions.apiServerChanged = (changed) => void told.push(changed);
    await register(leader, saying("leader"));
    await register(follower, saying("follower"));
    expect(new Set(told)).toEqual(new Set([name]));
    told.length = 0;
    expect(await said(call(leader))).toBe("follower");
    expect(await leader.functions.apiServers()).toEqual([{ name, own: false }]);
    expect(await follower.functions.apiServers()).toEqual([{ name, own: true }]);
    await register(follower, waiting().handle);
    const hanging = said(call(leader));
    await settle();
    follower.leadership.close();
    await settle();
    expect(await hanging).toBe("failed: the tab of the function was closed");
    expect(await said(call(leader))).toBe("leader");
    expect(await leader.functions.apiServers()).toEqual([{ name, own: true }]);
    expect(told).toContain(name);
  });

  it("the one that stays answers for the next server, when the one that led is gone", async () => {
    const [leader, follower] = [await openTab(), await openTab()];
    const { handle, stopped } = waiting();
    let asked = 0;
    await register(follower, (exchange) => (asked++ === 0 ? handle(exchange) : Promise.resolve(ok("stays"))));
    void said(call(leader));
    await settle();
    leader.leadership.close();
    await browser.clock.pass(3000);
    expect(stopped()).toEqual([true]);
    expect(await said(call(follower))).toBe("stays");
  });
});

it("a function that is registered anew ends what the one before it is doing", async () => {
  const tab = await openTab();
  const { handle, stopped } = waiting();
  const takeAwayFirst = await register(tab, handle);
  const hanging = said(call(tab));
  await settle();
  await register(tab, saying("second"));
  expect(await hanging).toBe("failed: another function was registered in its place");
  expect(stopped()).toEqual([true]);
  await takeAwayFirst();
  expect(await said(call(tab))).toBe("second");
});
