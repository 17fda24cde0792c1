// npm run browsers:pictures -- FOLDER [firefox|webkit]: pictures of the views, narrow and wide, light and dark.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StaticHost } from "../worker/static-host.ts";
import type { Browser } from "./driver.ts";
import { Pad, serviceWorkerScript } from "./pad.ts";
import { installedBrowsers } from "./start-browsers.ts";
import { until } from "./until.ts";
import { views } from "./views.ts";

const [folder = "test-results/pictures", chosen] = process.argv.slice(2);

/** Takes the pictures of one browser. */
async function takePictures(browser: Browser): Promise<void> {
  const host = new StaticHost("dist", "/pad/", [serviceWorkerScript]);
  const pad = new Pad(host, await host.start());
  const page = await pad.open(browser);
  for (const theme of ["light", "dark"] as const) {
    for (const [name, address] of Object.entries(views)) {
      await pad.goTo(page, address);
      // Right before the page is loaded again, since it writes the settings that it knows when one changes.
      await page.call((name) => localStorage.setItem("kubepad.settings", JSON.stringify({ theme: name })), theme);
      await pad.reload(page);
      await page.waitUntil({ role: "main" }, "");
      await until(`${address} has loaded`, () => page.call(() => document.querySelector(".kp-skeleton") === null));
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await browser.resize(width, height);
        const file = `${browser.name.toLowerCase()}-${theme}-${width}-${name}.png`;
        writeFileSync(join(folder, file), await pad.picture(page));
      }
    }
  }
  await pad.end();
}

mkdirSync(folder, { recursive: true });
for (const { name, start } of installedBrowsers()) {
  if (chosen !== undefined && name !== chosen) continue;
  const browser = await start();
  try {
    await takePictures(browser);
  } finally {
    await browser.close();
  }
}
