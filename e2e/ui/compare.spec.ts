import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, goTo, openApp, rowWith, runCommand } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const isReady = (page: Page) => expect(page.locator(".kp-state")).toContainText("revision");
const table = "Objects that differ";
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });

async function change(page: Page, name: string, data: Readonly<Record<string, string>>): Promise<number> {
  const { status, text } = await ask(page, "PATCH", `${configMaps}/${name}`, { data }, "application/merge-patch+json");
  expect(status, text).toBe(200);
  return Number(JSON.parse(text).metadata.resourceVersion);
}

const dataOf = async (page: Page, name: string): Promise<unknown> =>
  JSON.parse((await ask(page, "GET", `${configMaps}/${name}`)).text).data;

/** Makes a world that goes on from a revision of the one that is open, and waits until it is shown. */
async function fork(page: Page, revision: number, name: string): Promise<void> {
  await page.goto(`/?controllers=&revision=${revision}#/objects`);
  await page.getByRole("button", { name: "Go on from here…" }).click();
  const dialog = page.getByRole("dialog", { name: `Go on from revision ${revision}` });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Go on", exact: true }).click();
  await expect(page.getByRole("button", { name: `World: ${name}` })).toBeVisible();
  await isReady(page);
}

/** Makes a world and a fork of it, changes both, and opens the first one again. */
async function forkAndChange(page: Page): Promise<void> {
  await openApp(page);
  await createConfigMap(page, "shared", { ours: "then", theirs: "then", same: "then" });
  await createConfigMap(page, "gone", {});
  const then = await change(page, "shared", { again: "then" });
  await fork(page, then, "Trial");
  await change(page, "shared", { ours: "trial", theirs: "trial", same: "trial" });
  await createConfigMap(page, "made", { in: "trial" });
  expect((await ask(page, "DELETE", `${configMaps}/gone`)).status).toBe(200);
  await page.goto("/?controllers=#/watches");
  await isReady(page);
  await change(page, "shared", { ours: "mine", theirs: "mine" });
  await createConfigMap(page, "mine-only", {});
}

test.use({ ownContext: true });

test("a fork is compared with its world, and merged back with a conflict resolved each way", async ({ page }) => {
  await forkAndChange(page);
  await runCommand(page, "Compare worlds");
  await page.getByRole("combobox", { name: "The other world" }).selectOption({ label: "Trial" });
  await expect(page.locator(".kp-compare-counts")).toHaveText(
    "1 object differs, 2 are only in My world, 1 is only in Trial.",
  );
  await tab(page, /^Different/).click();
  await rowWith(page, table, "shared").click();
  const details = page.getByRole("region", { name: "ConfigMap default/shared" });
  const field = details.getByRole("listitem").filter({ hasText: ".data.ours" });
  await expect(field).toContainText('My world"mine"');
  await expect(field).toContainText('Trial"trial"');
  await expect(field.locator("time")).toHaveCount(2);
  await expect(details.getByRole("listitem")).toHaveCount(3);

  await page.getByRole("button", { name: "Merge into this world…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge Trial into My world" });
  await expect(dialog).toContainText("2 conflicts");
  await expect(dialog).toContainText("Both were the same until revision");
  await dialog.getByRole("group", { name: ".data.theirs" }).getByRole("radio", { name: "Take Trial" }).check();
  await expect(dialog.getByRole("group", { name: ".data.ours" })).toContainText("unknown at");
  await expect(dialog.getByRole("checkbox")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Merge 3 objects" }).click();
  await expect(dialog).toContainText("3 objects merged into My world.");
  await page.setViewportSize({ width: 390, height: 844 }); // draws the view anew
  await expect(dialog).toContainText("The way back: before the merge My world was at revision");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await dataOf(page, "shared")).toEqual({ ours: "mine", theirs: "trial", same: "trial", again: "then" });
  expect(await dataOf(page, "made")).toEqual({ in: "trial" });
  expect((await ask(page, "GET", `${configMaps}/gone`)).status).toBe(404);
  await expect(page.locator(".kp-compare-counts")).toHaveText(
    "1 object differs, 1 is only in My world, none is only in Trial.",
  );
});

test("a comparison is repeated for another user, and the past offers no merge", async ({ page }) => {
  await forkAndChange(page);
  await goTo(page, "#/server?tab=worlds");
  await page.getByRole("link", { name: "Compare with Trial" }).click();
  await expect(page.locator(".kp-compare-counts")).toContainText("2 are only in My world");
  const address = new URL(page.url()).hash;
  const { text } = await ask(page, "GET", `${configMaps}?limit=1`);
  const revision: unknown = JSON.parse(text).metadata.resourceVersion;
  await goTo(page, "#/identity");
  await page.getByLabel("User", { exact: true }).fill("jane");
  await page.getByRole("button", { name: "Act as jane" }).click();
  await goTo(page, address);
  await expect(page.locator(".kp-compare-counts")).toContainText("none is only in My world");
  await page.goto(`/?controllers=&revision=${String(revision)}${address}?merge=1`);
  await expect(page.locator(".kp-compare-counts")).toContainText("2 are only in My world");
  await expect(page.getByRole("region", { name: "Past revision" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: /^Merge/ })).toHaveCount(0);
});

test("worlds are compared from their list, by keys, in both themes and on a phone", async ({ page }) => {
  await forkAndChange(page);
  await goTo(page, "#/server?tab=worlds");
  await page.getByRole("link", { name: "Compare with Trial" }).click();
  await expect(page.locator(".kp-compare-counts")).toContainText("1 object differs");
  await expect(page.getByText("is damaged")).toHaveCount(0);
  const list = page.getByRole("group", { name: `${table}: arrow keys move` });
  await list.focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("region", { name: "ConfigMap default/shared" })).toBeVisible();
  for (const theme of ["light", "dark"] as const) {
    await changeTheme(page, theme);
    expect(await axeProblems(page, "all")).toEqual([]);
  }
  await page.getByRole("combobox", { name: "Kind" }).selectOption("ConfigMap");
  await page.getByRole("textbox", { name: "Find by name or field" }).fill(".data.theirs");
  await expect(page.locator(".kp-compare-counts")).toContainText("none is only in Trial");
  const address = page.url();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.getByRole("region", { name: "ConfigMap default/shared" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Close what differs" }).click();
  await page.getByRole("button", { name: "Merge into this world…" }).click();
  await expect(page.getByRole("dialog", { name: /^Merge/ })).toContainText("2 conflicts");
  expect(await axeProblems(page, "all")).toEqual([]);
});
