import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bundleForPage } from "../../.config/bundle.mjs";

/** Returns the address of the app's worker. */
export const workerScript = (): string => {
  const chunks = JSON.parse(readFileSync(".cache/chunks/worker-entry.json", "utf8")) as {
    fileName: string;
    isEntry: boolean;
  }[];
  return `/${chunks.find(({ isEntry }) => isEntry)?.fileName}`;
};

/**
 * Opens a page of the app's origin without its interface, so that there are no other writers, and loads a module into
 * it under a global name.
 */
export async function openBlankPage(page: Page, module: string, name: string): Promise<void> {
  await page
    .context()
    .route("**/blank.html", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>recorded exchanges</title>" }),
    );
  await page.goto("blank.html");
  await page.evaluate(`${await bundleForPage(module, name)}; globalThis.${name} = ${name}; undefined`);
}
