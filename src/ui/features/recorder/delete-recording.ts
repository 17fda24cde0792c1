import { keptRecordings } from "../../state/kept-recordings.ts";
import type { Page } from "../../state/page.ts";

/** Deletes a recording, with a way back. */
export function deleteRecording(page: Page, id: string): void {
  const { open, remove, keep } = keptRecordings.of(page).getState();
  const recording = open(id);
  remove(id);
  if (recording === undefined) return;
  page.toasts.add({
    description: `${recording.name} is deleted.`,
    actionProps: { children: "Undo", onClick: () => void keep(recording) },
  });
}
