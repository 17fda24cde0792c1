import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { createConfigMap, enterApp, goTo, openApp, openLog, rowWith } from "./open-page.ts";

const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "sent" }, data: { k: "v" } });
const post = (text: string) =>
  `#/requests/new?m=POST&t=${encodeURIComponent("/api/v1/namespaces/default/configmaps")}&b=${encodeURIComponent(text)}`;

test("a request is sent, answered in words, kept in the history, and sent again", async ({ page }) => {
  await openApp(page, post(body));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText("201 Created");
  await expect(answer).toContainText("ConfigMap default/sent created, revision");
  await page.reload();
  await page.getByRole("complementary", { name: "History" }).getByRole("link", { name: /POST/ }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(answer).toContainText("409 Conflict");
  await expect(answer).toContainText('configmaps "sent" already exists');
  await expect(answer.getByRole("link", { name: "Look at sent" })).toBeVisible();
});

test.describe("an address brings a request", () => {
  test.use({ world: "of the console" });

  test("a watch sent from the console is a timeline and can be aborted", async ({ page }) => {
    await enterApp(
      page,
      `#/requests/new?m=GET&t=${encodeURIComponent("/api/v1/namespaces/default/configmaps?watch=true")}`,
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("No events yet")).toBeVisible();
    await createConfigMap(page, "seen", {});
    await expect(page.getByRole("button", { name: /ADDED default\/seen/ })).toBeVisible();
    await page.getByRole("button", { name: "End the watch" }).click();
    await expect(page.getByText("you ended the watch after 1 event")).toBeVisible();
  });

  test("parameters are a form over the path", async ({ page }) => {
    await enterApp(page, `#/requests/new?m=GET&t=${encodeURIComponent("/api/v1/namespaces")}`);
    await page.getByRole("tab", { name: /Parameters/ }).click();
    await page.getByLabel("limit", { exact: true }).fill("2");
    await expect(page.getByRole("combobox", { name: "Path" })).toHaveValue("/api/v1/namespaces?limit=2");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const answer = page.getByRole("region", { name: "Answer", exact: true });
    await expect(answer.getByRole("status")).toContainText("200 OK2 items, and more pages");
    await page.getByLabel("limit", { exact: true }).fill("1");
    await expect(answer.getByRole("status")).toContainText("GET /api/v1/namespaces?limit=2: 2 items");
  });

  test("YAML is written as YAML and travels as JSON", async ({ page }) => {
    await enterApp(page, post("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-yaml\ndata:\n  a: b\n"));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText(
      "ConfigMap default/from-yaml created",
    );
  });

  test("a body that cannot be read is refused in the server's words", async ({ page }) => {
    await enterApp(page, post('{"metadata": {"name": '));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("BadRequest");
  });

  test("a request is copied as curl and as kubectl", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enterApp(page, `#/requests/new?m=GET&t=${encodeURIComponent("/api/v1/namespaces/default/configmaps")}`);
    for (const [tool, beginning] of [
      ["curl", "curl "],
      ["kubectl", "kubectl get"],
    ] as const) {
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("menuitem", { name: `As ${tool}` }).click();
      await expect(page.getByText(`Copied as ${tool}.`)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(beginning);
    }
  });
});

test("a double click sends a request once, and aborts nothing", async ({ page }) => {
  await openApp(page, post(body));
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText("201 Created");
  await expect(page.getByRole("complementary", { name: "History" }).getByRole("link")).toHaveCount(1);
});

test("paths complete from discovery and from what is there", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "findable", {});
  await goTo(page, "#/requests");
  const path = page.getByRole("combobox", { name: "Path" });
  await path.fill("deploy");
  await expect(page.getByRole("option", { name: /\/apis\/apps\/v1\/deployments/ })).toBeVisible();
  await path.fill("/api/v1/namespaces/default/configmaps/fi");
  await expect(page.getByRole("option", { name: /findable/ })).toBeVisible();
  await path.press("ArrowDown");
  await path.press("Enter");
  await expect(path).toHaveValue("/api/v1/namespaces/default/configmaps/findable");
  await path.press("Enter");
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("200 OK");
});

test("the log opens an exchange with its stages and who asked", async ({ page }) => {
  await openApp(page, post(body));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await openLog(page);
  await rowWith(page, "Request log", "POST").filter({ hasText: "You" }).click();
  const exchange = page.getByRole("region", { name: "Exchange" });
  await expect(exchange.getByRole("rowheader", { name: "storage" })).toBeVisible();
  await expect(exchange).toContainText("kubernetes-admin");
  await expect(page).toHaveURL(/#\/log\//);
  await exchange.getByText("Request", { exact: true }).click();
  await expect(exchange.getByRole("region", { name: "Body of the request" })).toContainText("kind: ConfigMap");
  await expect(exchange.getByText("kubepad-console/0.1")).toBeVisible();
  await exchange.getByText("Answer", { exact: true }).click();
  await expect(exchange.getByRole("region", { name: "Body of the answer" })).toContainText("resourceVersion");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save the \d+ requests? shown as HAR$/ }).click();
  const { log } = JSON.parse(await readFile(await (await saved).path(), "utf8")) as {
    log: { entries: { request: { method: string; postData?: { text: string } } }[] };
  };
  const posted = log.entries.find(({ request }) => request.method === "POST");
  expect(posted?.request.postData?.text).toContain('"kind":"ConfigMap"');
  await exchange.getByRole("button", { name: "Edit and send" }).click();
  await expect(page).toHaveURL(/#\/requests\/new\?m=POST/);
  await page.goBack();
  await page.goBack();
  await expect(exchange).toBeHidden();
});

test("a large answer is summed up, shown raw in pieces, and laid out in the background", async ({ page }) => {
  await openApp(page);
  for (const name of ["a", "b", "c"]) await createConfigMap(page, name, { text: name.repeat(400_000) });
  await goTo(page, `#/requests/new?m=GET&t=${encodeURIComponent("/api/v1/namespaces/default/configmaps")}&send=1`);
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("3 items");
  await page.getByRole("tab", { name: "Raw" }).click();
  const body = page.getByRole("region", { name: "Answer body" });
  await expect(body).toContainText('{"kind":"ConfigMapList"');
  const lengths = await body.locator("code").evaluateAll((lines) => lines.map(({ textContent }) => textContent.length));
  expect(lengths.length).toBeLessThan(400);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(240);
  await page.getByRole("tab", { name: "YAML" }).click();
  await page.getByRole("button", { name: "Format it" }).click();
  await expect(body).toContainText("kind: ConfigMapList");
});

test("the log tells by bars and in words when requests came", async ({ page }) => {
  await openApp(page, "#/log");
  await page.evaluate(() => Promise.all(["/version", "/livez"].map((path) => window.kubepad.fetch(path))));
  const places = page
    .getByRole("row")
    .filter({ hasText: /version|livez/ })
    .getByRole("img");
  await expect(places).toHaveCount(2);
  await expect(places.first()).toHaveAccessibleName(/ms after the first$/);
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(page.getByRole("columnheader", { name: "Waterfall" })).toBeHidden();
});
