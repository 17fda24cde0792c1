import type { Page } from "@playwright/test";
import { segmentSize } from "../../src/apiserver/storage/backend/backend.ts";
import { openBrowserProfile } from "../browser-profile.ts";
import { openBenchSite, type BenchSite } from "./bench-site.ts";
import type * as benchPage from "./page.ts";
import { interleave, type Goal, type Row } from "./row.ts";

type BenchPage = typeof benchPage;
declare const kubepadBench: BenchPage;

const operationMs = 400;
const manyObjects = 10_000;
const manyAtATime = 16;

/** Measures the built worker on IndexedDB in Chromium. */
export async function workerRows(rounds: number, report: (row: Row) => void): Promise<void> {
  const site = await openBenchSite();
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await profile.context.newPage();
    await page.goto(site.url);
    await page.evaluate(site.pageScript);
    await operationRows(page, site, rounds, report);
    await startRows(page, site, rounds, report);
  } finally {
    await profile.close();
    await site.close();
  }
}

async function operationRows(page: Page, site: BenchSite, rounds: number, report: (row: Row) => void): Promise<void> {
  await page.evaluate(([script]) => kubepadBench.startServer(script, "bench-operations"), [site.workerPath] as const);
  await page.evaluate(() => kubepadBench.prepareList());
  const characters = await page.evaluate(() => kubepadBench.listCharacters());
  const subject = (operation: "create" | "get" | "list", concurrency: number) => () =>
    page.evaluate(([o, c, ms]) => kubepadBench.subject(o, c, ms), [operation, concurrency, operationMs] as const);
  const puts = () => page.evaluate((ms) => kubepadBench.putsPerSecond(ms), operationMs);
  const trips = (length: number, concurrency: number) => () =>
    page.evaluate(([s, l, c, ms]) => kubepadBench.roundTripsPerSecond(s, l, c, ms), [
      site.echoPath,
      length,
      concurrency,
      operationMs,
    ] as const);
  const add = async (
    name: string,
    floorName: string,
    measure: () => Promise<number>,
    floor: () => Promise<number>,
  ): Promise<void> =>
    report({
      name,
      where: "worker",
      backend: "IndexedDB",
      unit: "/s",
      ...(await interleave(rounds, measure, floor)),
      floorName,
    });

  await add("create, one at a time", "one put a transaction", subject("create", 1), puts);
  await add(`create, ${manyAtATime} at a time`, "one put a transaction", subject("create", manyAtATime), puts);
  await add("get", "port round trip, 2 KB", subject("get", 1), trips(2_048, 1));
  await add(
    `get, ${manyAtATime} at a time`,
    "port round trip, 2 KB",
    subject("get", manyAtATime),
    trips(2_048, manyAtATime),
  );
  await add("list of 1,000 (2 KB)", "port round trip, same length", subject("list", 1), trips(characters, 1));
  await page.evaluate(() => kubepadBench.stopServer());
}

async function startRows(page: Page, site: BenchSite, rounds: number, report: (row: Row) => void): Promise<void> {
  await page.evaluate(([n, size]) => kubepadBench.fillFloor(n, size), [manyObjects, segmentSize] as const);
  await fillDatabase(page, site);
  let empty = 0;
  const startEmpty = () => startOnce(page, site, `bench-empty-${(empty += 1)}`);
  const goalEmpty: Goal = { atMost: 3 };
  const goalFull: Goal = { atMost: 2 };
  const emptyFigures = await interleave(rounds, startEmpty, () =>
    page.evaluate((script) => kubepadBench.startFloor(script), site.floorPath(0)),
  );
  report({
    name: "cold start, 0 objects",
    where: "worker",
    backend: "IndexedDB",
    unit: "ms",
    ...emptyFigures,
    floorName: "worker of that size, opens IndexedDB",
    goal: goalEmpty,
  });
  const fullFigures = await interleave(
    rounds,
    () => startOnce(page, site, "bench-full"),
    () => page.evaluate((script) => kubepadBench.startFloor(script), site.floorPath(manyObjects)),
  );
  report({
    name: "cold start, 10,000 objects",
    where: "worker",
    backend: "IndexedDB",
    unit: "ms",
    ...fullFigures,
    floorName: "worker of that size, reads and parses",
    goal: goalFull,
  });
}

/** Writes the objects, and restarts once so that the log is compacted into a checkpoint. */
async function fillDatabase(page: Page, site: BenchSite): Promise<void> {
  await page.evaluate((script) => kubepadBench.startServer(script, "bench-full"), site.workerPath);
  await page.evaluate((n) => kubepadBench.fill(n), manyObjects);
  await page.evaluate(() => kubepadBench.stopServer());
  await page.evaluate((script) => kubepadBench.startServer(script, "bench-full"), site.workerPath);
  await page.waitForTimeout(2_000);
  await page.evaluate(() => kubepadBench.stopServer());
}

async function startOnce(page: Page, site: BenchSite, database: string): Promise<number> {
  const ms = await page.evaluate(([script, name]) => kubepadBench.startServer(script, name), [
    site.workerPath,
    database,
  ] as const);
  await page.evaluate(() => kubepadBench.stopServer());
  return ms;
}
