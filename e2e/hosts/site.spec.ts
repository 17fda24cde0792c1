import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { expectReady, frameOf } from "../embed/docs-host.ts";
import { StaticHost } from "../worker/static-host.ts";
import { problemsOf } from "./page-problems.ts";

// The documentation as `npm run docs` builds it: npm run docs && npm run hosts -- site
const folder = join(import.meta.dirname, "../../dist-docs");
const wanted = (process.env["KUBEPAD_HOSTS"] ?? "").split(",");
const isWanted = wanted.includes("site") || wanted.includes("all");
const pictures = process.env["KUBEPAD_PICTURES"];

const pages = [
  "",
  "start.html",
  "lessons/",
  "lessons/watch.html",
  "lessons/api-concepts.html",
  "lessons/wrong-port.html",
  "lessons/troubleshooting.html",
  "labs/requests.html",
  "labs/terminal.html",
  "labs/apply.html",
  "labs/cel.html",
  "labs/definitions.html",
  "labs/policies.html",
  "labs/world.html",
  "lessons.html",
  "embedding.html",
  "package.html",
  "performance.html",
  "api/kubepad.html",
  "api/testing.html",
  "api/further-types.html",
  "decisions/",
  "project/changelog.html",
];

const fileOf = (page: string): string => (page === "" || page.endsWith("/") ? `${page}index.html` : page);

/** Returns what a page says in the console, throws, or asks of other sites, from now on. */
function problemsIn(page: Page, address: string): readonly string[] {
  const problems = problemsOf(page);
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address))
      problems.push(`asked for ${request.url()}`);
  });
  return problems;
}

/** Waits until the page's own script has taken it over. */
const taken = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));

/** How far the content of a page is wider than the window. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const base of ["/", "/kubepad/docs/"]) describeSite(base);

function describeSite(base: string): void {
  test.describe(`the documentation under ${base}`, () => {
    test.skip(!isWanted, "npm run hosts -- site");
    const host = new StaticHost(folder, base);
    let address = "";

    test.beforeAll(async () => {
      if (!existsSync(join(folder, "index.html"))) throw new Error("npm run docs has not built dist-docs");
      address = await host.start();
    });
    test.afterAll(() => host.stop());

    test("a link loads no document, and the embeds of the next page use the same worker", async ({ page }) => {
      const problems = problemsIn(page, address);
      await page.goto(`${address}labs/requests.html`);
      await expectReady(await frameOf(page));
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      const [worker] = page.workers();
      const sidebar = page.getByRole("navigation", { name: "Sidebar Navigation" });
      await sidebar.getByRole("link", { name: "Two managers apply" }).click();
      await expect(page.getByRole("heading", { name: "Two managers apply" })).toBeVisible();
      await expectReady(await frameOf(page));
      expect(page.workers()).toContain(worker);
      await sidebar.getByRole("link", { name: "All lessons" }).click();
      await page.getByRole("link", { name: "Watch what changes" }).first().click();
      await expect(page).toHaveURL(`${address}lessons/watch.html`);
      await expectReady(await frameOf(page));
      await page.goBack();
      await page.goBack();
      await expectReady(await frameOf(page));
      expect(await page.evaluate(() => "stayed" in window)).toBe(true);
      expect(problems).toEqual([]);
    });

    test("the search finds a lesson, and opens it", async ({ page }) => {
      const problems = problemsIn(page, address);
      await page.goto(`${address}start.html`);
      await taken(page);
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.getByRole("searchbox").fill("bookmarks watch");
      await page.locator(".VPLocalSearchBox .result").first().click();
      await expect(page).toHaveURL(new RegExp(`^${address}lessons/`));
      expect(problems).toEqual([]);
    });
  });
}

test.describe("the documentation", () => {
  test.skip(!isWanted, "npm run hosts -- site");
  const host = new StaticHost(folder, "/kubepad/docs/");
  let address = "";
  test.beforeAll(async () => void (address = await host.start()));
  test.afterAll(() => host.stop());

  for (const path of pages)
    test(`${path === "" ? "the first page" : path} says nothing in the console, and fits on a phone`, async ({
      page,
    }) => {
      const problems = problemsIn(page, address);
      await page.goto(`${address}${fileOf(path)}`);
      await taken(page);
      const embeds = page.locator("kubepad-embed");
      if (path.startsWith("labs/") || path === "" || /^lessons\/(?!index|troubleshooting)./.test(path)) {
        await embeds.first().scrollIntoViewIfNeeded();
        await expectReady(await frameOf(page));
      }
      if (pictures !== undefined) await takePictures(page, path);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => excess(page)).toBe(0);
      expect(problems).toEqual([]);
    });

  test("an embed loads when it comes near the viewport, and not before", async ({ page }) => {
    await page.goto(`${address}labs/requests.html`);
    await expectReady(await frameOf(page));
    const last = page.locator("kubepad-embed").last();
    await expect(last.locator("iframe")).toHaveCount(0);
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator("iframe")).toBeAttached();
  });

  test("the embeds are as dark as the page, and stay so on the next visit", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${address}labs/cel.html`);
    const theme = async () => (await frameOf(page)).evaluate(() => document.documentElement.dataset["theme"]);
    await expectReady(await frameOf(page));
    await expect.poll(theme).toBe("light");
    await page.getByTitle("Switch to dark theme").filter({ visible: true }).click();
    await expect.poll(theme).toBe("dark");
    await page.reload();
    await expect.poll(theme).toBe("dark");
  });

  test("on paper there are no menus and no buttons", async ({ page }) => {
    await page.goto(`${address}lessons/watch.html`);
    const frame = await frameOf(page);
    await expectReady(frame);
    await page.emulateMedia({ media: "print" });
    await expect(frame.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Watch what changes" }).first()).toBeVisible();
  });

  test("readers without JavaScript see lessons and seeds, and their links work", async ({ browser }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${address}labs/requests.html`);
    await expect(page.getByText("colour: blue").first()).toBeVisible();
    await page.goto(`${address}lessons/watch.html`);
    await expect(page.getByRole("heading", { name: "List, then watch" })).toBeVisible();
    await expect(page.getByText("fieldSelector=metadata.name").first()).toBeVisible();
    await page.goto(`${address}lessons/index.html`);
    await page.getByRole("link", { name: "Watch what changes" }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL(`${address}lessons/watch.html`);
    await plain.close();
  });

  test("a link to a part of a lesson shows its text", async ({ page }) => {
    await page.goto(`${address}lessons/watch.html#list-then-watch`);
    await expect(page.getByRole("heading", { name: "List, then watch" })).toBeInViewport();
    await page.getByRole("button", { name: "Live" }).click();
    await expectReady(await frameOf(page));
    await expect(page.getByRole("heading", { name: "List, then watch" })).toBeHidden();
  });
});

/** Takes pictures for people to look at: wide and narrow, light and dark. */
async function takePictures(page: Page, path: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(500);
      const name = `${fileOf(path).replaceAll("/", "-").replace(".html", "")}-${width}-${scheme}.png`;
      await page.screenshot({ path: join(pictures ?? "", name) });
    }
  }
}
