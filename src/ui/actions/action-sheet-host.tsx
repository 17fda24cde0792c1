import { deferred } from "../design/deferred.tsx";
import { actionSheet } from "./action-sheet-store.ts";

const sheet = deferred(async () => (await import("./action-sheet.tsx")).ActionSheet, null);

/** The sheet of the action that is asked for, if any. It stands once in the page, whatever view asks. */
export function ActionSheetHost() {
  const { asked, ask } = actionSheet.use((state) => state);
  return asked === undefined ? null : <sheet.View asked={asked} onClose={() => ask(undefined)} />;
}
