import { afterEach, describe, expect, it } from "vitest";
import type { Answer } from "../../component-base/exchange.ts";
import { isStream } from "../../component-base/exchange.ts";
import { tabsChannel } from "./tab-channel.ts";
import { Browser } from "../testing/fake-browser.ts";
import type { Tab } from "../testing/fake-browser.ts";
import { settle } from "../testing/manual-clock.ts";

let browser = new Browser();
afterEach(() => {
  for (const { leadership } of browser.tabs) leadership.close();
  browser = new Browser();
});

async function openTabs(count: number): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (let i = 0; i < count; i++) {
    tabs.push(browser.open());
    await settle();
  }
  return tabs;
}

const at = (tabs: readonly Tab[], index: number): Tab => {
  const tab = tabs[index];
  if (tab === undefined) throw new Error(`no tab ${index}`);
  return tab;
};

async function readAll(answer: Answer): Promise<string> {
  let text = "";
  if (isStream(answer.body)) for await (const chunk of answer.body) text += String(chunk);
  return text;
}

describe("the first tab", () => {
  it("leads and answers", async () => {
    const [first] = await openTabs(1);
    expect(first?.leadership.state.get()).toEqual({
      role: "leader",
      leaderId: first?.worker?.leaderId,
      epoch: 1,
      persistent: true,
    });
    expect((await first?.ask("/"))?.body).toBe(first?.worker?.leaderId);
  });

  it("answers requests that were made before it was ready", async () => {
    const first = browser.open();
    const answer = await first.ask("/");
    expect(answer.body).toBe(first.worker?.leaderId);
  });

  it("is alone, with a reason, where nothing can be stored, and so is the next", async () => {
    browser.startsWith = "memory";
    const tabs = await openTabs(2);
    expect(tabs.map(({ leadership }) => leadership.state.get())).toMatchObject([
      { role: "alone", persistent: false, reason: "There is no IndexedDB here." },
      { role: "alone", persistent: false },
    ]);
    expect((await at(tabs, 1).ask("/")).body).toBe(at(tabs, 1).worker?.leaderId);
  });

  it("is alone in memory, and says why, where the browser denies locks", async () => {
    browser.locks.denied = true;
    for (const tab of await openTabs(2)) {
      expect(tab.leadership.state.get()).toEqual({
        role: "alone",
        leaderId: tab.worker?.leaderId,
        epoch: undefined,
        persistent: false,
        reason: expect.stringContaining("denies the locks"),
      });
      expect((await tab.ask("/")).body).toBe(tab.worker?.leaderId);
    }
  });

  it("answers 503 with the reason where the server cannot start", async () => {
    browser.startsWith = "failure";
    const tabs = await openTabs(1);
    const answer = await at(tabs, 0).ask("/");
    expect([answer.status, String(answer.body)]).toEqual([503, expect.stringContaining("written by a newer version")]);
    expect(at(tabs, 0).leadership.state.get()).toMatchObject({
      role: "starting",
      reason: "The data was written by a newer version.",
    });
  });

  it("tells of the later epoch of a server that was started anew in the same worker", async () => {
    const first = at(await openTabs(1), 0);
    const { leaderId } = first.leadership.state.get();
    first.events?.restarted({ epoch: 9, persistent: true, shared: true, reason: undefined });
    expect(first.leadership.state.get()).toEqual({
      role: "leader",
      leaderId,
      epoch: 9,
      persistent: true,
      reason: undefined,
    });
    expect([first.workers.length, (await first.ask("/")).body]).toEqual([1, leaderId]);
  });

  it("keeps the lead while its worker's scripts load, however long that takes", async () => {
    browser.startsWith = "late";
    const tabs = await openTabs(2);
    await browser.clock.pass(20_000);
    expect(tabs.map(({ role, workers }) => [role, workers.length])).toEqual([
      ["starting", 1],
      ["follower", 0],
    ]);
    at(tabs, 0).load();
    await settle();
    expect(tabs.map(({ role }) => role)).toEqual(["leader", "follower"]);
    expect((await at(tabs, 1).ask("/")).body).toBe(at(tabs, 0).worker?.leaderId);
  });

  it("starts another worker when its own ends", async () => {
    const tabs = await openTabs(1);
    const first = at(tabs, 0);
    const slow = first.ask("/slow");
    first.worker?.freeze();
    first.events?.died();
    await settle();
    expect((await slow).status).toBe(503);
    expect(first.workers.length).toBe(2);
    expect(first.leadership.state.get()).toMatchObject({ role: "leader", epoch: 2 });
    expect((await first.ask("/")).body).toBe(first.workers[1]?.leaderId);
  });
});

describe("further tabs", () => {
  it("follow and are answered by the leader's worker", async () => {
    const tabs = await openTabs(3);
    expect(tabs.map(({ role }) => role)).toEqual(["leader", "follower", "follower"]);
    const bodies = await Promise.all(tabs.map(async (tab) => (await tab.ask("/")).body));
    expect(new Set(bodies)).toEqual(new Set([at(tabs, 0).worker?.leaderId]));
    expect(at(tabs, 2).leadership.state.get()).toMatchObject({
      leaderId: at(tabs, 0).worker?.leaderId,
      epoch: 1,
      persistent: true,
    });
  });

  it("have their exchanges ended by the worker when they close", async () => {
    const tabs = await openTabs(2);
    await at(tabs, 1).ask("/watch");
    await at(tabs, 1).inspect.subscribe(() => undefined);
    expect(at(tabs, 0).worker?.subscriptions).toBe(1);
    at(tabs, 1).leadership.close();
    await settle();
    expect(at(tabs, 0).worker?.signals.at(-1)?.aborted).toBe(true);
    expect(at(tabs, 0).worker?.subscriptions).toBe(0);
  });

  it("take over at once when the leader closes; what was under way gets 503, watches end", async () => {
    const tabs = await openTabs(3);
    const [slow, watching] = [at(tabs, 1).ask("/slow"), readAll(await at(tabs, 2).ask("/watch"))];
    at(tabs, 0).leadership.close();
    await settle();
    expect(tabs.slice(1).map(({ role }) => role)).toEqual(["leader", "follower"]);
    expect((await slow).status).toBe(503);
    expect(await watching).toBe("first\n");
    expect((await at(tabs, 2).ask("/")).body).toBe(at(tabs, 1).worker?.leaderId);
  });

  it("let requests wait for the next leader", async () => {
    const tabs = await openTabs(2);
    at(tabs, 0).leadership.close();
    expect((await at(tabs, 1).ask("/")).status).toBeOneOf([200, 503]); // sent to the old link or to the new one
    await settle();
    expect((await at(tabs, 1).ask("/")).body).toBe(at(tabs, 1).worker?.leaderId);
  });
});

describe("a frozen leader", () => {
  it("is replaced by one tab after three missed beats, and follows when it wakes", async () => {
    const tabs = await openTabs(3);
    await browser.clock.pass(3000);
    const slow = at(tabs, 2).ask("/slow");
    at(tabs, 0).worker?.freeze();
    await browser.clock.pass(2500);
    expect(tabs.map(({ role }) => role)).toEqual(["leader", "follower", "follower"]);
    await browser.clock.pass(2500);
    expect(tabs.map(({ role }) => role)).toEqual(["follower", "leader", "follower"]);
    expect([at(tabs, 1).workers.length, at(tabs, 2).workers.length]).toEqual([1, 0]);
    expect((await slow).status).toBe(503);
    const bodies = await Promise.all(tabs.map(async (tab) => (await tab.ask("/")).body));
    expect(new Set(bodies)).toEqual(new Set([at(tabs, 1).worker?.leaderId]));
  });

  it("is not believed when it beats again with its old epoch", async () => {
    const tabs = await openTabs(2);
    at(tabs, 0).leadership.close();
    await settle();
    const third = browser.open();
    await settle();
    const stale = new BroadcastChannel(tabsChannel(browser.database));
    stale.postMessage({ kind: "beat", leaderId: "old", epoch: 1, persistent: true, reason: undefined });
    await settle();
    stale.close();
    expect(third.leadership.state.get()).toMatchObject({ leaderId: at(tabs, 1).worker?.leaderId, epoch: 2 });
    expect(at(tabs, 1).role).toBe("leader");
  });

  it("steps down when it hears of a later epoch", async () => {
    const tabs = await openTabs(1);
    const other = new BroadcastChannel(tabsChannel(browser.database));
    other.postMessage({ kind: "beat", leaderId: "next", epoch: 7, persistent: true, reason: undefined });
    await settle();
    other.close();
    expect(at(tabs, 0).workers[0]?.leaderId).not.toBe(at(tabs, 0).leadership.state.get().leaderId);
  });

  it("is not suspected by a tab that slept itself", async () => {
    const tabs = await openTabs(2);
    await browser.clock.sleep(60_000);
    await browser.clock.pass(5000);
    expect(tabs.map(({ role }) => role)).toEqual(["leader", "follower"]);
  });
});

describe("the inspector", () => {
  it("goes on with the next leader: reads are asked again, subscriptions resume, changes are refused", async () => {
    const tabs = await openTabs(2);
    const heard: string[] = [];
    const follower = at(tabs, 1);
    const unsubscribe = await follower.inspect.subscribe((traces) =>
      heard.push(...traces.map(({ requestId }) => requestId)),
    );
    const reset = follower.inspect.reset();
    reset.catch(() => undefined);
    await settle();
    at(tabs, 0).leadership.close();
    await settle();
    await expect(reset).rejects.toThrow("Another tab");
    expect(await follower.inspect.traceText(1)).toBe(follower.worker?.leaderId);
    expect(heard).toEqual([at(tabs, 0).workers[0]?.leaderId, follower.worker?.leaderId]);
    unsubscribe();
    await settle();
    expect(follower.worker?.subscriptions).toBe(0);
  });
});
