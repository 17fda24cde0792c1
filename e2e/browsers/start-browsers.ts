import { findBrowsers } from "../../.config/browsers.mjs";
import type { Browser } from "./driver.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

/** A browser that can be started. */
export interface InstalledBrowser {
  readonly name: "firefox" | "webkit";
  start(): Promise<Browser>;
}

/** Returns the browsers besides Chromium that are installed. */
export function installedBrowsers(): readonly InstalledBrowser[] {
  const { firefox, webkit } = findBrowsers();
  return [
    ...(firefox === undefined ? [] : [{ name: "firefox" as const, start: () => startFirefox(firefox) }]),
    ...(webkit === undefined ? [] : [{ name: "webkit" as const, start: () => startWebKit(webkit) }]),
  ];
}
