import type { RaceHost } from "./race-host.ts";

/**
 * Stands in for `race-host.ts` in the worker of the published package, which is one file: races have kubectl, a fifth
 * of it, and are run by the page of Kubepad and by `interleavings` of `kubepad/testing`.
 */
export function createRaceHost(): RaceHost {
  throw new Error("races run in the page of Kubepad, and by interleavings of kubepad/testing");
}
