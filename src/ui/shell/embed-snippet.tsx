import { deferred } from "../design/deferred.tsx";
import { snippet } from "./palette-store.ts";

const dialog = deferred(async () => (await import("../embed/snippet-dialog.tsx")).SnippetDialog, null);

/** The dialog with the HTML that embeds the current view. */
export function EmbedSnippet() {
  const { open, setOpen } = snippet.use((state) => state);
  return open ? <dialog.View onClose={() => setOpen(false)} /> : null;
}
