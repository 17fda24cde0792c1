import { expect, type Browser, type Page } from "@playwright/test";
import { saveData } from "./open-page.ts";

/** What a link or a file brings, before it is opened. */
export const offer = (page: Page) => page.getByRole("region", { name: "Shared with you" });

/** The bar that says that the reader is in a shared world. */
export const guestBar = (page: Page) => page.getByRole("region", { name: "Shared server" });

export async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share a link or file…" }).click();
}

/** Makes a link in the share dialog. */
export async function shareLink(page: Page): Promise<string> {
  await openDialog(page);
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  return link;
}

interface Elsewhere {
  readonly baseURL: string | undefined;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Opens an address in a profile that has never seen the page. */
export async function openProfile(browser: Browser, address: string, { baseURL, viewport }: Elsewhere): Promise<Page> {
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...(baseURL && { baseURL }),
  });
  await saveData(context);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Opens a link in a profile that has never seen the page. */
export async function openElsewhere(
  browser: Browser,
  link: string,
  baseURL: string | undefined,
  viewport?: Elsewhere["viewport"],
): Promise<Page> {
  const page = await openProfile(browser, link, { baseURL, ...(viewport && { viewport }) });
  await expect(offer(page)).toBeVisible();
  return page;
}

/** Drops a file onto the page. */
export async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.evaluate(
    ([file, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], file));
      for (const type of ["dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content] as const,
  );
}
