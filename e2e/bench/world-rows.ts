import type { Page } from "@playwright/test";
import { openBrowserProfile, type BrowserProfile } from "../browser-profile.ts";
import type { BenchSite } from "./bench-site.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";
import type * as watchingPage from "./watching-page.ts";
import type * as worldPage from "./world-page.ts";

declare const kubepadWorld: typeof worldPage;
declare const kubepadWatching: typeof watchingPage;

const nodes = 50;
const pods = 2_000;
const changes = 500;
const objects = 10_000;
/** Long after the page has started: what it still loads when it is idle belongs to the start. */
const settledMs = 8_000;

/** The goals in milliseconds: for one frame, for a task while the page starts, and for one later. */
const goals = { frame: 50, startTask: 100, task: 50 } as const;
/** The share of the first paint of a cold start that a warm one may take. */
const warmPaint = 0.5;

const common = { where: "page", backend: "IndexedDB", unit: "ms" } as const;
const goalRow = { ...common, floorName: "goal", goal: { atMost: 1 } } as const;

type Report = (row: Row) => void;

/** Measures how the page starts, cold, warm and with many objects, and how the world is drawn. */
export async function worldRows(site: BenchSite, rounds: number, report: Report): Promise<void> {
  await startRows(site, rounds, report);
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await openPage(profile, site);
    tell(`page: creating ${pods} pods on ${nodes} nodes`);
    await page.evaluate(([n, p]) => kubepadWorld.createWorld(n, p), [nodes, pods] as const);
    const frames: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      tell(`page: world, round ${round} of ${rounds}`);
      const { longestFrameMs } = await page.evaluate((count) => kubepadWorld.visitWorld(count), changes);
      frames.push(longestFrameMs);
    }
    report({ name: "world of 2,000 pods, frame", subject: median(frames), floor: goals.frame, ...goalRow });
  } finally {
    await profile.close();
  }
}

/** A start of the page in a new profile, and again from what the service worker keeps. */
async function startRows(site: BenchSite, rounds: number, report: Report): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  const tasks: number[] = [];
  const many: number[] = [];
  const later: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`page: starts, round ${round} of ${rounds}`);
    const profile = await openBrowserProfile(site.chromium);
    try {
      const page = await openPage(profile, site);
      const first = await startCost(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const again = await reload(page, site);
      cold.push(first.paintMs);
      warm.push(again.paintMs);
      tasks.push(Math.max(first.longestTaskMs, again.longestTaskMs));
      tell(`page: creating ${objects} objects`);
      await page.evaluate((count) => kubepadWatching.createObjects(count), objects);
      many.push((await reload(page, site)).longestTaskMs);
      later.push((await page.evaluate(() => kubepadWorld.visitLists())).longestTaskMs);
    } finally {
      await profile.close();
    }
  }
  const paint = { floorName: "cold start in the same run", goal: { atMost: warmPaint } } as const;
  report({ name: "warm start, first paint", subject: median(warm), floor: median(cold), ...common, ...paint });
  report({ name: "start, longest task", subject: median(tasks), floor: goals.startTask, ...goalRow });
  report({ name: "start, 10,000 objects", subject: median(many), floor: goals.startTask, ...goalRow });
  report({ name: "lists of 10,000, task", subject: median(later), floor: goals.task, ...goalRow });
}

/** Opens the page, whose long tasks are noted from the beginning. */
async function openPage(profile: BrowserProfile, site: BenchSite): Promise<Page> {
  const page = await profile.context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Reflect.set(globalThis, "kubepadTasks", tasks);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await page.goto(`${site.url}index.html`);
  await ready(page, site);
  return page;
}

async function reload(page: Page, site: BenchSite): ReturnType<typeof startCost> {
  await page.reload();
  await ready(page, site);
  return startCost(page);
}

async function ready(page: Page, site: BenchSite): Promise<void> {
  await page.locator(".kp-state", { hasText: "revision" }).waitFor();
  await page.evaluate(site.worldScript);
  await page.evaluate(site.watchingScript);
}

async function startCost(page: Page): Promise<ReturnType<typeof worldPage.startCost>> {
  await page.waitForTimeout(settledMs);
  return page.evaluate(() => kubepadWorld.startCost());
}
