import { expect, type Page } from "@playwright/test";
import { openApp } from "./open-page.ts";

/** How it stands with the definition, in a sentence. */
export const status = (page: Page) => page.locator(".kp-bench-bar").getByRole("status");

/** A view of the bench. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/** Gives an editor another text, as a paste would. */
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

/** Opens the bench once the big editor has arrived. */
export async function openBench(page: Page, address = "#/definitions/own"): Promise<void> {
  await openApp(page, address);
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
}
