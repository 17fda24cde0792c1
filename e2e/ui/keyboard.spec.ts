import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { openApp, rowWith, runCommand } from "./open-page.ts";

test("everything from the palette to the saved object works without a pointer", async ({ page }) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Search actions, kinds, objects")).toBeFocused();
  await page.keyboard.type("create configmap");
  await expect(page.getByRole("option", { name: /Create ConfigMap/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "New ConfigMap" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Dry run result" })).toContainText("metadata.uid");
  const create = page
    .getByRole("region", { name: "New ConfigMap" })
    .getByRole("button", { name: "Create", exact: true });
  await tabBackTo(page, () => create.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/configmaps\/default\/example$/);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Search actions, kinds, objects")).toBeFocused();
  await page.keyboard.type("example");
  await expect(page.getByRole("option", { name: /default\/example/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Search everything" })).toBeHidden();
});

test("lists move by arrow keys", async ({ page }) => {
  await openApp(page, "#/objects/core/v1/namespaces");
  const table = page.getByRole("group", { name: "Namespace: arrow keys move" });
  await expect(rowWith(page, "Namespace", "default")).toBeVisible();
  await table.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/namespaces\/-\/kube-node-lease/);
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/namespaces\/-\/kube-system/);
});

test("the first Tab leads past the bars, and the palette finds the help, the reset and each setting", async ({
  page,
}) => {
  const choose = async (typed: string, label: RegExp): Promise<void> => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(typed);
    await expect(page.getByRole("option", { name: label, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
  };
  await openApp(page, "#/world");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the view" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to the view" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL(/#\/world$/);
  await choose("help", /^Help/);
  await expect(page.getByRole("dialog", { name: "Kubepad" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("reset", /^Reset: delete all objects/);
  await expect(page.getByRole("dialog", { name: "Start over?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/#\/server$/);
  await choose("WatchListClient", /^WatchListClient/);
  await expect(page.getByLabel("Filter feature gates")).toHaveValue("WatchListClient");
});

test("a window for talks has large type and no bars, and is led by keys", async ({ page, context }) => {
  await openApp(page, "#/objects/core/v1/namespaces");
  const opened = context.waitForEvent("page");
  await runCommand(page, "Present: a window for talks");
  const talk = await opened;
  await expect(rowWith(talk, "Namespace", "kube-system")).toBeVisible();
  await expect(talk.getByRole("banner")).toHaveCount(0);
  await expect(talk.getByRole("navigation", { name: "Places" })).toHaveCount(0);
  await expect(talk.getByRole("button", { name: "Request log" })).toHaveCount(0);
  expect(await talk.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("18px");
  await talk.keyboard.press("ControlOrMeta+k");
  await talk.keyboard.type("Go to World");
  await expect(talk.getByRole("option", { name: /^Go to World/, selected: true })).toBeVisible();
  await talk.keyboard.press("Enter");
  await expect(talk).toHaveURL(/\?present#\/world$/);
  await expect(talk.getByRole("heading", { name: "World", level: 1 })).toBeAttached();
  await runCommand(talk, "Help");
  await expect(talk.getByRole("dialog", { name: "Kubepad" })).toBeVisible();
});

test("the focus is always to be seen", async ({ page }) => {
  await openApp(page, "#/world");
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() =>
      document.activeElement === null ? "" : getComputedStyle(document.activeElement).outlineStyle,
    );
    expect(outline, `after ${step + 1} tabs`).toBe("solid");
  }
});

/** Presses Shift+Tab until there: the editor has the focus first and lets it go. */
async function tabBackTo(page: Page, there: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    if (await there()) return;
    await page.keyboard.press("Shift+Tab");
  }
  throw new Error("Tab does not lead there");
}

test("the palette keeps what is typed while it still loads", async ({ page }) => {
  let deliver = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (deliver = resolve));
  await page.route(/palette-body/, async (route) => {
    await wanted;
    await route.continue();
  });
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Watch con");
  deliver();
  const field = page.getByRole("combobox", { name: "Search everything" });
  await expect(field).toBeFocused();
  await page.keyboard.type("figm");
  await expect(field).toHaveValue("Watch configm");
});

test("a palette that is closed again leaves the focus in the view, if nothing else had it", async ({ page }) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Search actions, kinds, objects")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("main")).toBeFocused();
});
