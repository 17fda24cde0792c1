import type { Page } from "../state/page.ts";

/** Shows what a file brings. The code that reads files is loaded when it is needed. */
export async function openFile(page: Page, file: File): Promise<void> {
  const { sharing } = await import("../features/share/share-store.ts");
  await sharing.of(page).getState().offerFile(file);
}
