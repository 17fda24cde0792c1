import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumArguments, ensureChromium, ensureHeadlessChromium, headlessArguments } from "./chromium.mjs";

const port = Number(process.env["KUBEPAD_PORT"] ?? 4173);
/** Determines the delays of a slow network, for finding tests and views that depend on time. */
const slow = process.env["KUBEPAD_SLOW"];
/** How much longer everything may take then. */
const patience = slow === undefined ? 1 : 2;

/** Tests of what the headless shell lacks: installing, freezing, what foreign pages may ask. */
const wholeBrowser = "worker/{foreign-pages,freeze,offline}.spec.ts";

export default defineConfig({
  testDir: "../e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  fullyParallel: false,
  // One more than there are cores: a test that waits for a page leaves its core to another.
  workers: Math.max(2, availableParallelism()) + 1,
  // A machine that stalls for seconds can fail a test for unrelated reasons. Tests that needed a retry are listed at
  // the end.
  retries: slow === undefined ? 1 : 0,
  // Bounds for what hangs, far above what a busy machine takes.
  timeout: patience * 180_000,
  expect: { timeout: patience * 60_000 },
  reporter: [["list"], ["json", { outputFile: "../.cache/playwright.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    // The frames of transitions are drawn by the processor.
    reducedMotion: "reduce",
    trace: "on-first-retry",
    // Installing the service worker costs more than most tests; those that are about it allow it.
    serviceWorkers: "block",
  },
  projects: [
    // First, since one of its files takes long: at the end it would run alone.
    {
      name: "browser",
      testMatch: wholeBrowser,
      use: { launchOptions: { executablePath: ensureChromium(), args: chromiumArguments } },
    },
    {
      name: "page",
      testIgnore: [wholeBrowser, "package/**"],
      use: { launchOptions: { executablePath: ensureHeadlessChromium(), args: headlessArguments } },
    },
  ],
  webServer: {
    command: `node .config/preview.mjs --port ${port}${slow === undefined ? "" : ` --slow ${slow}`}`,
    cwd: "..",
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
