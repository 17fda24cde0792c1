import type { Clock } from "../../apimachinery/clock.ts";

/** How long an embed has been ready before its files are kept: the other embeds of the page are loaded by then. */
const quietMs = 5_000;

/**
 * Keeps the files for a visit without a network, some time after the embed is ready. Browsers that grant a frame no
 * service worker, and frames without an origin, go on without.
 */
export function keepOffline(clock: Clock): void {
  clock.after(quietMs, () => {
    void import("../../worker/offline/offline.ts").then(({ startOffline }) => startOffline());
  });
}
