import { expect, test, type BrowserContext, type FrameLocator, type Page } from "@playwright/test";
import { chromiumArguments, ensureChromium } from "../../.config/chromium.mjs";
import { openBrowserProfile, type BrowserProfile } from "../browser-profile.ts";
import { builtApp, StaticHost } from "../worker/static-host.ts";
import { docsPage, type WrittenEmbed } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/** Embeds in pages of another site, in a browser that lets them keep what they want: no private window does. */
const sites = new DocsSites("/kubepad/");
const { docs } = sites;
let profile: BrowserProfile;
let context: BrowserContext;

test.beforeAll(async () => {
  await sites.start();
  profile = await openBrowserProfile({
    executablePath: ensureChromium(),
    args: chromiumArguments,
    viewport: { width: 1000, height: 1600 },
    serviceWorkers: "allow",
    preferences: { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } },
  });
  context = profile.context;
});
test.afterAll(async () => {
  await profile.close();
  await sites.stop();
});

const configMaps = "/api/v1/namespaces/default/configmaps";

const creating = (storage: Readonly<Record<string, string>>): WrittenEmbed => ({
  attributes: {
    view: "request",
    method: "POST",
    target: configMaps,
    body: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\n",
    ...storage,
  },
});

const listing = (storage: Readonly<Record<string, string>>): WrittenEmbed => ({
  attributes: { view: "request", target: configMaps, ...storage },
});

/** A page whose frames install no service worker, as in other tests that are not about it: it loads the whole build. */
async function pageWithoutServiceWorker(): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {});
  });
  return page;
}

const embedOf = (page: Page, index: number): FrameLocator =>
  page.locator("kubepad-embed").nth(index).frameLocator("iframe");

/** Creates an object in the first embed, comes back, and returns what the second embed of the page lists then. */
async function listedAfterReturn(page: Page, storage: Readonly<Record<string, string>>): Promise<string> {
  const address = docs.add(docsPage(sites.site, [creating(storage), listing(storage)]));
  await page.goto(address);
  const first = embedOf(page, 0);
  await first.getByRole("button", { name: "Send", exact: true }).click();
  await expect(first.getByText("201 Created").first()).toBeVisible();
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("kubepad-embed").nth(1).scrollIntoViewIfNeeded();
  const second = embedOf(page, 1);
  await expect(second.getByText("200 OK").first()).toBeVisible();
  return second.getByRole("region", { name: "Answer body" }).innerText();
}

test("an embed keeps its objects for the next visit where its page asks for it, and not otherwise", async () => {
  const page = await pageWithoutServiceWorker();
  expect(await listedAfterReturn(page, { storage: "browser", server: "tour" })).toContain("name: kept");
  expect(await listedAfterReturn(page, { server: "tour" })).not.toContain("name: kept");
  await page.close();
});

test("embeds see and change none of the reader's worlds, whatever their addresses name", async () => {
  const reader = await pageWithoutServiceWorker();
  await reader.goto(`${sites.site}#/server?tab=worlds`);
  await reader.getByRole("button", { name: "New world…" }).click();
  await reader.getByRole("textbox", { name: "Name" }).fill("Staging");
  await reader.getByRole("button", { name: "Create" }).click();
  await expect(reader).toHaveTitle(/ · Staging · Kubepad$/);
  const id = new URL(reader.url()).searchParams.get("world") ?? "";
  const kept = () =>
    reader.evaluate(async () => [
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => !name?.includes("embed")),
      Object.keys(localStorage).filter((key) => key.includes("@")),
    ]);
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const made = (name: string) => JSON.stringify({ metadata: { name } });
  await reader.evaluate(([target, options, body]) => window.kubepad.fetch(target, { ...options, body }), [
    configMaps,
    post,
    made("mine"),
  ] as const);
  await expect.poll(async () => (await kept())[0]).toContain(`kubepad/world/${id}/settings`);
  const before = await kept();

  const page = await pageWithoutServiceWorker();
  const host = `${sites.site}?world=${id}`; // as the embedding page might try
  for (const storage of [{}, { storage: "browser", server: id }]) {
    await page.goto(docs.add(docsPage(sites.site, [creating(storage)])));
    const first = embedOf(page, 0);
    await first.getByRole("button", { name: "Send", exact: true }).click();
    await expect(first.getByText("201 Created").first()).toBeVisible();
  }
  expect(await kept()).toEqual(before);
  await page.goto(`${host}#/requests/new?m=GET&t=${encodeURIComponent(configMaps)}&send=1`);
  await expect(page.getByRole("region", { name: "Answer body" })).toContainText("name: mine");
  await expect(page.getByRole("region", { name: "Answer body" })).not.toContainText("name: kept");
  await page.close();
  await reader.close();
});

test("kept objects are the embedding page's own: the reader's Kubepad has none of them", async () => {
  const page = await pageWithoutServiceWorker();
  await listedAfterReturn(page, { storage: "browser", server: "other" });
  await page.goto(`${sites.site}#/requests/new?m=GET&t=${encodeURIComponent(configMaps)}&send=1`);
  await expect(page.getByText("200 OK").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Answer body" })).toContainText("ConfigMapList");
  await expect(page.getByRole("region", { name: "Answer body" })).not.toContainText("name: kept");
  await page.close();
});

test("a frame that was visited once works without a network", async () => {
  const page = await context.newPage();
  const own = new StaticHost(builtApp, "/kubepad/");
  const address = (await own.start()).replace("127.0.0.1", "localhost");
  const frame = `<iframe src="${address}?embed=request&target=/version" height="400" title="A request"></iframe>`;
  const written = docs.add(`<!doctype html><title>Docs</title>${frame}`);
  const body = page.frameLocator("iframe").getByRole("region", { name: "Answer body" });
  await page.goto(written);
  await expect(body).toContainText("gitVersion");
  const inner = page.frames()[1];
  await inner?.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await own.stop();
  await page.goto("about:blank");
  await page.goto(written);
  await expect(body).toContainText("gitVersion");
  await page.close();
});
