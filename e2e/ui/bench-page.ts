import { expect, type Page } from "@playwright/test";
import { enterApp } from "./open-page.ts";

/** Locates the status of the definition. */
export const status = (page: Page) => page.locator(".kp-bench-bar").getByRole("status");

/** Locates a tab of the bench. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/**
 * Replaces the text of an editor, as a paste would. Each editor of a page is a plain field until its own Monaco is
 * there, which takes the place of what has the focus.
 */
export async function paste(page: Page, label: string, text: string): Promise<void> {
  const editor = page.locator(".kp-monaco").getByRole("textbox", { name: label, exact: true });
  await editor.focus();
  await editor.press("ControlOrMeta+a");
  await editor.press("Delete");
  await editor.evaluate((element, data) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/plain", data);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
  }, text);
}

/** Opens the bench and waits until Monaco has loaded. */
export async function openBench(page: Page, address = "#/definitions/own"): Promise<void> {
  await enterApp(page, address);
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
}
