import { openBrowserProfile } from "../browser-profile.ts";
import { openBenchSite } from "./bench-site.ts";
import type * as overviewPage from "./overview-page.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";

declare const kubepadOverview: typeof overviewPage;

const objects = 10_000;

/** The goals of opening an Overview, in milliseconds: until its state is painted, and for one task of the page. */
const goals = { open: 100, task: 50 } as const;

/** Measures the built page in Chromium: opening the Overview of a pod beside the list of ten thousand. */
export async function overviewRows(rounds: number, report: (row: Row) => void): Promise<void> {
  const site = await openBenchSite();
  tell("overview: starting Chromium");
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await profile.context.newPage();
    await page.goto(`${site.url}index.html?controllers=#/requests`);
    await page.waitForFunction(() => "kubepad" in globalThis);
    await page.evaluate(site.overviewScript);
    tell(`overview: creating ${objects} pods`);
    await page.evaluate((count) => kubepadOverview.createPods(count), objects);
    await page.evaluate((count) => kubepadOverview.openList(count), objects);
    await page.evaluate(() => kubepadOverview.openOverview(0)); // loads the code of the view
    const opened: overviewPage.Opened[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      tell(`overview: round ${round} of ${rounds}`);
      opened.push(await page.evaluate((n) => kubepadOverview.openOverview(n), round));
    }
    const common = { where: "page", backend: "IndexedDB", unit: "ms", floorName: "goal", goal: { atMost: 1 } } as const;
    const whole = median(opened.map(({ ms }) => ms));
    const task = median(opened.map(({ longestTaskMs }) => longestTaskMs));
    report({ name: "open an Overview among 10,000 objects", subject: whole, floor: goals.open, ...common });
    report({ name: "the longest task meanwhile", subject: task, floor: goals.task, ...common });
  } finally {
    await profile.close();
    await site.close();
  }
}
