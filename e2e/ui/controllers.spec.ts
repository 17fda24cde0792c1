import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, goTo, openApp, openLog, rowWith } from "./open-page.ts";

const deployment = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "app", image: "nginx:1.27" }] } },
  },
});

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const create = async (page: Page, name: string): Promise<void> => {
  expect((await ask(page, "POST", deployments, deployment(name))).status).toBe(201);
};
const readyOf = async (page: Page, name: string): Promise<unknown> =>
  JSON.parse((await ask(page, "GET", `${deployments}/${name}`)).text)?.status?.readyReplicas;

const field = (page: Page) => page.getByRole("combobox", { name: "Controllers" });
const restarted = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Restart with these settings" }).click();
  await expect(page.getByText("The server restarted.").first()).toBeVisible();
};

test("a new world begins with controllers, and keeps what is chosen", async ({ page }) => {
  await openApp(page, "#/server?tab=settings", "living");
  await expect(field(page)).toHaveValue("all");
  await expect(page.getByText("All settings are at their defaults.")).toBeVisible();
  await create(page, "first");
  await expect.poll(() => readyOf(page, "first")).toBe(2);
  await page.reload();
  await expect(field(page)).toHaveValue("all");
  await field(page).selectOption("own");
  await expect(page.getByRole("region", { name: "What changes" })).toContainText(/These stop: .*controller/);
  await expect(page.getByText("The admission plugin ServiceAccount is off (was on).")).toBeVisible();
  await restarted(page);
  await page.reload();
  await expect(field(page)).toHaveValue("own");
  await create(page, "second");
  const { status } = await ask(page, "GET", "/api/v1/namespaces/default/pods?labelSelector=app%3Dsecond");
  expect([status, await readyOf(page, "second")]).toEqual([200, undefined]);
});

test("a database of before goes on with the controllers that it had, until all are started", async ({ page }) => {
  await openApp(page, "#/world");
  await create(page, "waiting");
  await openApp(page, "#/world", "living");
  await expect(page.getByText("Only the controllers that the API server depends on run")).toBeVisible();
  await expect(page.getByRole("treeitem").filter({ hasText: "waiting" })).toContainText("0 of 2 ready");
  await page.getByRole("button", { name: "Add a node" }).click();
  await page.getByRole("button", { name: "Start all controllers" }).click();
  await expect(page.getByText("All controllers run, with a scheduler")).toBeVisible();
  await expect.poll(() => readyOf(page, "waiting")).toBe(2);
});

test("the log hides what controllers do until asked for", async ({ page }) => {
  await openApp(page, "#/requests", "living");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const log = page.getByRole("region", { name: "Request log" });
  await openLog(page);
  await expect(rowWith(page, "Request log", "You").first()).toBeVisible();
  await create(page, "logged");
  await expect.poll(() => readyOf(page, "logged")).toBe(2);
  await expect(rowWith(page, "Request log", "/replicasets")).toHaveCount(0);
  await expect(rowWith(page, "Request log", "kube-scheduler")).toHaveCount(0);
  await expect(rowWith(page, "Request log", "/nodes")).toHaveCount(0);
  await log.getByRole("button", { name: /^Controllers \d+ hidden$/ }).click();
  await log.getByRole("textbox").fill("kube-scheduler binding");
  await expect(rowWith(page, "Request log", "/binding")).toHaveCount(2);
});

test("a link brings its world to life as it was, and goes on with it", async ({ page, context }) => {
  await openApp(page, "#/world", "living");
  await create(page, "shared");
  await expect.poll(() => readyOf(page, "shared")).toBe(2);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share a link or file…" }).click();
  await expect(page.getByRole("checkbox", { name: /Server settings: all controllers/ })).toBeChecked();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  const reader = await context.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Open", exact: true }).click();
  const tree = reader.getByRole("tree", { name: "Objects by owner" });
  await expect(tree.getByRole("treeitem").filter({ hasText: /^Deploymentshared.*2 of 2 ready/ })).toBeVisible();
  await expect(tree.getByRole("treeitem").filter({ hasText: /^Podshared-/ })).toHaveCount(2);
  await tree
    .getByRole("treeitem")
    .filter({ hasText: /^Deploymentshared/ })
    .click();
  await goTo(reader, "#/world");
  await expect(reader.getByText("All controllers run, with a scheduler")).toBeVisible();
});
