import { expect, type Page } from "@playwright/test";
import { openApp } from "./open-page.ts";

/** Locates the status of the definition. */
export const status = (page: Page) => page.locator(".kp-bench-bar").getByRole("status");

/** Locates a tab of the bench. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/** Replaces the text of an editor, as a paste would. */
export async function paste(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: label, exact: true });
  await expect(editor).toBeAttached();
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.evaluate((data) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/plain", data);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Opens the bench and waits until Monaco has loaded. */
export async function openBench(page: Page, address = "#/definitions/own"): Promise<void> {
  await openApp(page, address);
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
}
