import type { OfflineState } from "../../../worker/offline/offline.ts";
import { formatCount } from "../../data/words.ts";

/** Whether the page could be opened without a network now, and why. */
export function offlineInWords(state: OfflineState): readonly [ready: string, words: string] {
  switch (state.kind) {
    case "ready":
      return ["ready", "The page and the server open without a network."];
    case "update-waiting":
      return ["ready", "A newer version is here too; it takes over once all tabs are closed."];
    case "preparing":
      return [
        "not yet",
        state.total === undefined
          ? "The page is about to be kept on this device."
          : `${formatCount(state.done)} of ${formatCount(state.total)} files are on this device.`,
      ];
    case "unsupported":
      return [
        "no",
        "This browser or address does not let a page open without a network. While it is open it needs none.",
      ];
    case "failed":
      return ["no", state.reason];
  }
}
