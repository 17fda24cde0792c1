import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { launchChromium } from "./chromium-process.ts";
import { contentOf, list, openTab, waitForServer } from "./pad.ts";
import { test } from "./temporary-folder.ts";

/** What the writers were told: names with their revisions. */
type Acknowledged = Map<string, number>;

const collect = (page: Page, acknowledged: Acknowledged): Promise<unknown> =>
  page.exposeFunction("acknowledge", (name: string, revision: number) => void acknowledged.set(name, revision));

/** Starts writers in the page that create objects without a pause until one is refused. */
const startWriting = (page: Page, round: string): Promise<void> =>
  page.evaluate(
    ([path, round]) => {
      const acknowledge: (name: string, revision: number) => void = Reflect.get(window, "acknowledge");
      const write = async (name: string): Promise<boolean> => {
        const body = JSON.stringify({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name },
          data: { content: `${name} `.repeat(200) },
        });
        const answer = await window.kubepad.fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body,
        });
        const { metadata } = await answer.json();
        if (answer.status === 201) acknowledge(name, Number(metadata.resourceVersion));
        return answer.status === 201;
      };
      const writer = async (id: number): Promise<void> => {
        for (let n = 0; await write(`r${round}-w${id}-n${n}`); n++);
      };
      for (let id = 0; id < 8; id++) void writer(id);
    },
    ["/api/v1/namespaces/default/configmaps", round] as const,
  );

/** Every acknowledged write is there as it was acknowledged, and nothing is there by half. */
async function verify(page: Page, acknowledged: Acknowledged, highest: number): Promise<number> {
  const before = [...acknowledged]; // writers that were not refused go on meanwhile
  const { items, revision } = await list(page);
  const stored = new Map(items.map(({ name, resourceVersion }) => [name, resourceVersion]));
  expect(before.filter(([name, at]) => stored.get(name) !== at)).toEqual([]);
  expect(items.filter(({ name, data }) => data !== contentOf(name))).toEqual([]);
  expect(new Set(stored.values()).size).toBe(items.length);
  expect(revision).toBeGreaterThanOrEqual(Math.max(highest, ...stored.values()));
  return revision;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("every acknowledged write survives the worker's death at random moments", async ({ context }) => {
  await context.addInitScript(() => {
    const workers: Worker[] = [];
    class RecordedWorker extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name === "kubepad") workers.push(this);
      }
    }
    Object.assign(window, { Worker: RecordedWorker, workers });
  });
  const page = await openTab(context);
  const acknowledged: Acknowledged = new Map();
  await collect(page, acknowledged);
  await startWriting(page, "0");
  let highest = 0;
  for (let round = 1; round <= 8; round++) {
    const before = acknowledged.size;
    await pause(20 + Math.random() * 300);
    // half of them die while they write, however slow the machine is, the others also before
    if (round % 2 === 0) await expect.poll(() => acknowledged.size).toBeGreaterThan(before);
    await page.evaluate(() => (Reflect.get(window, "workers") as Worker[]).at(-1)?.terminate());
    await expect.poll(() => page.evaluate(() => (Reflect.get(window, "workers") as Worker[]).length)).toBe(round + 1);
    await waitForServer(page);
    highest = await verify(page, acknowledged, highest);
    await startWriting(page, String(round));
  }
  await expect.poll(() => acknowledged.size).toBeGreaterThan(50);
});

test("every acknowledged write survives the killing of Chromium", async ({ baseURL, temporaryFolder: profile }) => {
  const acknowledged: Acknowledged = new Map();
  let highest = 0;
  for (let round = 0; round < 4; round++) {
    const { context, kill } = await launchChromium(profile);
    try {
      const page = await openTab(context, baseURL);
      highest = await verify(page, acknowledged, highest);
      if (round === 3) break;
      await collect(page, acknowledged);
      const before = acknowledged.size;
      await startWriting(page, String(round));
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 20);
      await pause(Math.random() * 500);
    } finally {
      await kill();
    }
  }
  expect(acknowledged.size).toBeGreaterThan(50);
});
