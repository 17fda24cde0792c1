import { expect, test, type BrowserContext, type Frame, type Page } from "@playwright/test";
import { expectReady, frameOf } from "../embed/docs-host.ts";
import { builtApp, StaticHost } from "../worker/static-host.ts";
import { buildHost } from "./build-host.ts";
import { HostSite } from "./host-site.ts";
import { hosts, type Host } from "./hosts.ts";
import { problemsOf } from "./page-problems.ts";

/** Names of generators, or `all`. The tests of the browser do those that cost least. */
const wanted = (process.env["KUBEPAD_HOSTS"] ?? "plain,mdx").split(",");
const chosen = hosts.filter(({ name }) => wanted.includes(name) || wanted.includes("all"));

/** Waits until the embed shows the object of its seed. */
async function expectSeed(page: Page): Promise<Frame> {
  await expect(page.locator("kubepad-embed iframe")).toBeAttached();
  const frame = await frameOf(page);
  await expectReady(frame);
  await expect(frame.getByText("colour: blue").first()).toBeVisible();
  return frame;
}

for (const host of chosen) describeHost(host);

function describeHost(host: Host): void {
  test.describe(host.name, () => {
    const kubepad = new StaticHost(builtApp, "/kubepad/");
    let site: HostSite | undefined;
    let address = "";
    let context: BrowserContext;
    let page: Page;

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(1_200_000); // to install a generator takes longest
      const built = await buildHost(host);
      test.skip(built.missing !== undefined, built.missing);
      if (built.missing !== undefined) return;
      site = new HostSite(built.folder, (await kubepad.start()).replace("127.0.0.1", "localhost"), host.policy);
      address = await site.start();
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    });
    test.beforeEach(async () => void (page = await context.newPage()));
    test.afterEach(() => page?.close());
    test.afterAll(async () => {
      await context?.close();
      await Promise.all([site?.stop(), kubepad.stop()]);
    });

    for (const path of [host.pages.settings, ...(host.others ?? [])])
      test(`the embed of ${path} shows its seed, and nothing is said in the console`, async () => {
        const problems = problemsOf(page);
        await page.goto(`${address}${path}`);
        await expectSeed(page);
        expect(problems).toEqual([]);
      });

    test("a page that is reached by a link has its seed, and so when the reader comes back", async () => {
      const problems = problemsOf(page);
      await page.goto(`${address}${host.pages.elsewhere}`);
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      await page.getByRole("link", { name: "The settings" }).click();
      await expectSeed(page);
      expect(await page.evaluate(() => "stayed" in window)).toBe(host.navigates);
      const [worker] = page.workers();
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
      await page.goForward();
      await expectSeed(page);
      if (host.navigates) expect(page.workers()).toContain(worker);
      expect(problems).toEqual([]);
    });

    test("the embed is as dark as the page", async () => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`${address}${host.pages.settings}`);
      const frame = await expectSeed(page);
      const theme = () => frame.evaluate(() => document.documentElement.dataset["theme"]);
      await expect.poll(theme).toBe("light");
      await host.makeDark(page);
      await expect.poll(theme).toBe("dark");
    });

    test("there are no buttons on paper", async () => {
      await page.goto(`${address}${host.pages.settings}`);
      const frame = await expectSeed(page);
      await expect(frame.getByRole("button").first()).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await expect(frame.getByText("colour: blue").first()).toBeVisible();
      await expect(frame.getByRole("button")).toHaveCount(0);
    });

    test("a reader without JavaScript sees the text", async ({ browser }) => {
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const read = await plain.newPage();
      await read.goto(`${address}${host.pages.settings}`);
      await expect(read.getByText("colour: blue").first()).toBeVisible();
      await plain.close();
    });
  });
}
