import type { Page } from "@playwright/test";
import { openBrowserProfile, type BrowserProfile } from "../browser-profile.ts";
import type { BenchSite } from "./bench-site.ts";
import { traceTasks } from "./main-thread.ts";
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
/** Until what the page loads when it is idle is there, which belongs to its start. */
const settledMs = 8_000;

/** The goals in milliseconds: for one frame, for a task while the page starts, and for one later. */
const goals = { frame: 50, startTask: 100, task: 50 } as const;
/** The share of the first paint of a cold start that a warm one may take. */
const warmPaint = 0.5;

const common = { where: "page", backend: "IndexedDB", unit: "ms" } as const;
const paintRow = { ...common, floorName: "cold start in the same run", goal: { atMost: warmPaint } } as const;
const frameRow = { ...common, floorName: "goal", goal: { atMost: 1 } } as const;
const taskRow = { ...frameRow, floorName: "goal, processor time" } as const;

type Report = (row: Row) => void;

/** Measures how the page starts, cold, warm and with many objects, and how the world is drawn. */
export async function worldRows(site: BenchSite, rounds: number, report: Report): Promise<void> {
  await startRows(site, rounds, report);
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await profile.context.newPage();
    await start(page, site, () => page.goto(`${site.url}index.html?controllers=#/server`));
    tell(`page: creating ${pods} pods on ${nodes} nodes`);
    await page.evaluate(([n, p]) => kubepadWorld.createWorld(n, p), [nodes, pods] as const);
    const frames: number[] = [];
    const tasks: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      tell(`page: world, round ${round} of ${rounds}`);
      const longest = await traceTasks(page);
      frames.push(await page.evaluate((count) => kubepadWorld.visitWorld(count), changes));
      tasks.push(await longest());
    }
    report({ name: "world of 2,000 pods, frame", subject: median(frames), floor: goals.frame, ...frameRow });
    report({ name: "world of 2,000 pods, task", subject: median(tasks), floor: goals.task, ...taskRow });
  } finally {
    await profile.close();
  }
}

interface Starts {
  readonly cold: number[];
  readonly warm: number[];
  readonly task: number[];
  readonly taskOfMany: number[];
  readonly taskOfLists: number[];
}

/** A start of the page in a new profile, again from what the service worker keeps, and with many objects. */
async function startRows(site: BenchSite, rounds: number, report: Report): Promise<void> {
  const figures: Starts = { cold: [], warm: [], task: [], taskOfMany: [], taskOfLists: [] };
  for (let round = 1; round <= rounds; round += 1) {
    tell(`page: starts, round ${round} of ${rounds}`);
    const profile = await openBrowserProfile(site.chromium);
    try {
      await startsIn(profile, site, figures);
    } finally {
      await profile.close();
    }
  }
  const { cold, warm, task, taskOfMany, taskOfLists } = figures;
  report({ name: "warm start, first paint", subject: median(warm), floor: median(cold), ...paintRow });
  report({ name: "start, longest task", subject: median(task), floor: goals.startTask, ...taskRow });
  report({ name: "start with 10,000, task", subject: median(taskOfMany), floor: goals.startTask, ...taskRow });
  report({ name: "lists of 10,000, task", subject: median(taskOfLists), floor: goals.task, ...taskRow });
}

async function startsIn(profile: BrowserProfile, site: BenchSite, figures: Starts): Promise<void> {
  const page = await profile.context.newPage();
  const cold = await start(page, site, () => page.goto(`${site.url}index.html`));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const warm = await start(page, site, () => page.reload());
  figures.cold.push(cold.paintMs);
  figures.warm.push(warm.paintMs);
  figures.task.push(Math.max(cold.taskMs, warm.taskMs));
  tell(`page: creating ${objects} objects`);
  await page.evaluate((count) => kubepadWatching.createObjects(count), objects);
  figures.taskOfMany.push((await start(page, site, () => page.reload())).taskMs);
  const longest = await traceTasks(page);
  await page.evaluate(() => kubepadWorld.visitLists());
  figures.taskOfLists.push(await longest());
}

/** When a start first painted, and its longest task. */
interface Start {
  readonly paintMs: number;
  readonly taskMs: number;
}

/** Loads the page, and waits until it has settled. */
async function start(page: Page, site: BenchSite, load: () => Promise<unknown>): Promise<Start> {
  const longest = await traceTasks(page);
  await load();
  await page.locator(".kp-state", { hasText: "revision" }).waitFor();
  await page.waitForTimeout(settledMs);
  const taskMs = await longest();
  await page.evaluate(site.worldScript);
  await page.evaluate(site.watchingScript);
  return { paintMs: await page.evaluate(() => kubepadWorld.firstPaint()), taskMs };
}
