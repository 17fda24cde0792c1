import { openBrowserProfile } from "../browser-profile.ts";
import { openBenchSite, type BenchSite } from "./bench-site.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";
import { worldRows } from "./world-rows.ts";
import type * as watchingPage from "./watching-page.ts";

declare const kubepadWatching: typeof watchingPage;

const objects = 5_000;
const watches = 20;
const patches = 1_000;

/** The goals of a burst of changes, in milliseconds: until every watch shows every event, and for one frame. */
const goals = { whole: 3_000, frame: 50 } as const;

/** Measures the built page in Chromium: watches, starts, and the world. */
export async function pageRows(rounds: number, report: (row: Row) => void): Promise<void> {
  tell("page: bundling scripts");
  const site = await openBenchSite();
  try {
    await watchRows(site, rounds, report);
    await worldRows(site, rounds, report);
  } finally {
    await site.close();
  }
}

/** Measures the page while many watches of many objects are open. */
async function watchRows(site: BenchSite, rounds: number, report: (row: Row) => void): Promise<void> {
  tell("page: starting Chromium");
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await profile.context.newPage();
    await page.goto(`${site.url}index.html`);
    await page.waitForFunction(() => "kubepad" in globalThis);
    await page.evaluate(site.watchingScript);
    tell(`page: creating ${objects} objects`);
    await page.evaluate((count) => kubepadWatching.createObjects(count), objects);
    tell(`page: opening ${watches} watches`);
    await page.evaluate(([w, o]) => kubepadWatching.openWatches(w, o), [watches, objects] as const);
    const whole: number[] = [];
    const frames: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      tell(`page: round ${round} of ${rounds}`);
      const burst = await page.evaluate(([p, w, events]) => kubepadWatching.patchAll(p, w, events), [
        patches,
        watches,
        objects + patches * round,
      ] as const);
      whole.push(burst.ms);
      frames.push(burst.longestFrameMs);
    }
    const common = { where: "page", backend: "IndexedDB", unit: "ms", floorName: "goal", goal: { atMost: 1 } } as const;
    report({ name: "1,000 patches, 20 watches", subject: median(whole), floor: goals.whole, ...common });
    report({ name: "their longest frame", subject: median(frames), floor: goals.frame, ...common });
  } finally {
    await profile.close();
  }
}
