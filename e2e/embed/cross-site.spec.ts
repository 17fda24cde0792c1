import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { chromiumArguments, ensureChromium } from "../../.config/chromium.mjs";
import { openBrowserProfile, type BrowserProfile } from "../browser-profile.ts";
import { docsPage, expectReady, frameOf, originsAsked, type WrittenEmbed } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/**
 * Embeds in pages of another site: the pages are on 127.0.0.1, Kubepad is on localhost under a path of its own. The
 * browser blocks storage of third parties.
 */
const sites = new DocsSites("/docs/tools/kubepad/");
const { kubepad, docs } = sites;
let profile: BrowserProfile;
let context: BrowserContext;

test.beforeAll(async () => {
  await sites.start();
  profile = await openBrowserProfile({
    executablePath: ensureChromium(),
    args: chromiumArguments,
    viewport: { width: 1000, height: 800 },
    preferences: { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } },
  });
  context = profile.context;
});
test.afterAll(async () => {
  await profile.close();
  await sites.stop();
});

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "1" } });
const request: WrittenEmbed = { attributes: { view: "request", target: "/version" } };

async function open(embeds: readonly WrittenEmbed[], gap = 0): Promise<Page> {
  const page = await context.newPage();
  kubepad.requests.length = 0;
  await page.goto(docs.add(docsPage(sites.site, embeds, gap)));
  return page;
}

test("a frame whose storage is blocked runs a server, is as high as its content, and asks no other origin", async () => {
  const origins = originsAsked(context);
  const page = await open([{ attributes: { view: "object", target: `${configMaps}/one` }, seed: [configMap("one")] }]);
  const frame = await frameOf(page);
  await expectReady(frame);
  const denied = await frame.evaluate(() =>
    Promise.all([
      new Promise((resolve) => resolve(localStorage.length)).then(
        () => "kept",
        ({ name }) => name,
      ),
      navigator.locks.request("a", () => "granted").catch(({ name }) => name),
    ]),
  );
  expect(denied).toEqual(["SecurityError", "SecurityError"]);
  await expect(frame.getByRole("region", { name: "Manifest" })).toContainText("name: one");
  const height = (): Promise<number> => page.locator("kubepad-embed").evaluate((element) => element.clientHeight);
  const excess = async () => (await frame.evaluate(() => document.documentElement.scrollHeight)) - (await height());
  await expect(frame.getByRole("progressbar")).toHaveCount(0); // what loads has another height
  await expect.poll(excess).toBe(0);
  const before = await height();
  await frame.getByRole("tab", { name: "History" }).click();
  await expect.poll(height).toBeLessThan(before);
  expect([...origins].sort()).toEqual([new URL(page.url()).origin, new URL(sites.site).origin].sort());
  await page.close();
});

test("the embeds of a page share one worker, and those off screen have asked for nothing", async () => {
  const page = await open([request, request, ...Array.from({ length: 6 }, () => request)], 1000);
  await expectReady(await frameOf(page));
  expect(await page.locator("kubepad-embed iframe").count()).toBe(1);
  // that of the embed, and that of the frame which has the worker
  expect(kubepad.requests.filter((path) => path.endsWith("/kubepad/"))).toHaveLength(2);
  for (let i = 1; i < 8; i += 1) {
    await page.locator("kubepad-embed").nth(i).scrollIntoViewIfNeeded();
    await expectReady(await frameOf(page, i));
  }
  await expect.poll(() => page.workers().length).toBe(1);
  await page.close();
});

test("embeds that name a server share it, others do not", async () => {
  const shared = { view: "request", target: configMaps, server: "tour" };
  const page = await open([
    { attributes: shared, seed: [configMap("ours")] },
    { attributes: shared },
    { attributes: { view: "request", target: configMaps } },
  ]);
  const answer = async (index: number) => (await frameOf(page, index)).getByRole("region", { name: "Answer body" });
  await expect(await answer(0)).toContainText("name: ours");
  // the second may have asked before the first had created its seed
  await (await frameOf(page, 1)).getByRole("button", { name: "Send", exact: true }).click();
  await expect(await answer(1)).toContainText("name: ours");
  await expect(await answer(2)).toContainText("ConfigMapList");
  await expect(await answer(2)).not.toContainText("name: ours");
  await page.close();
});

const object: WrittenEmbed = {
  attributes: { view: "object", target: `${configMaps}/one` },
  seed: [configMap("one")],
};

test("an embed goes on when the one that was there first is removed", async () => {
  const page = await open([request, object], 2000);
  await expectReady(await frameOf(page)); // the other one is off screen
  await page.locator("kubepad-embed").nth(1).scrollIntoViewIfNeeded();
  const frame = await frameOf(page, 1);
  await expectReady(frame);
  const [worker] = page.workers();
  await page.evaluate(() => document.querySelector("kubepad-embed")?.remove());
  await frame.getByRole("tab", { name: "YAML" }).click();
  await frame.getByRole("button", { name: "Start over" }).click();
  await expect(frame.getByRole("region", { name: "Manifest" })).toContainText("name: one");
  await expect(frame.getByText("The server was started again")).toHaveCount(0);
  expect(page.workers()).toEqual([worker]);
  await page.close();
});

test("when the frame with the worker is removed, embeds start again from their seeds and say so", async () => {
  const page = await open([object]);
  const frame = await frameOf(page);
  await expectReady(frame);
  await page.evaluate(() => {
    document.querySelector("kubepad-embed")?.addEventListener("restart", () => (document.title = "told"));
    document.querySelector("html > iframe")?.remove();
  });
  await expect(frame.getByText("The server was started again")).toBeVisible();
  await expect(frame.getByRole("region", { name: "Manifest" })).toContainText("name: one");
  expect(await page.title()).toBe("told");
  await expect.poll(() => page.workers().length).toBe(1);
  await page.close();
});

test("a sandboxed frame without an origin starts from a blob worker", async () => {
  const page = await open([{ attributes: { ...request.attributes, sandbox: "" } }]);
  const frame = await frameOf(page);
  await expectReady(frame);
  expect(await frame.evaluate(() => self.origin)).toBe("null");
  await expect(frame.getByRole("region", { name: "Answer body" })).toContainText("gitVersion");
  expect(page.workers().map((worker) => worker.url().split(":")[0])).toEqual(["blob"]);
  await page.close();
});

test("the policy of the page holds in embeds", async () => {
  const page = await open([request]);
  const frame = await frameOf(page);
  await expectReady(frame);
  const broken = await frame.evaluate(async (other) => {
    const seen: string[] = [];
    addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
    await fetch(other).catch(() => undefined);
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    document.body.append(script);
    const image = new Image();
    image.src = `${other}/picture.png`;
    await new Promise((resolve) => image.addEventListener("error", resolve));
    return [...seen.sort(), document.title];
  }, new URL(page.url()).origin);
  expect(broken).toEqual(["connect-src", "img-src", "script-src-elem", "Kubepad"]);
  await page.close();
});
