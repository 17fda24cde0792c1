import type { OfflineState } from "../../../worker/offline/offline.ts";
import { formatCount } from "../../data/words.ts";

/** Describes whether the page can be opened offline, and why. */
export function offlineInWords(state: OfflineState): readonly [ready: string, words: string] {
  switch (state.kind) {
    case "ready":
      return ["ready", "The page and the server work offline."];
    case "update-waiting":
      return [
        "ready",
        "A new version is downloaded. It is used once all tabs are closed, or when you choose New version.",
      ];
    case "replaced":
      return ["ready", "Another tab has taken a new version. Reload this tab to use it too."];
    case "preparing":
      return [
        "not yet",
        state.total === undefined
          ? "The page is being saved for offline use."
          : `${formatCount(state.done)} of ${formatCount(state.total)} files are on this device.`,
      ];
    case "unsupported":
      return ["no", "This browser or address does not support offline pages. An open page needs no network."];
    case "failed":
      return ["no", state.reason];
  }
}
