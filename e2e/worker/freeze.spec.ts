import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { launchChromium } from "./chromium-process.ts";
import type { ChromiumProcess } from "./chromium-process.ts";
import { create, expectRole, namesOf, openTab, stateOf } from "./pad.ts";
import { test } from "./temporary-folder.ts";

let browser: ChromiumProcess;

test.beforeEach(async ({ temporaryFolder }) => {
  browser = await launchChromium(temporaryFolder);
});

test.afterEach(() => browser.kill());

/** Freezes a tab with its worker, or wakes it. Only hidden tabs can be frozen. */
async function setLifecycle(page: Page, state: "frozen" | "active"): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state });
  await session.detach();
}

const restMs = 1500;

/**
 * Waits until nothing has been written for a moment: the tab has no transaction under way then. Browsers do not freeze
 * one that has, since others wait for it; the command that freezes does, and the next leader would wait until the tab
 * wakes.
 */
async function rest(page: Page): Promise<void> {
  const revision = (): Promise<number> => page.evaluate(async () => (await window.kubepad.inspect.stats()).revision);
  for (let before = -1, now = await revision(); now !== before; now = await revision()) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

test("the server survives the freezing of the tab that leads, which follows when it wakes", async ({ baseURL }) => {
  const first = await openTab(browser.context, baseURL);
  const second = await openTab(browser.context, baseURL);
  await Promise.all([expectRole(first, "leader"), expectRole(second, "follower")]);
  await create(first, "before");
  await second.bringToFront();
  await first.waitForFunction(() => document.visibilityState === "hidden");
  await rest(first);
  await setLifecycle(first, "frozen");
  const late = create(second, "asked-of-the-frozen-one");
  await expectRole(second, "leader");
  expect((await late).status).toBe(503);
  const { revision } = await create(second, "during");
  await setLifecycle(first, "active");
  await expectRole(first, "follower");
  expect(await namesOf(first)).toEqual(["before", "during"]);
  const after = await create(first, "after");
  expect([after.status, after.revision > revision]).toEqual([201, true]);
  await expectRole(second, "leader");
  expect((await stateOf(first)).leaderId).toBe((await stateOf(second)).leaderId);
});

test("a frozen follower does not take the server away when it wakes", async ({ baseURL }) => {
  const first = await openTab(browser.context, baseURL);
  const second = await openTab(browser.context, baseURL);
  await first.bringToFront();
  await second.waitForFunction(() => document.visibilityState === "hidden");
  const { leaderId } = await stateOf(first);
  await setLifecycle(second, "frozen");
  await new Promise((resolve) => setTimeout(resolve, 6000));
  await setLifecycle(second, "active");
  await create(first, "meanwhile");
  expect(await namesOf(second)).toEqual(["meanwhile"]);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  await expectRole(first, "leader");
  expect((await stateOf(second)).leaderId).toBe(leaderId);
});
