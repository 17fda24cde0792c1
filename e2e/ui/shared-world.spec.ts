import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, goTo, openApp } from "./open-page.ts";
import { drop, guestBar, offer, openDialog, openElsewhere, openProfile } from "./share-views.ts";

const sample = "#/objects/apps/v1/deployments/demo/web";

/** The sentence with the state of the object that is shown. */
const state = (page: Page) =>
  page.getByRole("region", { name: "Overview" }).getByRole("region", { name: "State", exact: true });

const isReady = (page: Page, count: number): Promise<void> =>
  expect(state(page)).toContainText(`${count} of ${count} available`, { timeout: 120_000 });

const open = (page: Page) => offer(page).getByRole("button", { name: "Open", exact: true }).click();

/** The world of a page shows in its bar and in its URL, and stays through reload, back and a second tab. */
async function staysOpen(page: Page, count: number): Promise<void> {
  const url = page.url();
  expect(url).toMatch(/\?shared=\w+#\/objects\/apps\/v1\/deployments\//);
  await page.reload();
  await expect(guestBar(page)).toContainText("It was opened again as it came.");
  expect(page.url()).toBe(url);
  await isReady(page, count);

  const second = await page.context().newPage();
  await second.goto(url);
  await expect(guestBar(second)).toContainText("A shared world");
  await isReady(second, count);
  await second.close();

  await page.goBack();
  await expect(guestBar(page)).toHaveCount(0);
  expect(page.url()).not.toContain("?shared=");
  await page.goForward();
  await expect(guestBar(page)).toBeVisible();
  expect(page.url()).toBe(url);
  await isReady(page, count);
}

const keep = (page: Page) => page.getByRole("dialog", { name: "Keep it on my server" });

/** axe finds nothing in what is shown, in light and dark. */
async function isAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await changeTheme(page, theme);
    expect.soft(await axeProblems(page, theme === "light" ? "all" : "colours")).toEqual([]);
  }
}

const sizes = [
  { device: "desktop", viewport: { width: 1440, height: 900 } },
  { device: "phone", viewport: { width: 390, height: 844 } },
] as const;

for (const { device, viewport } of sizes) {
  test(`a Deployment of the sample runs where its link is opened, and is kept, on a ${device}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(viewport);
    await openApp(page, "", "living");
    await expect
      .poll(async () => (await ask(page, "GET", "/apis/apps/v1/namespaces/demo/deployments/web")).status)
      .toBe(200);
    await goTo(page, sample);
    await isReady(page, 3);
    await openDialog(page);
    const along = page.getByRole("group", { name: "What comes along" });
    for (const line of [
      /^Namespace demo web is in it/,
      /^ConfigMap demo\/web-settings web refers to it/,
      /^Service demo\/web it selects the pods of web/,
      /^Node node-1 pods of web run on it/,
    ])
      await expect(along.getByRole("checkbox", { name: line })).toBeChecked();
    await isAccessible(page);
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link.length).toBeLessThanOrEqual(2000);

    const reader = await openElsewhere(browser, link, baseURL, viewport);
    const own = { data: { colour: "red", greeting: "mine" } };
    await ask(reader, "POST", "/api/v1/namespaces", {
      metadata: { name: "demo", labels: { "app.kubernetes.io/part-of": "demo" } },
    });
    await ask(reader, "POST", "/api/v1/namespaces/demo/configmaps", { metadata: { name: "web-settings" }, ...own });
    await open(reader);
    await expect(guestBar(reader)).toBeVisible();
    await isReady(reader, 3);
    await staysOpen(reader, 3);

    await guestBar(reader).getByRole("button", { name: "Keep it…" }).click();
    await expect(keep(reader)).toContainText("1 object with the same name and other content");
    await keep(reader)
      .getByText(/changes? to yours/)
      .first()
      .click();
    await expect(keep(reader).getByRole("list", { name: /^Changes to ConfigMap demo\/web-settings/ })).toContainText(
      /data\.colour.*"red".*"blue"/,
    );
    await isAccessible(reader);
    await keep(reader).getByText(/^New/).click();
    await expect(keep(reader)).toContainText("Deployment demo/web");
    await expect(keep(reader)).not.toContainText("ReplicaSet");
    await keep(reader).getByRole("button", { name: "Keep", exact: true }).click();
    await keep(reader).getByRole("button", { name: "Done" }).click();
    await expect(guestBar(reader)).toHaveCount(0);
    await isReady(reader, 3);
    expect(reader.url()).not.toContain("?shared=");
    const kept = await ask(reader, "GET", "/api/v1/namespaces/demo/configmaps/web-settings");
    expect(JSON.parse(kept.text).data).toEqual(own.data);
    await reader.context().close();
  });

  test(`a Deployment and a Service run that are dropped as YAML, on a ${device}`, async ({ browser, baseURL }) => {
    const page = await openProfile(browser, "/#/watches", { baseURL, viewport });
    await expect(page.locator(".kp-state")).toContainText("revision");
    await drop(page, "shop.yaml", shop);
    await expect(offer(page)).toContainText("with controllers and nodes as a new world has");
    await open(page);
    await expect(guestBar(page)).toContainText("It brings 2 objects (1 Deployment, 1 Service).");
    await goTo(page, "#/objects/apps/v1/deployments/default/shop");
    await isReady(page, 2);
    await page.goBack();
    await goTo(page, "#/objects/apps/v1/deployments/default/shop");
    const url = page.url();
    await page.reload();
    await expect(guestBar(page)).toContainText("It was opened again as it came.");
    expect(page.url()).toBe(url);
    await isReady(page, 2);
    const second = await page.context().newPage();
    await second.goto(url);
    await isReady(second, 2);
    await expect(guestBar(second)).toBeVisible();
    await second.close();
    await goTo(page, "#/objects/discovery.k8s.io/v1/endpointslices");
    await expect(
      page.getByRole("table", { name: "EndpointSlice" }).getByRole("row").filter({ hasText: "shop" }),
    ).toHaveCount(1);

    await guestBar(page).getByRole("button", { name: "Keep it…" }).click();
    await expect(keep(page)).toContainText("2 objects will be created on your server. 2 objects are there already.");
    await keep(page).getByRole("button", { name: "Keep", exact: true }).click();
    await keep(page).getByRole("button", { name: "Done" }).click();
    await goTo(page, "#/objects/apps/v1/deployments/default/shop");
    await isReady(page, 2);
    await expect(guestBar(page)).toHaveCount(0);
    await page.context().close();
  });
}

const shop = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 2
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: shop, image: shop:1 }] }
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector: { app: shop }
  ports: [{ port: 80 }]
`;

test("the pace of a world's time comes along, and an object that comes along can be taken out", async ({
  page,
  browser,
  baseURL,
}) => {
  await openApp(page, "#/world", "living");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("button", { name: "Go on", exact: true })).toBeVisible();
  await ask(page, "POST", "/api/v1/namespaces/default/pods", {
    metadata: { name: "lonely" },
    spec: { containers: [{ name: "a", image: "a:1" }] },
  });
  await goTo(page, "#/objects/core/v1/pods/default/lonely");
  await expect(state(page)).toBeVisible();
  await openDialog(page);
  await expect(page.getByRole("checkbox", { name: "Server settings: all controllers, time paused" })).toBeChecked();
  const link = page.getByRole("textbox", { name: "Link" });
  const before = await link.inputValue();
  await page
    .getByRole("group", { name: "What comes along" })
    .getByRole("checkbox", { name: /^Node node-2/ })
    .uncheck();
  await expect(link).not.toHaveValue(before);
  const reader = await openElsewhere(browser, await link.inputValue(), baseURL);
  await expect(offer(reader)).toContainText("It brings 2 objects (1 Pod, 1 Node)");
  await open(reader);
  await expect(guestBar(reader)).toBeVisible();
  await goTo(reader, "#/world");
  await reader.getByRole("button", { name: "Go on", exact: true }).click();
  await goTo(reader, "#/objects/core/v1/pods/default/lonely");
  await expect(state(reader)).toContainText("Running", { timeout: 120_000 });
  await reader.context().close();
});

test("an address whose world is not in this browser says so, on the own server", async ({ page }) => {
  await openApp(page, "&shared=nowhere#/objects");
  await expect(offer(page).getByRole("alert")).toContainText("is not in this browser");
  await expect(offer(page)).toContainText("You are on your own server");
  expect(page.url()).toMatch(/#\/shared$/);
  expect(page.url()).not.toContain("shared=");
});
