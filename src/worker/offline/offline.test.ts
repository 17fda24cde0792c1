import { expect, it, vi } from "vitest";
import { startOffline } from "./offline.ts";

/** A browser, extension or test runner that blocks service workers may answer a registration with nothing. */
it("says so where a service worker is blocked, and has nothing to update", async () => {
  vi.stubGlobal("document", { baseURI: "http://kubepad/" });
  const container = {
    addEventListener: () => undefined,
    register: () => Promise.resolve(undefined),
  } as unknown as ServiceWorkerContainer;
  const offline = startOffline("sw.js", container);
  await expect
    .poll(() => offline.state.get())
    .toEqual({
      kind: "failed",
      reason: "The page cannot be kept for offline use: service workers are blocked.",
    });
  await expect(offline.update()).resolves.toBeUndefined();
});
