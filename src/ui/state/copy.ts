import { copyText } from "../platform/files.ts";
import type { Page } from "./page.ts";

/** Copies a text to the clipboard, and says so with the words, or says that the browser denied it. */
export async function copy(page: Page, text: string | Promise<string>, words: string): Promise<void> {
  const isCopied = await copyText(text);
  page.toasts.add({ description: isCopied ? words : "The browser did not allow access to the clipboard." });
}
