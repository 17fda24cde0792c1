import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, openApp } from "./open-page.ts";

const next = (page: Page) => page.getByRole("button", { name: /^Next: / });

/** Makes moves of the story, each when the one before is made. */
async function makeMoves(page: Page, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const words = await next(page).innerText();
    await next(page).click();
    await expect(next(page)).not.toHaveText(words);
  }
  await expect(page.getByRole("button", { name: "Relist" })).toBeEnabled();
}

const unknown = (page: Page) => page.getByRole("group", { name: "What the informer does not know" });
const store = (page: Page) => page.getByRole("list", { name: "ConfigMaps of the informer" }).getByRole("listitem");
const steps = (page: Page) => page.getByRole("list", { name: "Steps of the informer" }).getByRole("listitem");
const fact = (page: Page) => page.getByRole("region", { name: "Informer" }).locator("dd").nth(1);

test("an informer loses an event by a wrong resume, and is mended", async ({ page }) => {
  await openApp(page, "#/watches");
  await page.getByRole("link", { name: "Watch lab" }).click();
  await makeMoves(page, 5);
  await expect(
    unknown(page).getByText(/ConfigMap b was deleted at revision \d+\. It is still to be told\./),
  ).toBeVisible();
  await makeMoves(page, 1);
  await expect(
    unknown(page).getByText(
      /The informer does not know that ConfigMap b was deleted at revision \d+\. No watch will tell it\./,
    ),
  ).toBeVisible();
  await expect(unknown(page).getByText(/ConfigMap c was created at revision \d+\. No watch/)).toBeVisible();
  await expect(page.getByRole("row", { name: /b deleted never told/ })).toBeVisible();
  await expect(store(page)).toHaveText([/^a/, /^b/]);
  await makeMoves(page, 2);
  await expect(unknown(page)).toHaveText("The informer knows what the server has.");
  await expect(store(page)).toHaveText([/^a/, /^c/]);
  await makeMoves(page, 2);
  await expect(store(page)).toHaveText([/^a/]);
  await expect(unknown(page)).toHaveText("The informer knows what the server has.");
  await expect(page.getByRole("row", { name: /c deleted told/ })).toBeVisible();
  // the lab has a world of its own
  expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/a")).status).toBe(404);
});

test("a compacted revision is answered with 410, and the informer relists", async ({ page }) => {
  await openApp(page, "#/watches/lab?preset=relist");
  await makeMoves(page, 7);
  await expect(steps(page).filter({ hasText: "410 Expired: too old resource version" })).toHaveCount(1);
  await expect(fact(page)).toHaveText(/^2, /);
  await expect(store(page)).toHaveText([/^a/, /^c/]);
  await expect(unknown(page)).toHaveText("The informer knows what the server has.");
});

test("a reader that does not read is ended by the server, and loses nothing", async ({ page }) => {
  await openApp(page, "#/watches/lab?preset=slow-reader");
  await makeMoves(page, 4);
  await expect(page.getByText(/^The server has ended this watch/)).toBeVisible();
  await expect(unknown(page).getByText(/ConfigMap a was deleted/)).toBeVisible();
  await makeMoves(page, 1);
  await expect(store(page)).toHaveText([/^b/, /^large/]);
  await expect(unknown(page)).toHaveText("The informer knows what the server has.");
  await expect(fact(page)).toHaveText(/^1, 2, /);
});

test("a bookmark saves a relist, and without bookmarks the informer relists", async ({ page }) => {
  await openApp(page, "#/watches/lab?preset=bookmark");
  await makeMoves(page, 7);
  await expect(fact(page)).toHaveText(/^1, \d+, [1-9]/);
  await page.getByRole("checkbox", { name: "Bookmarks" }).click();
  await page.getByRole("button", { name: "Begin anew" }).click();
  await expect(page.getByRole("checkbox", { name: "Bookmarks" })).not.toBeChecked();
  await makeMoves(page, 7);
  await expect(fact(page)).toHaveText(/^2, \d+, 0/);
});

test("a list is streamed, and changes come over the same watch", async ({ page }) => {
  await openApp(page, "#/watches/lab?preset=streaming-list");
  await makeMoves(page, 3);
  await expect(steps(page).filter({ hasText: "BOOKMARK with k8s.io/initial-events-end" })).toHaveCount(1);
  await expect(steps(page).first()).toContainText("MODIFIED default/a");
  await expect(fact(page)).toHaveText("1, 1, 1");
});

test.describe("in an embed", () => {
  test.use({ ownContext: true });

  test("the lab can be embedded, with its own world", async ({ page }) => {
    await page.goto("/?embed=watch#/watches/lab?preset=right-resume");
    await makeMoves(page, 6);
    await expect(store(page)).toHaveText([/^a/, /^c/]);
    await expect(page.getByRole("link", { name: "Watches" })).toHaveCount(0);
  });
});

test("the lab is worked by the keyboard, fits a phone, and has no problem that axe finds", async ({ page }) => {
  await openApp(page, "#/watches/lab?preset=no-revision");
  await next(page).focus();
  for (let made = 1; made <= 6; made++) {
    await expect(next(page)).toBeEnabled();
    await next(page).press("Enter");
    await expect(page.locator(".kp-lab-moves li[data-done]")).toHaveCount(made);
  }
  await expect(
    unknown(page).getByText(/ConfigMap b was deleted at revision \d+\. No watch will tell it\./),
  ).toBeVisible();
  expect(await axeProblems(page, "all")).toEqual([]);
  await changeTheme(page, "dark");
  expect(await axeProblems(page, "colours")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(page.getByRole("region", { name: "Steps" })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const lab = page.getByRole("region", { name: "The lab" });
  expect(await lab.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test("the lab begins with a fork of the page's world, which stays as it is", async ({ page }) => {
  await openApp(page, "#/watches/lab");
  for (const name of ["c", "own"]) await createConfigMap(page, name, { from: "this world" });
  await page.getByRole("checkbox", { name: "In a copy of this world" }).press("Space");
  await expect(page).toHaveURL(/world=copy/);
  await makeMoves(page, 1);
  await expect(store(page)).toHaveText([/^a/, /^b/, /^own/]);
  await makeMoves(page, 5);
  await expect(unknown(page).getByText(/does not know that ConfigMap b was deleted/)).toBeVisible();
  expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/a")).status).toBe(404);
  const kept = await ask(page, "GET", "/api/v1/namespaces/default/configmaps/c");
  expect(kept.text).toContain("this world");
});
