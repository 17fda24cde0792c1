import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { openApp } from "./open-page.ts";

const body = Array.from({ length: 120 }, (_, i) => `k${i}: "${i}"`).join("\n");
const address = `#/requests/new?m=POST&t=${encodeURIComponent("/api/v1/namespaces/default/configmaps")}&b=${encodeURIComponent(body)}`;

/** Keeps Monaco from loading until the returned function is called. */
async function holdMonaco(page: Page): Promise<() => void> {
  let load = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (load = resolve));
  await page.route(/monaco-editor-[^/]*\.js/, async (route) => {
    await allowed;
    await route.continue();
  });
  return () => load();
}

test("who types before Monaco has loaded goes on typing in it", async ({ page }) => {
  const load = await holdMonaco(page);
  await openApp(page, address);
  const plain = page.locator(".kp-plain textarea");
  await plain.evaluate((field: HTMLTextAreaElement) => {
    const at = field.value.indexOf("k100:");
    field.focus();
    field.setSelectionRange(at, at + 4);
    field.closest(".kp-plain")?.scrollTo(0, 1500);
  });
  await page.keyboard.type("here");
  load();
  const monaco = page.locator(".kp-monaco");
  await expect(monaco.locator(".monaco-editor")).toBeVisible();
  await expect(plain).toHaveCount(0);
  await page.keyboard.type("-and-there");
  // The line is in sight, so the editor has scrolled to where the field was.
  await expect(monaco.locator(".view-line", { hasText: "here-and-there" })).toBeVisible();
  await expect(monaco.locator(".view-line", { hasText: "k0:" })).toHaveCount(0);
});

test("a selection is handed over, and the focus only where the field had it", async ({ page }) => {
  const load = await holdMonaco(page);
  await openApp(page, address);
  await page
    .locator(".kp-plain textarea")
    .evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 2, "backward"));
  const path = page.getByRole("combobox", { name: "Path" });
  await path.focus();
  load();
  await expect(page.locator(".kp-monaco .monaco-editor")).toBeVisible();
  await expect(path).toBeFocused();
  await page.locator(".kp-monaco").getByRole("textbox").focus();
  await page.keyboard.type("first");
  await expect(page.locator(".kp-monaco .view-line", { hasText: /^first:/ })).toBeVisible();
});
