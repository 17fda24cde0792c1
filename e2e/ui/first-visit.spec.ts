import { expect, test, type Page } from "@playwright/test";
import { createConfigMap, goTo, openApp, openLog, rowWith, saveData } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

test("the log is closed until it is opened and leaves controllers out until asked for", async ({ page }) => {
  await openApp(page, "");
  const log = page.getByRole("region", { name: "Request log" });
  await expect(log).toBeHidden();
  await page.getByRole("button", { name: /^Send a request/ }).click();
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("200 OK");
  await expect(log).toBeHidden();
  await openLog(page);
  await expect(rowWith(page, "Request log", "/api/v1/namespaces").filter({ hasText: "You" }).first()).toBeVisible();
  await expect(rowWith(page, "Request log", "garbage")).toHaveCount(0);
  const controllers = log.getByRole("button", { name: /^Controllers \d+ hidden$/ });
  await expect(controllers).toHaveAttribute("aria-pressed", "false");
  await controllers.click();
  await expect(rowWith(page, "Request log", "garbage").first()).toBeVisible();
  await expect(log.getByRole("button", { name: "Controllers", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("the log is open below the views where it was opened, also after a reload, and never in lessons", async ({
  page,
}) => {
  const log = page.getByRole("region", { name: "Request log" });
  await openApp(page, "#/requests");
  await openLog(page);
  await goTo(page, "#/objects");
  await expect(page.getByRole("button", { name: "Request log", exact: true })).toBeVisible();
  await expect(log).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Request log", exact: true })).toBeVisible();
  await expect(log).toBeHidden();
  await goTo(page, "#/requests");
  await expect(log).toBeVisible();
  await page.getByRole("button", { name: "Hide the request log" }).click();
  await expect(log).toBeHidden();
  await goTo(page, "#/lessons");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lessons");
  await expect(page.getByRole("button", { name: "Request log", exact: true })).toHaveCount(0);
});

test("own saves are yours, their dry runs are the page's", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "mine", { colour: "red" });
  await goTo(page, "#/objects/core/v1/configmaps/default/mine?tab=manifest");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("0 differences")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved as revision")).toBeVisible();
  await openLog(page);
  await expect(rowWith(page, "Request log", `${configMaps}/mine?dryRun=All`).first()).toContainText("Page");
  await expect(rowWith(page, "Request log", `${configMaps}/mine`).filter({ hasText: "You" })).toBeVisible();
});

test("bodies are YAML first, JSON is one click away and remembered", async ({ page }) => {
  await openApp(page, "#/requests");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("region", { name: "Answer body" })).toContainText("kind: NamespaceList");
  await page.getByRole("tab", { name: "Body" }).click();
  const yaml = page.getByRole("group", { name: "Body language" }).getByRole("button", { name: "YAML" });
  await expect(yaml).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByRole("region", { name: "Answer body" })).toContainText('"kind": "NamespaceList"');
  await page.reload();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("region", { name: "Answer body" })).toContainText('"kind": "NamespaceList"');
  await goTo(page, "#/objects/core/v1/namespaces/-/default?tab=manifest");
  await expect(page.getByRole("region", { name: "Manifest" })).toContainText('"kind": "Namespace"');
});

test("a long path can be read whole", async ({ page }) => {
  const path = `/apis/apps/v1/namespaces/a-namespace-with-a-long-name/deployments?labelSelector=app.kubernetes.io/name=web`;
  await openApp(page, `#/requests/new?m=GET&t=${encodeURIComponent(path)}`);
  const field = page.getByRole("combobox", { name: "Path" });
  await expect(field).toHaveValue(path);
  const [needs, has] = await field.evaluate((input) => [input.scrollWidth, input.clientWidth]);
  expect(needs).toBeLessThanOrEqual(has ?? 0);
  expect(has).toBeGreaterThan(1000);
});

test("a watch in the console blocks neither sending nor reading", async ({ page }) => {
  await openApp(page, "#/requests/new?m=GET&t=/api/v1/namespaces");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText("4 items");
  await goTo(page, `#/requests/new?m=GET&t=${encodeURIComponent(`${configMaps}?watch=true`)}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(answer).toContainText("watching");
  const history = page.getByRole("complementary", { name: "History" });
  await history.getByRole("link", { name: /namespaces 200 OK/ }).click();
  await expect(answer).toContainText("4 items");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(answer).toContainText("4 items");
  await createConfigMap(page, "meanwhile", {});
  await history.getByRole("link", { name: /watch=true watching/ }).click();
  await expect(page.getByRole("button", { name: /ADDED default\/meanwhile/ })).toBeVisible();
  await page.getByRole("button", { name: "End the watch" }).click();
  await expect(answer).toContainText("you ended the watch");
});

test("the first entry of a history shows the object as created, managed fields folded", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "begun", { colour: "red" });
  await goTo(page, "#/objects/core/v1/configmaps/default/begun?tab=history");
  await page.getByRole("button", { name: /created/ }).click();
  await expect(page.getByText("The object as created")).toBeVisible();
  const object = page.getByRole("region", { name: /^What revision/ });
  await expect(object).toContainText("colour: red");
  await expect(object).toContainText("managedFields: … ");
  await expect(object).not.toContainText("fieldsV1");
});

test("the lab shows no verdict of an earlier expression beside a broken one", async ({ page }) => {
  await openApp(page, "#/cel/cost?example=over-budget");
  await expect(page.locator(".kp-lab-result")).toContainText("Estimate");
  await page.locator(".kp-lab .monaco-editor").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("self.replicas <");
  await expect(page.locator(".kp-lab-result")).toContainText("does not compile");
  await expect(page.locator(".kp-lab-result")).not.toContainText("Estimate");
  await expect(page.getByText("The expression does not compile")).toBeVisible();
  await expect(page.getByRole("region", { name: "Result" }).getByRole("table")).toHaveCount(0);
});

const views = [
  ["#/world", "World"],
  ["#/welcome", "World"],
  ["#/requests", "Requests"],
  ["#/log", "Request log"],
  ["#/objects", "Objects"],
  ["#/objects/core/v1/configmaps", "ConfigMaps in all namespaces"],
  ["#/objects/core/v1/configmaps?create=1", "New ConfigMap"],
  ["#/objects/core/v1/namespaces/-/default", "default (Namespace)"],
  ["#/watches", "Watches"],
  ["#/apply", "Apply"],
  ["#/apply/handover", "handover · Lessons"],
  ["#/cel/cost", "CEL"],
  ["#/definitions", "Definitions"],
  ["#/definitions/gallery/certificate", "certificate · Definitions"],
  ["#/policies/example/no-latest", "no-latest · Policies"],
  ["#/explain/apps/v1/Deployment", "Explain Deployment"],
  ["#/identity", "Identity"],
  ["#/server", "Server"],
] as const;

test("every view has one main part, one first heading and a title that names it", async ({ page }) => {
  await openApp(page);
  for (const [address, title] of views) {
    await goTo(page, address);
    await expect(page, address).toHaveTitle(`${title} · Kubepad`);
    await expect(page.getByRole("main"), address).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveText(title);
  }
});

test("the focus goes back after the palette, or to the place that it led to", async ({ page }) => {
  await openApp(page, "#/requests");
  const path = page.getByRole("combobox", { name: "Path" });
  await path.focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Search actions, kinds, objects")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(path).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("go to server");
  await expect(page.getByRole("option", { name: /Go to Server/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/server/);
  await expect(page.getByRole("main")).toBeFocused();
});

/** Opens the app, lets time pass, and returns the names of the scripts that a browser with nothing else to do loads. */
async function scriptsLoadedAhead(page: Page): Promise<readonly string[]> {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url().replace(/^.*\//, "")));
  await page.clock.install();
  await page.goto("/?controllers=#/watches");
  await expect(page.locator(".kp-state")).toContainText("revision");
  scripts.length = 0;
  await page.clock.runFor(10_000);
  await goTo(page, "#/server");
  await expect(page.getByRole("heading", { name: "Server" }).first()).toBeVisible();
  return scripts;
}

test("the code of views that are not open is loaded ahead", async ({ page }) => {
  const loaded = page.waitForRequest(/\/lessons-place-[^/]*\.js$/);
  await scriptsLoadedAhead(page);
  await loaded;
});

test("a reader who saves data loads the code of a view when it is opened", async ({ page }) => {
  await saveData(page);
  const scripts = await scriptsLoadedAhead(page);
  expect(scripts).toContainEqual(expect.stringMatching(/^server-view-.*\.js$/));
  expect(scripts).not.toContainEqual(expect.stringMatching(/^log-view-.*\.js$/));
});
