import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Kubepad } from "../../src/worker/kubepad.ts";
import { openBrowserProfile } from "../browser-profile.ts";
import { openBenchSite } from "./bench-site.ts";
import { tell } from "./progress.ts";
import { traceTasks } from "./main-thread.ts";
import type { Row } from "./row.ts";

const objects = 10_000;

/** The goals in milliseconds: until a file is open, for a task of the page, and for an answer of the worker. */
const goals = { open: 5_000, task: 50, answer: 200 } as const;

const server = (): Kubepad => (globalThis as unknown as { readonly kubepad: Kubepad }).kubepad;

/** Creates objects of about 1 KB, each of which was changed once. Runs in the page. */
async function fill(count: number): Promise<void> {
  const { kubepad } = globalThis as unknown as { readonly kubepad: ReturnType<typeof server> };
  const send = async (method: string, target: string, body: unknown, type: string): Promise<void> => {
    const answer = await kubepad.fetch(target, {
      method,
      body: JSON.stringify(body),
      headers: { "Content-Type": type },
    });
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const collection = "/api/v1/namespaces/default/configmaps";
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const i = next++;
      const name = `settings-${String(i).padStart(5, "0")}`;
      const words = Array.from({ length: 12 }, (_, n) => ((i * 7919 + n * 104_729) % 999_983).toString(36));
      const data = Object.fromEntries(words.map((word, n) => [`key-${n}`, `${word}-${name}-${n}`.repeat(2)]));
      await send(
        "POST",
        collection,
        { metadata: { name, labels: { app: `app-${i % 50}` } }, data },
        "application/json",
      );
      await send("PATCH", `${collection}/${name}`, { data: { changed: "yes" } }, "application/merge-patch+json");
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

/**
 * What a step cost: its time, the processor time of the longest task of the page, and the longest answer of the own
 * server meanwhile.
 */
interface Cost {
  readonly ms: number;
  readonly task: number;
  readonly answer: number;
}

/** Starts to watch the answers of the page's own server. Runs in the page. */
function watch(): void {
  const { kubepad } = globalThis as unknown as { readonly kubepad: ReturnType<typeof server> };
  const found = { start: performance.now(), answer: 0, over: false };
  Object.assign(globalThis, { found });
  const ask = async (): Promise<void> => {
    while (!found.over) {
      const start = performance.now();
      await (await kubepad.fetch("/api/v1/namespaces/default")).text();
      found.answer = Math.max(found.answer, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  void ask();
}

/** Does a step, and returns what it cost. */
async function costOf(page: Page, step: () => Promise<void>): Promise<Cost> {
  await page.waitForTimeout(3_000); // what the page does after the step before is over
  const longestTask = await traceTasks(page);
  await page.evaluate(watch);
  await step();
  const cost = await page.evaluate(() => {
    const found = Reflect.get(globalThis, "found") as { start: number; answer: number; over: boolean };
    found.over = true;
    return { ms: performance.now() - found.start, answer: found.answer };
  });
  return { ...cost, task: await longestTask() };
}

/** Measures files of the built page in Chromium: saving and opening 10,000 objects with their history. */
export async function fileRows(report: (row: Row) => void): Promise<void> {
  const site = await openBenchSite();
  const profile = await openBrowserProfile(site.chromium);
  const common = { where: "page", backend: "IndexedDB", floorName: "goal", goal: { atMost: 1 } } as const;
  try {
    // the code of other views is not loaded ahead, which takes longer than most steps
    await profile.context.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const page = await profile.context.newPage();
    await page.goto(`${site.url}index.html?controllers=#/watches`);
    await page.waitForFunction(() => "kubepad" in globalThis);
    tell(`files: creating ${objects} objects`);
    await page.evaluate(fill, objects);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("menuitem", { name: "Share a link or file…" }).click();
    await page.getByRole("checkbox", { name: /^Earlier states/ }).check({ timeout: 120_000 });
    tell("files: saving");
    let file = "";
    const saved = await costOf(page, async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download", { timeout: 600_000 }),
        page.getByRole("button", { name: "Save as file" }).click(),
      ]);
      file = await download.path();
    });
    const size = statSync(file).size / 1e6;
    report({ name: "size of a file of 10,000 objects", subject: size, floor: 10, unit: "MB", ...common });
    costRows("save", saved, report, common);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    tell("files: opening");
    await page.goto(`${site.url}index.html?controllers=#/shared`);
    await page.waitForFunction(() => "kubepad" in globalThis);
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file" }).click();
    const chooser = await choosing;
    const opened = await costOf(page, async () => {
      await chooser.setFiles(file);
      await page.getByRole("button", { name: "Open", exact: true }).click({ timeout: 600_000 });
      await page.getByRole("region", { name: "Shared server" }).waitFor({ timeout: 1_800_000 });
    });
    costRows("open", opened, report, common);
  } finally {
    await profile.close();
    await site.close();
  }
}

function costRows(
  step: "save" | "open",
  { ms, task, answer }: Cost,
  report: (row: Row) => void,
  common: Pick<Row, "where" | "backend" | "floorName" | "goal">,
): void {
  report({ name: `${step} 10,000 objects with history`, subject: ms, floor: goals.open, unit: "ms", ...common });
  report({ name: "the longest task meanwhile", subject: task, floor: goals.task, unit: "ms", ...common });
  report({ name: "the longest answer meanwhile", subject: answer, floor: goals.answer, unit: "ms", ...common });
}
