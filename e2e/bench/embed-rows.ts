import { chromium, type BrowserContext } from "@playwright/test";
import { docsPage, DocsHost } from "../embed/docs-host.ts";
import { StaticHost } from "../worker/static-host.ts";
import { chromiumOptions } from "./bench-site.ts";
import { median, type Row } from "./row.ts";

/** When the embeds of a page were ready, in milliseconds since the page began to load, in that order. */
type Ready = readonly number[];

declare const readyTimes: number[];

const count = 12;
/** All embeds are in sight. */
const viewport = { width: 1000, height: 8000 };
const embed = { attributes: { view: "request", target: "/version" } };
const listener = `<script>globalThis.readyTimes = [];
  addEventListener("ready", () => readyTimes.push(performance.now()), true);</script>`;

/** Measures pages of another site with one embed and with twelve. */
export async function embedRows(rounds: number, report: (row: Row) => void): Promise<void> {
  const kubepad = new StaticHost(process.env["KUBEPAD_DIST"] ?? "dist");
  const docs = new DocsHost();
  const [address] = await Promise.all([kubepad.start(), docs.start()]);
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const pageOf = (embeds: number): string =>
      docs.add(
        listener +
          docsPage(
            address.replace("127.0.0.1", "localhost"),
            Array.from({ length: embeds }, () => embed),
          ),
      );
    const [one, twelve] = [pageOf(1), pageOf(count)];
    const alone: number[] = [];
    const first: number[] = [];
    const last: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(Math.max(...(await visit(await browser.newContext({ viewport }), one, 1))));
      const times = await visit(await browser.newContext({ viewport }), twelve, count);
      first.push(Math.min(...times));
      last.push(Math.max(...times));
    }
    const common = {
      where: "page",
      backend: "memory",
      unit: "ms",
      floor: median(alone),
      floorName: "one embed",
    } as const;
    report({ name: "first of twelve embeds", subject: median(first), ...common, goal: { atMost: 1.25 } });
    report({ name: "all of twelve embeds", subject: median(last), ...common, goal: { atMost: 4 } });
  } finally {
    await browser.close();
    await Promise.all([docs.stop(), kubepad.stop()]);
  }
}

async function visit(context: BrowserContext, address: string, embeds: number): Promise<Ready> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction((wanted) => readyTimes.length === wanted, embeds);
  const times = await page.evaluate(() => readyTimes);
  await context.close();
  return times;
}
