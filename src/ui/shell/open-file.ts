import type { Page } from "../state/page.ts";

const isMarkdown = ({ name }: File): boolean => /\.(?:md|markdown)$/i.test(name);

/**
 * Shows what files bring: objects, a lesson, or a course with its lessons, which are opened together. The code that
 * reads files is loaded when it is needed.
 */
export async function openFiles(page: Page, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  if (files.every(isMarkdown)) {
    const { openMarkdownFiles } = await import("../features/lessons/open-lesson-file.ts");
    return openMarkdownFiles(page, files);
  }
  const { sharing } = await import("../features/share/share-store.ts");
  await sharing.of(page).getState().offerFile(file);
}
