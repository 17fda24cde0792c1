import { expect, test, type Page } from "@playwright/test";
import { asking } from "../browsers/ask.ts";
import { awaitWelcome, crashing, meet, mostClicks, situations } from "../browsers/situations.ts";
import { Surface } from "../browsers/surface.ts";
import { ask, goTo, openApp, rowWith } from "./open-page.ts";
import { tabOf } from "./page-tab.ts";

/** The page of a new visitor, in which all that is wrong comes about. */
let page: Page;
let surface: Surface;

test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage({ ...(baseURL !== undefined && { baseURL }), viewport: { width: 1440, height: 900 } });
  await openApp(page, "", "living");
  surface = new Surface(tabOf(page));
  await awaitWelcome(surface);
});
test.afterAll(() => page.close());

for (const situation of situations)
  test(`${situation.title}, after at most ${mostClicks} clicks from the welcome`, async () => {
    expect(await meet(surface, situation)).toBeLessThanOrEqual(mostClicks);
  });

test("lists tell what was mended", async () => {
  await goTo(page, "#/objects/core/v1/pods");
  await expect(rowWith(page, "Pod", "huge")).toContainText("Running");
  await goTo(page, "#/objects/apps/v1/deployments");
  await expect(rowWith(page, "Deployment", "shop")).toContainText("2/2");
  await expect(rowWith(page, "Deployment", "api")).toContainText("1/1");
});

/** Presses a key until the focus is where it is wanted. */
async function pressUntil(key: string, isThere: () => boolean): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await page.evaluate(isThere)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

test("a pod that crashes is found and mended without a pointer", async () => {
  await crashing.arise(asking(surface), "keys");
  await goTo(page, "#/world");
  await expect(page.getByRole("region", { name: "Welcome" })).toBeVisible();
  await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
  await pressUntil("Tab", () => document.activeElement?.getAttribute("role") === "tree");
  const pod = page.getByRole("treeitem", { name: /^Pod ?keys/ });
  await expect(pod).toBeVisible();
  for (let step = 0; step < 10 && (await pod.getAttribute("aria-selected")) !== "true"; step += 1)
    await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  const state = page.getByRole("region", { name: "State" });
  for (const text of crashing.cause) await expect(state).toContainText(text);
  await pressUntil("Tab", () => document.activeElement?.textContent === "Stop faults…");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Stop the faults of keys/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop the faults of keys/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(state).toContainText(crashing.mended);
  expect((await ask(page, "GET", "/api/v1/namespaces/default/pods/keys")).text).not.toContain("exit-code");
});
