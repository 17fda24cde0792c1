import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium } from "@playwright/test";
import type { BrowserContext } from "@playwright/test";
import { chromiumArguments, ensureChromium } from "../../.config/chromium.mjs";

/** A separate Chromium process for a test: it can be killed, and its tabs can be hidden and frozen like a user's. */
export interface ChromiumProcess {
  readonly context: BrowserContext;
  /** Kills all its processes, as in a crash. */
  kill(): Promise<void>;
}

export async function launchChromium(profile: string): Promise<ChromiumProcess> {
  const own = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const browser = spawn(ensureChromium(), [...chromiumArguments, ...own], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    let text = "";
    browser.stderr.on("data", (data) => {
      text += String(data);
      const found = /ws:\/\/\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    browser.once("exit", () => reject(new Error(text)));
  });
  const connection = await chromium.connectOverCDP(endpoint, { noDefaults: true });
  const context = connection.contexts()[0];
  if (context === undefined || browser.pid === undefined) throw new Error("Chromium has no context");
  // As for other tests that are not about it: Playwright blocks service workers only in contexts that it creates.
  await context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("a test blocks service workers"));
  });
  const group = -browser.pid;
  const kill = async (): Promise<void> => {
    const gone = once(browser, "exit");
    process.kill(group, "SIGKILL");
    await gone;
  };
  return { context, kill };
}
