import { defineConfig } from "@playwright/test";
import { chromiumArguments, ensureHeadlessChromium } from "./chromium.mjs";

const port = Number(process.env["KUBEPAD_PORT"] ?? 4173);

export default defineConfig({
  testDir: "../e2e",
  testMatch: "**/*.spec.ts",
  testIgnore: "package/**",
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 2,
  // A machine that stalls for seconds can fail a test for unrelated reasons. Tests that needed a retry are listed at
  // the end.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../.cache/playwright.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    trace: "on-first-retry",
    // Installing the service worker costs more than most tests; those that are about it allow it.
    serviceWorkers: "block",
    launchOptions: { executablePath: ensureHeadlessChromium(), args: chromiumArguments },
  },
  webServer: {
    command: `node .config/preview.mjs --port ${port}`,
    cwd: "..",
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
