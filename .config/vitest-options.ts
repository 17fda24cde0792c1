import { availableParallelism } from "node:os";
import type { ViteUserConfig } from "vitest/config";

// Only Vitest's own process can load what it is made of.
const sequence = process.env["VITEST"] ? { sequencer: (await import("./longest-first.ts")).LongestFirst } : {};

/** How tests run, from their sources or from bundles. */
export const vitestOptions: NonNullable<ViteUserConfig["test"]> = {
  environment: "node",
  // Modules keep no state of their own, so files may share them: loading them for each would take most of the time.
  isolate: false,
  // One more than there are cores: a test that waits for a program or a clock leaves its core to another.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
  // Tests that run beside each other in a file wait for the clocks of their worlds: enough to keep a core busy.
  maxConcurrency: 16,
  sequence,
  unstubGlobals: true,
  // Bounds for what hangs. They are far above what a busy machine takes, so that no test depends on its speed.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
