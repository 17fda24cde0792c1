import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { BrowserContext, Page } from "@playwright/test";
import { createPrecacheList, listFiles } from "../../.config/precache.mjs";
import { saveData } from "../ui/open-page.ts";
import { create, namesOf, openTab, serverWorkerOf, waitForServer } from "./pad.ts";
import { builtApp, StaticHost } from "./static-host.ts";
import { test } from "./temporary-folder.ts";

let host: StaticHost;
test.beforeEach(() => void (host = new StaticHost(builtApp)));
test.afterEach(() => host.stop());

test.use({ serviceWorkers: "allow" });

/** What a page can see of its service worker. */
const serviceWorkerOf = (
  page: Page,
): Promise<{ active: string | undefined; waiting: string | undefined; controls: boolean }> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return {
      active: registration?.active?.state,
      waiting: registration?.waiting?.state,
      controls: navigator.serviceWorker.controller !== null,
    };
  });

const waitUntilOffline = (page: Page): Promise<void> =>
  expect.poll(() => serviceWorkerOf(page)).toMatchObject({ active: "activated", controls: true });

const fetchAll = (page: Page, paths: readonly string[]): Promise<readonly (readonly [string, number | string])[]> =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.map(
          async (path) =>
            [path, await fetch(new URL(path, document.baseURI)).then(({ status }) => status, String)] as const,
        ),
      ),
    paths,
  );

/**
 * Opens the page of a host in a world that is at rest, for what is about the service worker alone: by default a page
 * runs a world and loads the code of all views ahead, which takes longer than everything else here.
 */
async function openQuietTab(context: BrowserContext, url: string): Promise<Page> {
  await saveData(context);
  return openTab(context, `${url}?controllers=#/watches`);
}

test("after one visit everything works without the network, also what was never used before", async ({ context }) => {
  const url = await host.start();
  const page = await openTab(context, url);
  await create(page, "online");
  await waitUntilOffline(page);
  await host.stop();
  await context.setOffline(true);
  const paths = listFiles(builtApp).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(3);
  expect(await fetchAll(page, paths)).toEqual(paths.map((path) => [path, 200]));
  await create(page, "offline");
  await page.reload();
  await waitForServer(page);
  expect(await namesOf(page)).toEqual(["offline", "online"]);
  const second = await openTab(context, url);
  expect(await namesOf(second)).toEqual(["offline", "online"]);
});

test("the server's worker finds its own lazy parts without the network", async ({ context }) => {
  const url = await host.start();
  const page = await openQuietTab(context, url);
  await waitUntilOffline(page);
  await host.stop();
  await context.setOffline(true);
  const scripts = listFiles(builtApp)
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".js"));
  const statuses = await serverWorkerOf(page).evaluate(
    (all) => Promise.all(all.map((href) => fetch(href).then(({ status }) => status, String))),
    scripts.map((path) => new URL(path, url).href),
  );
  expect(statuses).toEqual(scripts.map(() => 200));
});

test("nothing but the app's own files is answered from the cache", async ({ context }) => {
  const page = await openQuietTab(context, await host.start());
  await waitUntilOffline(page);
  host.requests.length = 0;
  const others = ["api/v1/namespaces", "/api/v1/namespaces", "assets/none.js"];
  expect(await fetchAll(page, others)).toEqual(others.map((path) => [path, 404]));
  expect(host.requests.sort()).toEqual(["/api/v1/namespaces", "/pad/api/v1/namespaces", "/pad/assets/none.js"]);
});

test("the page can be installed under any path", async ({ context }) => {
  const url = await host.start();
  const page = await openTab(context, url);
  const session = await context.newCDPSession(page);
  const { errors, data = "" } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest: Readonly<Record<"start_url" | "scope", string>> & {
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  } = JSON.parse(data);
  const { start_url, scope, icons } = manifest;
  expect([start_url, scope].map((path) => new URL(path, url).href)).toEqual([url, url]);
  const sizes = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (src: string) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return image.naturalWidth;
        }),
      ),
    icons.map(({ src }) => src),
  );
  expect(sizes.slice(1)).toEqual(icons.slice(1).map((icon) => Number.parseInt(icon.sizes)));
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]); // as every page of a test
});

test("a new version waits until it is asked for, then takes the place of the old one as a whole, in all tabs", async ({
  context,
  temporaryFolder: next,
}) => {
  await cp(builtApp, next, { recursive: true });
  await changeBuild(next);
  const page = await openQuietTab(context, await host.start());
  await waitUntilOffline(page);
  host.folder = next;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => serviceWorkerOf(page)).toMatchObject({ active: "activated", waiting: "installed" });
  await page.reload();
  expect(await page.locator("head").innerHTML()).not.toContain("the next version");
  await waitForServer(page);
  const other = await openTab(context, page.url());
  // Chromium leaves a version waiting that is to take over while the old one is asked for parts of a page
  for (const tab of [page, other]) await tab.waitForLoadState("networkidle");
  const notice = { name: "Reload with the new version of Kubepad" };
  await page.getByRole("button", notice).click();
  await expect(page.locator("meta[name=kubepad-version]")).toHaveAttribute("content", "the next version");
  await expect.poll(() => serviceWorkerOf(page)).toMatchObject({ active: "activated", waiting: undefined });
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await expect(page.getByRole("button", notice)).toHaveCount(0);
  await other.getByRole("button", notice).click();
  await expect(other.locator("meta[name=kubepad-version]")).toHaveAttribute("content", "the next version");
});

/** Makes another version of a build: the page differs, and its service worker knows. */
async function changeBuild(folder: string): Promise<void> {
  const before = createPrecacheList(folder);
  const page = join(folder, "index.html");
  await writeFile(
    page,
    (await readFile(page, "utf8")).replace("<head>", '<head><meta name="kubepad-version" content="the next version">'),
  );
  const after = createPrecacheList(folder);
  const integrityOf = (list: typeof before): string =>
    list.files.find(({ path }) => path === "index.html")?.integrity ?? "";
  const worker = join(folder, "sw.js");
  const script = (await readFile(worker, "utf8"))
    .replace(before.version, after.version)
    .replace(integrityOf(before), integrityOf(after));
  await writeFile(worker, script);
}
