import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { createConfigMap, goTo, openApp } from "./open-page.ts";
import { commandLine, run } from "./terminal-views.ts";

const command = "kubectl get namespaces";

/** Enters a command in the terminal, and what the page remembers of it. */
async function enter(page: Page): Promise<void> {
  await goTo(page, "#/terminal");
  await expect(await run(page, command)).toContainText("kube-system");
}

async function reset(page: Page, entries: boolean): Promise<void> {
  await goTo(page, "#/server");
  await page.getByRole("button", { name: "Reset…" }).click();
  const choice = page.getByLabel(/^Also delete what was entered in this page/);
  await expect(choice).not.toBeChecked();
  if (entries) await choice.check();
  const reloaded = entries ? page.waitForEvent("load") : undefined;
  await page.getByRole("button", { name: "Delete everything" }).click();
  await reloaded;
  await expect(page.locator(".kp-state")).toContainText("running, revision");
}

/** The earlier command lines that the arrow key brings back. */
async function remembered(page: Page): Promise<string> {
  await goTo(page, "#/terminal");
  const line = commandLine(page);
  await line.fill("");
  await line.press("ArrowUp");
  return line.inputValue();
}

for (const [title, entries, left] of [
  ["keeps what was entered", false, command],
  ["deletes what was entered, if asked to,", true, ""],
] as const)
  test(`a reset ${title} also after a reload`, async ({ page }) => {
    await openApp(page);
    await createConfigMap(page, "gone", { colour: "red" });
    await enter(page);
    await reset(page, entries);
    await page.reload();
    await expect(page.locator(".kp-state")).toContainText("running, revision");
    await expect.poll(() => remembered(page)).toBe(left);
  });
