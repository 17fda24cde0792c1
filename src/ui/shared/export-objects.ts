import { saveFile } from "../platform/files.ts";
import type { Page } from "../state/page.ts";

/** Saves all objects of the server as a file. Rejects if the server cannot export them. */
export async function exportObjects(page: Page): Promise<void> {
  const day = new Date(page.clock.now()).toISOString().slice(0, 10);
  saveFile(`kubepad-${day}.kubepad`, new Uint8Array(await page.inspect.export()));
}
