import type { Page } from "../state/page.ts";

/** Shows what a file brings: objects, or a lesson. The code that reads files is loaded when it is needed. */
export async function openFile(page: Page, file: File): Promise<void> {
  if (/\.(?:md|markdown)$/i.test(file.name)) {
    const { openLessonFile } = await import("../features/lessons/open-lesson-file.ts");
    return openLessonFile(page, file);
  }
  const { sharing } = await import("../features/share/share-store.ts");
  await sharing.of(page).getState().offerFile(file);
}
